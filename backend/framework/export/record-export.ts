/** Files that carry personal data are recorded when they leave (safety section 15): in the log, and in the history, where they are found among all changes. */
import { completeExport, noteExport } from '#framework/data/rows/history.ts';
import type { RecordTools } from '#framework/records/record-tools.ts';
import type { ExportNote } from '#framework/records/wire.ts';
import type { Actor } from '#rules/accounts/actor.ts';

type Exported = Omit<ExportNote, 'count'> & { object: string };

/** Before the first of it is sent. Gives what to call with the number of its rows once it is whole. */
export async function recordExport(
  { db, log, now }: Pick<RecordTools, 'db' | 'log' | 'now'>,
  actor: Actor,
  { object, ...facts }: Exported,
): Promise<(count: number) => Promise<void>> {
  log.info({ object, user: actor.id, format: facts.format, filter: facts.filter, ...(facts.with && { with: facts.with }) }, 'export of personal data');
  const entry = await noteExport(db, object, actor.id, now(), { ...facts, count: null });
  return (count) => completeExport(db, entry, { ...facts, count });
}
