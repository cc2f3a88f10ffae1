/** Long work of the server, waited for. */
import type { ShownJob } from '#framework/system/wire.ts';
import { ApiError, JobEnded } from './http/api-error.ts';
import { call } from './http-client.ts';

/** ms between two looks */
const watched = 400;
/** ms without an answer after which nothing more is awaited */
const awayFor = 120_000;

/** What the job has come to; `onProgress` hears how far it is. @throws ApiError where it came to no end of its own */
export async function resultOf<Result>(id: string, onProgress?: (job: ShownJob) => void): Promise<Result> {
  for (;;) {
    const job = await look(id);
    onProgress?.(job);
    if (job.state === 'done') return job.result as Result; // a job's result is its kind's
    if (job.state !== 'running') throw new JobEnded(job.state, job.message);
    await new Promise((resume) => setTimeout(resume, watched));
  }
}

/** A server that starts anew, or a line that breaks, ends no job: it is looked for again as long as that is likely to pass. */
async function look(id: string): Promise<ShownJob> {
  for (const until = performance.now() + awayFor; ; await new Promise((resume) => setTimeout(resume, watched))) {
    try {
      return await call('GET /api/jobs/:id', { at: { id } });
    } catch (error) {
      if (!(error instanceof ApiError && error.isPassing) || performance.now() > until) throw error;
    }
  }
}
