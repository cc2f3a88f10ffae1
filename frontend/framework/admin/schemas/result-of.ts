import { call } from '#client/http-client.ts';

/** ms between two looks at a job */
const watched = 400;

/** Waits for a job and hands out its result. @throws Error with what it failed with */
export async function resultOf(id: string): Promise<unknown> {
  for (;;) {
    const job = await call('GET /api/jobs/:id', { at: { id } });
    if (job.state === 'done') return job.result;
    if (job.state !== 'running') throw new Error(job.message || job.state);
    await new Promise((resume) => setTimeout(resume, watched));
  }
}
