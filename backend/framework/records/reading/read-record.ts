import type { JsonValue, Lang, ObjectModel, ReadOf, Row } from '#codegen/model.ts';
import { padded, table } from '#framework/data/engine/table.ts';
import { decodeFields } from '#framework/data/rows/codec.ts';
import { loadHistory } from '#framework/data/rows/history.ts';
import { narrowReader, type Reader, readerFor } from '#framework/data/rows/reader.ts';
import { loadRawRow, loadRow, loadTitleRows, rowsOf, textOf } from '#framework/data/rows/records.ts';
import type { HistoryEntry } from '#framework/records/wire.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { may } from '#rules/accounts/permission.ts';
import { accountObject, staff, visitorRealms } from '#rules/accounts/realm.ts';
import { titleOf } from '#rules/records/record.ts';
import { historyPage } from '#rules/records/versions.ts';
import { Refusal } from '#rules/words/problem.ts';
import { modelFor, type RecordTools } from '../record-tools.ts';
import { type ExpandTools, expandRows, fieldsOf, readExpand } from './expand-rows.ts';
import { readQuestion } from './list-records.ts';

/** One row, as these roles may see it. @throws Refusal msg.notfound (K06), also for a row that a rule hides */
export async function readRecord<O extends string>(tools: RecordTools, actor: Actor, object: O, id: string): Promise<ReadOf<O>> {
  const model = modelFor(tools, actor, object, 'read');
  const row = await loadRow(tools.db, readerFor(model, actor.roles, tools.db.kind), id);
  if (!row) throw new Refusal('msg.notfound', { values: { object, id } });
  return row;
}

/** What of a row is wanted, as the address says it. */
export interface Selection {
  /** a JSON array of names, or names with commas: only these fields, with the key and the version */
  fields?: string;
  /** references with commas whose rows are sent along */
  expand?: string;
}

/**
 * One row with what of it is asked for, as JSON text, and its version.
 * @throws Refusal msg.notfound (K06); param.fields, param.expand, field.list, field.expand (400)
 */
export async function readSelected(
  tools: ExpandTools,
  actor: Actor,
  object: string,
  id: string,
  { fields, expand }: Selection,
): Promise<{ text: string; ver: JsonValue | undefined }> {
  const model: ObjectModel = modelFor(tools, actor, object, 'read');
  const names = fields === undefined ? undefined : readQuestion({ fields }, model, actor, tools.now()).names;
  const expansions = readExpand(tools, actor, model, expand);
  const whole: Reader = readerFor(model, actor.roles, tools.db.kind);
  const reader = names ? narrowReader(whole, new Set([...names, model.entity.key, 'ver', ...fieldsOf(expansions)])) : whole;
  const raw = await loadRawRow(tools.db, reader, id);
  if (!raw) throw new Refusal('msg.notfound', { values: { object, id } });
  // Before the text, whose making uses the raw row up.
  const { ver } = decodeFields(
    reader.fields.filter(({ name }) => name === 'ver'),
    raw,
    reader.kind,
  );
  if (!expansions.length) return { text: (await textOf(tools.db, reader, [raw])).slice(1, -1), ver };
  const [row] = await expandRows(tools, (await rowsOf(tools.db, reader, [raw])) as Row[], expansions); // as every reader's
  return { text: JSON.stringify(row), ver };
}

/** A row's history, newest first, or what of it was before one entry. Of a row that is gone it stays readable, unless a row rule would have had to be asked. */
export async function readHistory(
  tools: RecordTools,
  actor: Actor,
  object: string,
  id: string,
  { below, lang }: { below?: number | undefined; lang?: Lang } = {},
): Promise<HistoryEntry[]> {
  const model = modelFor(tools, actor, object, 'read');
  const reader = readerFor(model, actor.roles, tools.db.kind);
  const row = await loadRow(tools.db, reader, id);
  const entries = row || !reader.rows.params.length ? await loadHistory(tools.db, reader, id, historyPage, { ...(below !== undefined && { below }) }) : [];
  if (!row && !entries.length && below === undefined) throw new Refusal('msg.notfound', { values: { object, id } });
  const name = row ? titleOf(row, model, lang) : '';
  return withVisitors(
    tools,
    actor,
    entries.map((entry) => (name && entry.by === id ? { ...entry, name } : entry)),
  );
}

/** Entries with the names of those who wrote them and are no staff, as far as this person may read of their accounts. */
export async function withVisitors<T extends Pick<HistoryEntry, 'by' | 'name'>>({ db, registry }: RecordTools, { roles }: Actor, entries: T[]): Promise<T[]> {
  const written = new Set(entries.filter(({ by, name }) => by !== '' && !name).map(({ by }) => by));
  if (!written.size || !registry.get(accountObject(staff))) return entries;
  for (const { id } of await table(db, accountObject(staff))
    .whereIn('id', padded([...written]))
    .select('id'))
    written.delete(String(id));
  const names = new Map<string, string>();
  for (const [realm] of written.size ? visitorRealms() : []) {
    const model = registry.get(accountObject(realm))?.model;
    if (!model || !may(model, roles, 'read')) continue;
    for (const row of await loadTitleRows(db, readerFor(model, roles, db.kind), [...written])) names.set(String(row[model.entity.key]), titleOf(row, model));
  }
  return entries.map((entry) => (names.get(entry.by) ? { ...entry, name: names.get(entry.by) } : entry));
}
