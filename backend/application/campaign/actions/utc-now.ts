import type { RecordTools } from '#framework/records/record-tools.ts';
import { stampOf } from '#framework/time.ts';

/** The server's clock as rules read it: 'YYYY-MM-DD hh:mm:ss' UTC. */
export function utcNow(tools: Pick<RecordTools, 'now'>): string {
  return stampOf(tools.now());
}
