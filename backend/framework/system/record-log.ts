import type { ObjectModel } from '#codegen/model.ts';
import { sortableId } from '#framework/records/create-record.ts';
import { save } from '#framework/save/save.ts';
import type { Tools } from '#framework/tools.ts';
import { type LogEntry, readLogEntry } from '#rules/log-entry.ts';

/** C02: stores what a page reports. The user is the signed-in one, whatever the report claims. */
export async function recordReport(tools: Tools, payload: Record<string, unknown>, user: string | undefined): Promise<void> {
  await recordEntry(tools, readLogEntry(payload, user));
}

export async function recordEntry(tools: Tools, entry: LogEntry): Promise<void> {
  const model = logModel(tools);
  if (!model) return;
  const now = tools.now();
  await tools.db.transaction((tx) => save(tools, tx, model, { create: { id: sortableId(now), ...entry } }, { by: entry.user, at: now }));
}

/** The object that the log lies in; undefined where no schema declares it, or its table waits for a change. */
export function logModel(tools: Pick<Tools, 'registry' | 'tables'>): ObjectModel | undefined {
  return tools.tables.blocked('log') === undefined ? tools.registry.get('log')?.model : undefined;
}
