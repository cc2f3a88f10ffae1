import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import type { TestServer } from '../server.ts';

/** How often the server answers while it is at work; it is asked some thirty times a second, for without a pause the asking takes what the work needs. */
export async function answersWhile(server: TestServer, work: Promise<unknown>): Promise<number> {
  let isDone = false;
  const working = work.finally(() => {
    isDone = true;
  });
  let answered = 0;
  for (; !isDone; await wait(30)) {
    expect((await server.anonymous('/healthz')).status).toBe(200);
    answered += 1;
  }
  await working;
  return answered;
}
