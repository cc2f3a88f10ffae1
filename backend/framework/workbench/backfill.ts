/** Rows that a waiting step refuses get a value: as any change of many rows, with history and a changeset to take it back by. The plan can be applied then. */

import type { ObjectEntry, Row } from '#codegen/model.ts';
import { type Saying, startBulk } from '#framework/bulk/start-bulk.ts';
import type { BulkOrder } from '#framework/bulk/wire.ts';
import { examineStep } from '#framework/data/evolve/examine.ts';
import { planObject } from '#framework/data/evolve/plan.ts';
import { readerFor } from '#framework/data/rows/reader.ts';
import { loadRows } from '#framework/data/rows/records.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { rowProblems } from '#rules/expressions/rules.ts';
import type { CellEdit } from '#rules/records/bulk.ts';
import { Refusal } from '#rules/words/problem.ts';
import { deriveWith } from './check-schema.ts';
import { previewValidator } from './preview.ts';
import { readSchemaFiles } from './schema-files.ts';
import type { Backfill } from './wire.ts';

/** Rows of one act, as of a change of many rows. */
const mostRows = 100_000;
const portion = 500;

/**
 * Starts the work; its result is a BulkReport, of 'check' without anything written. `from`: the field whose value each row gets, read as a cell of a sheet.
 * @throws Refusal msg.notfound, msg.nothing where no row is refused for the field, and what a change of many rows is refused for
 */
export async function backfill(tools: Tools, actor: Actor, name: string, order: Backfill, saying: Saying): Promise<{ job: string; count: number }> {
  const files = await readSchemaFiles(tools.config, name);
  if (!files) throw new Refusal('msg.notfound', { values: { object: 'schema', id: name } });
  const { entry } = await deriveWith(tools, name, files);
  const ids = entry ? await refusedFor(tools, entry, order.field) : [];
  if (!ids.length) throw new Refusal('msg.nothing');
  const { mode, field } = order;
  const what: BulkOrder =
    'from' in order
      ? { mode, rows: await copied(tools, actor, name, ids, field, order.from) }
      : { mode, ids, changes: { [field]: { do: 'set', value: order.value } } };
  return startBulk(tools, actor, name, what, saying);
}

/** Rows that a step of the plan does not suit, for this field's sake. */
async function refusedFor({ db }: Tools, entry: ObjectEntry, field: string): Promise<string[]> {
  const validate = await previewValidator(entry);
  const check = (row: Row) => rowProblems(validate(row), row, entry.model, stampOf(Date.now()));
  const ids = new Set<string>();
  const { steps } = await planObject(db, entry);
  for (const step of steps) {
    if (step.class === 'safe') continue;
    // A column that another step makes first cannot be looked at yet.
    const examined = await examineStep(db, entry, step, check, mostRows).catch(() => undefined);
    for (const { id, problems } of examined?.failures ?? []) if (problems.some(({ path }) => path.split('/')[0] === field)) ids.add(id);
  }
  return [...ids];
}

async function copied({ db, registry }: Tools, actor: Actor, name: string, ids: readonly string[], field: string, from: string): Promise<CellEdit[]> {
  const model = registry.get(name)?.model;
  if (!model) throw new Refusal('msg.notfound', { values: { object: name } });
  const reader = readerFor(model, actor.roles, db.kind);
  if (!reader.fields.some((one) => one.name === from))
    throw new Refusal('msg.invalid', { fields: [{ path: 'from', code: 'field.unknown', values: { field: from } }] });
  const edits: CellEdit[] = [];
  for (let start = 0; start < ids.length; start += portion)
    for (const row of (await loadRows(db, reader, ids.slice(start, start + portion))) as Row[]) {
      const value = row[from];
      const cell = typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? null);
      edits.push({ id: String(row[model.entity.key]), cells: { [field]: cell } });
    }
  return edits;
}
