import { utcText } from '#backend/data/history.ts';
import type { RecordTools } from '../record-tools.ts';

/** The server's clock as rules read it: 'YYYY-MM-DD hh:mm:ss' UTC. */
export function utcNow(tools: Pick<RecordTools, 'now'>): string {
  return utcText(tools.now());
}
