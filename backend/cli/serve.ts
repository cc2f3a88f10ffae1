/** `npm run serve`, built to dist/server.js: the production server. It never seeds demo data. */

import { Session } from 'node:inspector';
import { type Running, start } from '#backend/main.ts';
import { stopOnSignal } from '#framework/listen.ts';
import { reportFailure } from './report-failure.ts';

/** Says what a person who started the server needs to know. */
export function announce(running: Running): void {
  console.log(`Reelbase listens on ${running.url}  (back office: ${running.url}/erp)`);
  if (running.madePassword) console.log(`First administrator: admin / ${running.madePassword}  (shown this once; change it after signing in)`);
}

/** Starts and announces; a start that fails says why in one line and ends with 1. */
export async function serve(options: Parameters<typeof start>[0] = {}): Promise<Running> {
  const running = await reportFailure('Reelbase cannot start', () => start(options));
  stopOnSignal({ stop: running.stop, log: running.tools.log });
  announce(running);
  setTimeout(giveBack, afterStart).unref();
  return running;
}

/** From listening to giving back, ms: the first requests come in between. */
const afterStart = 1_000;

/** What only the start needed goes back to the system: V8 would keep the young generation that it grew for it until it collects the whole heap by itself (178). */
function giveBack(): void {
  const session = new Session();
  session.connect();
  // Within the answer the session cannot end: the process would stand still.
  session.post('HeapProfiler.collectGarbage', () => setImmediate(() => session.disconnect()));
}
