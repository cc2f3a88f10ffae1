/**
 * The one write: every row that is made, changed, deleted or brought back goes through `save`, in the caller's transaction. It gives the version and the
 * stamps, asks what has to be asked under the lock, stores the row with its child rows, references and search words, keeps the history, and lets totals and
 * listeners know once the transaction is on disk; after a rollback nobody hears of anything. Many rows are many calls: what each costs does not grow.
 */
import { randomUUID } from 'node:crypto';
import type { ObjectModel, Row } from '#codegen/model.ts';
import type { Database, Transaction } from '#framework/data/engine/connect.ts';
import { Totals } from '#framework/data/queries/totals.ts';
import { type Changeset, type NotedChange, noteChanges } from '#framework/data/rows/changeset.ts';
import { followDependents, type Models, withOutside } from '#framework/data/rows/dependents.ts';
import { changesOf, type HistoryNote, noteHistories, noteHistory } from '#framework/data/rows/history.ts';
import { noteAutomations } from '#framework/data/rows/note-automations.ts';
import { noteSitting } from '#framework/data/rows/sitting.ts';
import { type Deletion, putInTrash } from '#framework/data/rows/trash.ts';
import { insertRow, removeRow, updateRow } from '#framework/data/rows/write.ts';
import { forgetRow } from '#framework/data/system/comments.ts';
import { stampOf } from '#framework/time.ts';
import { completeRow, differences } from '#rules/records/record.ts';
import { Refusal } from '#rules/words/problem.ts';

/** The event that listeners get once a row is on disk. */
export interface SavedEvent {
  object: string;
  id: string;
  action: 'create' | 'update' | 'delete' | 'restore';
  before: Row | undefined;
  after: Row | undefined;
  /** rows that read it wait for a job */
  hasFollowers?: true;
}

/** What shall become of a row. */
export type Change =
  /** a new row, or with its `ver` one that was deleted and comes back */
  | { create: Row }
  /** the whole row as it shall be, on top of the version of `from`; `names`: the fields that differ, where they are known */
  | { update: Row; from: Row; names?: readonly string[] }
  /** the row that goes, into the trash where its object has one; its key is enough where the object keeps neither trash nor history */
  | { remove: Row; deletion?: Deletion }
  /** a row out of the trash, whole: it comes back as it was, in its next version */
  | { restore: Row };

export interface How {
  /** id of who does it */
  by: string;
  /** its name in the history; that of the change where none is given */
  as?: string;
  /** now, unless the caller has fixed the moment already */
  at?: Date;
  /** the history keeps one entry a sitting: for a row that saves itself while somebody types */
  isTyping?: boolean;
  /** asked right before the row is written, with the row as it would be; what it changes is written along, what it throws undoes all */
  check?(tx: Transaction, row: Row): Promise<void>;
}

/** What `save` needs of the server. */
export interface SaveTools {
  db: Database;
  now(): Date;
  onSaved?(event: SavedEvent): void;
  /** the objects that stand: formulas of other rows follow what is written */
  registry?: Models;
  /** what is written is noted under it, to be taken back */
  changeset?: Changeset;
  /** where many rows share a transaction: what is noted of them waits here for `noteLater` */
  later?: Later;
  /** how many automations led to this write, one after the other */
  depth?: number;
}

/** What is noted of rows that were saved already, in the order of the saves. */
export interface Later {
  history: HistoryNote[];
  changes: NotedChange[];
}

/** Writes the notes of a portion of rows, by two statements however many they are; asked before the transaction ends. */
export async function noteLater(tx: Transaction, { history, changes }: Later): Promise<void> {
  await noteHistories(tx, history);
  await noteChanges(tx, changes);
}

/** Somebody saved the row between our reading and our writing (K05). */
export class Overtaken extends Refusal {
  constructor() {
    super('msg.datamodi');
  }
}

/**
 * Writes one row and gives what was written.
 * @throws Overtaken where the row has another version by now, Refusal msg.notfound where it is gone, and what `check` throws
 */
export async function save(tools: SaveTools, tx: Transaction, model: ObjectModel, change: Change, how: How): Promise<SavedEvent> {
  const at = how.at ?? tools.now();
  const { event, ver, changed, deletion = '' } = await write(tx, model, change, { ...how, at }, tools.registry);
  const { as = event.action, by, isTyping = false } = how;
  const note: HistoryNote = { model, id: event.id, ver, at, by, action: as, changes: changed };
  const { changeset, later } = tools;
  if (later && !isTyping) later.history.push(note);
  else await (isTyping ? noteSitting : noteHistory)(tx, note);
  if (changeset) {
    const { object, id, action } = event;
    const written: NotedChange = { changeset, object, id, do: action, ver, deletion, by, at, changes: action === 'update' ? changed : {} };
    if (later) later.changes.push(written);
    else await noteChanges(tx, [written]);
  }
  // What comes back out of the trash is not new.
  if (event.action !== 'restore') await noteAutomations(tx, model, event, { at, depth: tools.depth ?? 0 });
  const { followed, isMore } = await followDependents(tx, tools.registry, event);
  tx.afterCommit(() => {
    for (const one of followed) tools.onSaved?.({ ...one, action: 'update' });
    totalsOf(tools.db).changed(event.object, weights[event.action]);
    tools.onSaved?.(isMore ? { ...event, hasFollowers: true } : event);
  });
  return event;
}

/** A new row as it will be stored: complete, in its first version, with its stamps. One that has a version already keeps it, and the time that it was made. */
function newRow(model: ObjectModel, row: Row, by: string, at: Date): Row {
  if (typeof row.ver === 'number') return { ...row, update_at: stampOf(at), update_by: by };
  return firstVersion(completeRow(row, model.fields), by, at);
}

/** The same row, complete already, which gets its first version and its stamps. */
export function firstVersion(row: Row, by: string, at: Date): Row {
  const stamp = stampOf(at);
  return Object.assign(row, { ver: 1, create_at: stamp, update_at: stamp, update_by: by });
}

const totals = new WeakMap<Database, Totals>();

/** The totals of a database, shared by all, so that a write is heard of by the lists. */
export function totalsOf(db: Database): Totals {
  const own = db.joins ?? db;
  let known = totals.get(own);
  if (!known) {
    known = new Totals(own);
    totals.set(own, known);
  }
  return known;
}

/** Rows more or fewer. */
const weights = { create: 1, update: 0, delete: -1, restore: 1 } as const;

interface Written {
  event: SavedEvent;
  ver: number;
  changed: HistoryNote['changes'];
  /** its id in the trash */
  deletion?: string;
}

async function write(tx: Transaction, model: ObjectModel, change: Change, how: How & { at: Date }, models?: Models): Promise<Written> {
  const { by, at, check } = how;
  const object = model.name;
  const idOf = (row: Row) => String(row[model.entity.key]);
  if ('create' in change) {
    const row = await withOutside(tx, models, model, newRow(model, change.create, by, at));
    await check?.(tx, row);
    await insertRow(tx, model, row);
    return { event: { object, id: idOf(row), action: 'create', before: undefined, after: row }, ver: Number(row.ver), changed: {} };
  }
  if ('update' in change) {
    const { from: before } = change;
    const worked = await withOutside(tx, models, model, change.update, idOf(before));
    const isFollowing = worked !== change.update || !change.names;
    const names = isFollowing ? [...new Set([...(change.names ?? []), ...differences(before, worked, model.fields)])] : (change.names ?? []);
    const [from, id] = [Number(before.ver), idOf(before)];
    const after: Row = { ...worked, ver: from + 1, create_at: before.create_at ?? null, update_at: stampOf(at), update_by: by };
    await check?.(tx, after);
    await updateRow(tx, model, after, [...names, 'ver', 'update_at', 'update_by'], from, () => new Overtaken());
    return { event: { object, id, action: 'update', before, after }, ver: from + 1, changed: changesOf(model, names, before, after) };
  }
  if ('remove' in change) {
    const { remove: before } = change;
    const id = idOf(before);
    await check?.(tx, before);
    if (!(await removeRow(tx, model, id))) throw new Refusal('msg.notfound', { values: { object, id } });
    const deletion = change.deletion ?? { id: randomUUID(), isRoot: true, released: [] };
    if (model.trash) await putInTrash(tx, model, before, deletion, by, at);
    else await forgetRow(tx, { object: model.name, id });
    const stored = model.fields.filter(({ column, child }) => column || child).map(({ name }) => name);
    const event: SavedEvent = { object, id, action: 'delete', before, after: undefined };
    return { event, ver: Number(before.ver), changed: changesOf(model, stored, before, undefined), ...(model.trash && { deletion: deletion.id }) };
  }
  const row: Row = { ...(await withOutside(tx, models, model, change.restore)), ver: Number(change.restore.ver) + 1 };
  await check?.(tx, row);
  await insertRow(tx, model, row);
  return { event: { object, id: idOf(row), action: 'restore', before: undefined, after: row }, ver: Number(row.ver), changed: {} };
}
