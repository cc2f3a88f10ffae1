/** Long work of the server, waited for. */
import type { ShownJob } from '#framework/system/wire.ts';
import { ApiError } from './http/api-error.ts';
import { call } from './http-client.ts';

/** ms between two looks */
const watched = 400;

/** What the job has come to; `onProgress` hears how far it is. @throws ApiError where it came to no end of its own */
export async function resultOf<Result>(id: string, onProgress?: (job: ShownJob) => void): Promise<Result> {
  for (;;) {
    const job = await call('GET /api/jobs/:id', { at: { id } });
    onProgress?.(job);
    if (job.state === 'done') return job.result as Result; // a job's result is its kind's
    if (job.state !== 'running') throw new ApiError(500, job.message || job.state, null);
    await new Promise((resume) => setTimeout(resume, watched));
  }
}
