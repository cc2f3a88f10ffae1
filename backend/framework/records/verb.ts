/**
 * What a verb of x-actions works with: one transaction in which it locks, changes, adds and removes rows. Every write goes to the
 * history under the verb's name and is counted, so that a preview, which is the same work rolled back, says exactly what would happen.
 */

import type { JsonValue, ObjectModel, Row, RowOf } from '#codegen/model.ts';
import type { Transaction } from '#framework/data/engine/connect.ts';
import { noteHistory } from '#framework/data/rows/history.ts';
import { wholeReader } from '#framework/data/rows/reader.ts';
import { loadRow } from '#framework/data/rows/records.ts';
import type { Effect } from '#framework/records/wire.ts';
import { type Change, type SavedEvent, save } from '#framework/save/save.ts';
import { stampOf } from '#framework/time.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { expressionProblems } from '#rules/expressions/rules.ts';
import type { Filter } from '#rules/queries/filter.ts';
import { differences } from '#rules/records/record.ts';
import { type Problem, Refusal } from '#rules/words/problem.ts';
import { loadWith } from './check-related.ts';
import { type RecordTools, refuseProblems } from './record-tools.ts';

/** A verb: does its work on the row that it was called on, which is locked. */
export type Verb<O extends string = string> = { do(work: Work, row: RowOf<O>): Promise<void> }['do']; // of a method: the table of verbs has them of any object

export class Work {
  readonly events: SavedEvent[] = [];
  /** what was done cannot be taken back: a verb sets it that has its own way back, or writes beside rows */
  isFinal = false;
  private readonly counts = new Map<string, Effect>();
  private readonly later: Effect[] = [];
  constructor(
    readonly tools: RecordTools,
    readonly tx: Transaction,
    readonly actor: Actor,
    /** for the history */
    readonly action: string,
    readonly now: Date,
  ) {}

  /** 'YYYY-MM-DD hh:mm:ss' UTC */
  get at(): string {
    return stampOf(this.now);
  }

  /** What was done so far, deletions first; then what is foretold. */
  get effects(): Effect[] {
    const order = ['delete', 'clear', 'change', 'create'];
    return [...[...this.counts.values()].sort((a, b) => order.indexOf(a.do) - order.indexOf(b.do)), ...this.later];
  }

  model<O extends string>(object: O): ObjectModel<O> {
    const model = this.tools.registry.get(object)?.model;
    if (!model || model.entity.virtual) throw new Refusal('msg.notfound', { values: { object } });
    return model;
  }

  /** Whole rows that meet the filter, by their key. */
  rows<O extends string>(object: O, filter: Filter): Promise<RowOf<O>[]> {
    return loadWith(this.tx, this.tools.registry).rows(object, filter);
  }

  /**
   * One row, locked for other writers until the end.
   * @throws Refusal msg.notfound
   */
  async lock<O extends string>(object: O, id: string): Promise<RowOf<O>> {
    const row = await loadRow(this.tx, wholeReader(this.model(object), this.tx.kind), id, true);
    if (!row) throw new Refusal('msg.notfound', { values: { object, id } });
    return row;
  }

  /** Lays values over a row; nothing is written where nothing differs. */
  change<O extends string>(object: O, row: RowOf<O>, patch: Partial<RowOf<O>>): Promise<RowOf<O>>;
  async change(object: string, row: Row, patch: Row): Promise<Row> {
    const model = this.model(object);
    const names = differences(row, { ...row, ...patch }, model.fields);
    if (!names.length) return row;
    const next = await this.write(model, { update: { ...row, ...patch }, from: row, names });
    for (const name of names) this.count(isNothing(next[name]) ? 'clear' : 'change', object, sizeOf(row[name], next[name]), name);
    return next;
  }

  /** Stores a row: new, with defaults for what it does not say, or one that was deleted and comes back. */
  add<O extends string>(object: O, given: Partial<RowOf<O>>): Promise<RowOf<O>>;
  async add(object: string, given: Row): Promise<Row> {
    const row = await this.write(this.model(object), { create: given });
    this.count('create', object, 1);
    return row;
  }

  async remove(object: string, row: Row): Promise<void> {
    const model = this.model(object);
    if (!model.trash) this.isFinal = true;
    await this.write(model, { remove: row });
    this.count('delete', object, 1);
  }

  /** An entry in the history of a row that is not changed itself: the one whose rows were numbered anew. */
  mark(object: string, row: Row): Promise<void> {
    const model = this.model(object);
    const id = String(row[model.entity.key]);
    return noteHistory(this.tx, { model, id, ver: Number(row.ver), at: this.now, by: this.actor.id, action: this.action, changes: {} });
  }

  /** What the verb sets going, and the clock does later; the preview says so beside what is done now. Nothing where it is nothing. */
  foretell(effect: Effect): void {
    if (effect.count) this.later.push(effect);
  }

  private async write(model: ObjectModel, change: Change): Promise<Row> {
    const check = async (_: Transaction, row: Row) => this.ask(model, row, 'from' in change ? change.from : undefined);
    const event = await save(this.tools, this.tx, model, change, { by: this.actor.id, as: this.action, at: this.now, ...(!('remove' in change) && { check }) });
    this.events.push(event);
    return event.after ?? {};
  }

  /** What the schema's rules say against a row that is written; what they said before already keeps nobody from it. */
  private ask(model: ObjectModel, row: Row, before: Row | undefined): void {
    const known = before ? expressionProblems(before, model, this.at) : [];
    const isKnown = (problem: Problem) => known.some((one) => JSON.stringify(one) === JSON.stringify(problem));
    refuseProblems(expressionProblems(row, model, this.at).filter((problem) => !isKnown(problem)));
  }

  private count(what: Effect['do'], object: string, by: number, field?: string): void {
    const key = `${what} ${object} ${field ?? ''}`;
    const known = this.counts.get(key) ?? { do: what, object, ...(field !== undefined && { field }), count: 0 };
    this.counts.set(key, { ...known, count: known.count + by });
  }
}

function isNothing(value: JsonValue | undefined): boolean {
  return value === '' || value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}

/** Of a list that was cleared, its entries; of anything else, one. */
function sizeOf(before: JsonValue | undefined, after: JsonValue | undefined): number {
  return Array.isArray(before) && isNothing(after) ? before.length : 1;
}
