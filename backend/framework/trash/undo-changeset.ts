/** Takes back what one request, operation, import or bulk change wrote: row by row, the last write first, and only rows that nobody has touched since. */
import type { Lang, ObjectModel, Row, Verb } from '#codegen/model.ts';
import type { Transaction } from '#framework/data/engine/connect.ts';
import { asRefusal } from '#framework/data/engine/db-problem.ts';
import { withPatience } from '#framework/data/engine/patience.ts';
import { forgetEntries, loadChangeset, type StoredChange } from '#framework/data/rows/changeset.ts';
import { wholeReader } from '#framework/data/rows/reader.ts';
import { loadRow, loadRows } from '#framework/data/rows/records.ts';
import { missingReferences } from '#framework/data/rows/references.ts';
import type { JobContext } from '#framework/jobs/jobs.ts';
import { checkRelated } from '#framework/records/check-related.ts';
import { deleteIn } from '#framework/records/delete-record.ts';
import { fitEarlier } from '#framework/records/earlier-values.ts';
import { titlesOf } from '#framework/records/plan-deletion.ts';
import { modelFor, type RecordTools, refuseProblems } from '#framework/records/record-tools.ts';
import { operationOf } from '#framework/records/run-action.ts';
import { type Later, noteLater, save } from '#framework/save/save.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { mayWriteField, rowCondition } from '#rules/accounts/permission.ts';
import { rulesOf } from '#rules/application.ts';
import { meetsCondition } from '#rules/records/condition.ts';
import { Refusal } from '#rules/words/problem.ts';
import { restoreDeletion } from './restore-trash.ts';
import type { RestoredRow, Undone } from './wire.ts';

/** How long something can be taken back, in ms. */
export const undoFor = 3_600_000;

/** Writes that are taken back while the call waits; more are a job. */
const mostAtOnce = 100;
/** Rows named in the outcome; `count` and `refused` are of all. */
const mostNamed = 500;
/** Of those, the ones of one transaction: enough that its flush to the disk costs little, few enough that nobody waits for a turn to write. */
const portion = 25;
/** Rows in a row that the database is away for before the rest is left too. */
const mostAway = 3;

export interface UndoSaying {
  lang: Lang;
  word(refusal: Refusal, object: string): string;
}

/**
 * Takes it back, by whoever did it and as long as they still may do it. A row that was written to since, or that a rule keeps as it is, stays and is reported.
 * Many rows are a job, whose result is the same outcome.
 * @throws Refusal msg.undo where there is nothing (any more), msg.admin, msg.forbidden
 */
export async function startUndo(tools: Tools, actor: Actor, id: string, saying: UndoSaying): Promise<Undone | { job: string }> {
  const all = await loadChangeset(tools.db, id, actor.id, tools.now().getTime() - undoFor);
  const wanted = withoutTakenAlong(all);
  const [first] = wanted;
  if (!first) throw new Refusal('msg.undo');
  demandSameRight(tools, actor, first);
  if (wanted.length <= mostAtOnce) return takeBack(tools, actor, all, wanted, saying);
  return { job: await tools.jobs.start('undo', actor.id, (job) => takeBack(tools, actor, all, wanted, saying, job)) };
}

/** Row by row, several in one transaction. Where the database does not take those, or one is refused, each has its own; none ends the work for the rest. */
async function takeBack(
  tools: RecordTools,
  actor: Actor,
  all: readonly StoredChange[],
  wanted: readonly StoredChange[],
  { lang, word }: UndoSaying,
  job?: JobContext,
): Promise<Undone> {
  const undone: Undone = { count: 0, refused: 0, left: 0, restored: [], failed: [] };
  const oldest = new Map(wanted.map((change) => [rowOf(change), change]));
  const entries = entriesOf(all);
  const rows = new Map<string, number | 'failed'>();
  let inARow = 0;
  const entriesTaken = (change: StoredChange) =>
    oldest.get(rowOf(change)) === change ? [...(entries.get(rowOf(change)) ?? []), ...(entries.get(change.deletion) ?? [])] : [];
  const note = (change: StoredChange, done: Back) => {
    rows.set(rowOf(change), done.ver);
    if (oldest.get(rowOf(change)) === change) undone.count += 1;
    if (done.back && undone.restored.length < mostNamed) undone.restored.push(done.back);
  };
  const alone = async (change: StoredChange): Promise<void> => {
    const row = rowOf(change);
    const known = rows.get(row);
    if (known === 'failed') return;
    if (job?.signal.aborted || inARow >= mostAway) {
      rows.set(row, 'failed');
      undone.left += 1;
      return;
    }
    try {
      const done = await withPatience(() =>
        tools.db.transaction(async (tx) => {
          const next = await undoOne({ tools, tx, actor, lang }, change, known ?? change.ver);
          await forgetEntries(tx, entriesTaken(change));
          return next;
        }),
      );
      inARow = done ? 0 : inARow + 1;
      if (done) return note(change, done);
      rows.set(row, 'failed');
      undone.left += 1;
    } catch (error) {
      const model = tools.registry.get(change.object)?.model;
      const refusal = asRefusal(error, model);
      if (!refusal || refusal.status >= 500) throw error;
      rows.set(row, 'failed');
      undone.refused += 1;
      if (undone.failed.length >= mostNamed) return;
      const [named] = model ? await titlesOf(tools.db, actor, model, [change.id], lang) : [];
      undone.failed.push({ id: change.id, title: named?.title ?? change.id, code: refusal.code, message: word(refusal, change.object) });
    }
  };
  const together = async (some: readonly StoredChange[]): Promise<Back[] | undefined> => {
    // Two writes of one row have an order that each of them asks for.
    if (some.length < 2 || some.some((change) => rows.has(rowOf(change))) || new Set(some.map(rowOf)).size < some.length) return undefined;
    try {
      return await tools.db.transaction(async (tx) => {
        const later: Later = { history: [], changes: [] };
        const undoing: Undoing = { tools: { ...tools, later }, tx, actor, lang, found: await lockRows(tools, tx, some) };
        const done: Back[] = [];
        for (const change of some) done.push(await undoOne(undoing, change, change.ver));
        await noteLater(tx, later);
        await forgetEntries(tx, some.flatMap(entriesTaken));
        return done;
      });
    } catch (error) {
      if (!asRefusal(error)) throw error;
      return undefined;
    }
  };
  for (let start = 0; start < wanted.length; start += portion) {
    job?.tell(start, wanted.length);
    if (job?.signal.reason === 'stopping') throw new Error('stopping');
    const some = wanted.slice(start, start + portion);
    // SQLite answers without leaving this turn of the loop: between two portions everybody else has theirs.
    await new Promise(setImmediate);
    const done = job && !job.signal.aborted && inARow === 0 ? await together(some) : undefined;
    for (const [index, change] of some.entries()) {
      const back = done?.[index];
      if (back) {
        note(change, back);
        continue;
      }
      await new Promise(setImmediate);
      await alone(change);
    }
  }
  return undone;
}

/** The entries of each row, and of each deletion: what is taken back is taken back with what it took along. */
function entriesOf(all: readonly StoredChange[]): Map<string, number[]> {
  const entries = new Map<string, number[]>();
  const add = (key: string, entry: number) => {
    const known = entries.get(key);
    if (known) known.push(entry);
    else entries.set(key, [entry]);
  };
  for (const change of all) {
    add(rowOf(change), change.entry);
    if (change.deletion) add(change.deletion, change.entry);
  }
  return entries;
}

function rowOf({ object, id }: Pick<StoredChange, 'object' | 'id'>): string {
  return `${object} ${id}`;
}

/** What asks for a verb of the object and nothing else, and the verb that taking it back asks for. */
const verbOf: Readonly<Record<string, Verb>> = { create: 'delete', update: 'update', delete: 'delete', import: 'import' };

/** Who may do it may take it back. */
function demandSameRight(tools: RecordTools, actor: Actor, { changeset: { of, act } }: StoredChange): void {
  const verb = verbOf[act];
  if (verb) modelFor(tools, actor, of, verb);
  else if (act === 'merge') for (const verb of ['update', 'delete'] as const) modelFor(tools, actor, of, verb);
  else operationOf(modelFor(tools, actor, of, 'read'), actor, act);
}

/** Of the rows that it was asked of: as long as they may reach the row, and change something of what it changed. @throws Refusal msg.forbidden */
function demandSameReach({ roles }: Actor, model: ObjectModel, { changeset: { of, act }, do: what, changes }: StoredChange, row: Row): void {
  const verb = verbOf[act];
  if (!verb || model.name !== of) return;
  const isReached = meetsCondition(rowCondition(model, roles, verb), row, model);
  if (!isReached || (what === 'update' && act !== 'delete' && !model.fields.some((field) => changes[field.name] && mayWriteField(field, roles))))
    throw new Refusal('msg.forbidden', { values: { object: model.name, verb } });
}

/** What a deletion did to other rows comes back with the row that was asked for, which goes last. */
function withoutTakenAlong(changes: readonly StoredChange[]): StoredChange[] {
  const seen = new Set<string>();
  return changes.filter((change) => {
    if (change.changeset.act !== 'delete') return true;
    if (change.do !== 'delete' || seen.has(change.deletion)) return false;
    if (change.deletion) seen.add(change.deletion);
    return true;
  });
}

interface Undoing {
  tools: RecordTools;
  tx: Transaction;
  actor: Actor;
  lang: Lang;
  /** rows that are read and locked already */
  found?: ReadonlyMap<string, Row>;
}

/** The rows of changes that write over them, read and locked by one statement an object. */
async function lockRows(tools: RecordTools, tx: Transaction, changes: readonly StoredChange[]): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>();
  for (const object of new Set(changes.map((change) => change.object))) {
    const model = tools.registry.get(object)?.model;
    const ids = changes.filter((change) => change.object === object && change.do === 'update').map(({ id }) => id);
    if (!model || model.entity.virtual || !ids.length) continue;
    const found: Row[] = await loadRows(tx, wholeReader(model, tx.kind), ids, true);
    for (const row of found) rows.set(rowOf({ object, id: String(row[model.entity.key]) }), row);
  }
  return rows;
}

interface Back {
  /** the version that the row has after it */
  ver: number;
  back?: RestoredRow;
}

async function undoOne({ tools, tx, actor, lang, found }: Undoing, change: StoredChange, ver: number): Promise<Back> {
  const model = tools.registry.get(change.object)?.model;
  if (!model || model.entity.virtual) throw new Refusal('trash.object', { values: { object: change.object } });
  if (change.do === 'delete') {
    const back =
      change.deletion && (await restoreDeletion(tools, tx, actor, change.deletion, lang, (_root, row) => demandSameReach(actor, model, change, row)));
    if (!back) throw new Refusal('undo.gone');
    return { ver: ver + 1, back };
  }
  const row = found?.get(rowOf(change)) ?? (await loadRow(tx, wholeReader(model, tx.kind), change.id, true));
  if (!row) throw new Refusal('undo.gone');
  if (row.ver !== ver) throw new Refusal('undo.changed');
  demandSameReach(actor, model, change, row);
  if (change.do !== 'update') {
    await deleteIn(tools, tx, actor, model, change.id, { lang, as: 'undo' });
    return { ver };
  }
  return { ver: await writeBack(tools, tx, actor, model, row, change) };
}

/** The old values of the fields that it wrote, as a new version that the rules have looked at. */
async function writeBack(tools: RecordTools, tx: Transaction, actor: Actor, model: ObjectModel, row: Row, { changes, id }: StoredChange): Promise<number> {
  const names = model.fields.map(({ name }) => name).filter((name) => changes[name] !== undefined);
  // All of its fields were taken out of the schema since.
  if (!names.length) throw new Refusal('undo.gone');
  // A number that was given is never given again, so it is not taken away either.
  if (model.naming && names.includes(model.naming.field)) throw new Refusal('undo.numbered');
  const earlier: Row = { ...row, ...Object.fromEntries(names.map((name) => [name, changes[name]?.[0] ?? null])) };
  const { row: next, unfit, problems } = await fitEarlier(tools, model, earlier, names);
  refuseProblems([...unfit.values()].flat());
  const now = tools.now();
  const rules = rulesOf(model.name);
  problems.push(...(rules.draft?.(next, row, stampOf(now)) ?? []), ...(rules.save?.(next, row, actor, stampOf(now)) ?? []));
  if (!problems.length) problems.push(...(await missingReferences(tx, (object) => tools.registry.get(object)?.model, model, next, names)));
  refuseProblems(problems);
  const check = (_: Transaction, after: Row) => checkRelated(tools, tx, model, after, row, names);
  const { after = next } = await save(tools, tx, model, { update: next, from: row, names }, { by: actor.id, as: 'undo', at: now, check });
  await tools.onChange?.(tx, { model, id, actor, before: row, after, names });
  return Number(after.ver);
}
