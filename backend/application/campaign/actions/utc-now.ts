import type { RecordTools } from '#framework/records/record-tools.ts';
import { stampOf } from '#framework/time.ts';

/** The server's clock in the form that rules need: 'YYYY-MM-DD hh:mm:ss' UTC. */
export function utcNow(tools: Pick<RecordTools, 'now'>): string {
  return stampOf(tools.now());
}
