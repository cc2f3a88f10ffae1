import { utcText } from '#framework/data/rows/history.ts';
import type { RecordTools } from '#framework/records/record-tools.ts';

/** The server's clock as rules read it: 'YYYY-MM-DD hh:mm:ss' UTC. */
export function utcNow(tools: Pick<RecordTools, 'now'>): string {
  return utcText(tools.now());
}
