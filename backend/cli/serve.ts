/** `npm run serve`, built to dist/server.js: the production server. It never seeds demo data. */
import { ConfigError } from '#backend/config.ts';
import { type Running, start, stopOnSignal } from '#backend/main.ts';

/** Says what a person who started the server needs to know. */
export function announce(running: Running): void {
  console.log(`Reelbase listens on ${running.url}  (back office: ${running.url}/erp)`);
  if (running.madePassword) console.log(`First administrator: admin / ${running.madePassword}  (shown this once; change it after signing in)`);
}

/** Starts and announces; a start that fails says why in one line and ends with 1. */
export async function serve(options: Parameters<typeof start>[0] = {}): Promise<Running> {
  try {
    const running = await start(options);
    stopOnSignal(running);
    announce(running);
    return running;
  } catch (error) {
    const expected = error instanceof ConfigError || !(error instanceof TypeError || error instanceof ReferenceError);
    console.error(expected && error instanceof Error ? `Reelbase cannot start: ${error.message}` : error);
    process.exit(1);
  }
}
