import { writeLog } from '#backend/data/log.ts';
import { type LogEntry, readLogEntry } from '#domain/log-entry.ts';
import type { Tools } from './tools.ts';

/** C02: stores what a page reports. The user is the signed-in one, whatever the report claims. */
export async function recordReport(tools: Tools, payload: Record<string, unknown>, user: string | undefined): Promise<void> {
  await recordEntry(tools, readLogEntry(payload, user));
}

export async function recordEntry(tools: Tools, entry: LogEntry): Promise<void> {
  await writeLog(tools.db, entry, tools.now().getTime());
}
