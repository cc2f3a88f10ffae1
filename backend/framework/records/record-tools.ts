/** What the verbs on records work with, and the first question of each: does the object stand, and may this person do that with it. */

import type { ObjectEntry, ObjectModel, Row, Verb } from '#codegen/model.ts';
import type { Database, Transaction } from '#framework/data/engine/connect.ts';
import { isOfAnotherShape } from '#framework/data/engine/db-problem.ts';
import type { Changeset } from '#framework/data/rows/changeset.ts';
import type { AskedState } from '#framework/import/wire.ts';
import type { CompiledValidator } from '#framework/objects/registry.ts';
import type { Later, SavedEvent } from '#framework/save/save.ts';
import { type Actor, administrator } from '#rules/accounts/actor.ts';
import { may } from '#rules/accounts/permission.ts';
import { type Problem, Refusal } from '#rules/words/problem.ts';

/** What of the registry records need. */
export interface ObjectSource {
  objects(): ObjectEntry[];
  get<O extends string>(name: O): ObjectEntry<O> | undefined;
  validator(name: string): Promise<CompiledValidator>;
  /** when the changes of objects are over that have begun */
  settled?(): Promise<void>;
}

/** A change of a row while it is being written; or its deletion, where it is meant itself and does not go along with another row. */
export interface RowChange {
  model: ObjectModel;
  id: string;
  actor: Actor;
  /** undefined for a new row, or one that is brought back */
  before?: Row;
  /** undefined for one that goes */
  after?: Row;
  /** of the fields that differ */
  names: readonly string[];
}

/** What there is to ask somebody else about imported rows. */
export interface Asking {
  /** of the job; one of a kind is at work at a time, of all processes on the database */
  kind: string;
  /** how a row is asked about; undefined where there is nothing to ask */
  of(imported: { model: ObjectModel; fields: readonly string[] }): Promise<AskRow | undefined>;
}

/** Undefined where nothing is asked of this row. */
export type AskRow = (row: Row) => Promise<{ state: AskedState; problems: Problem[] } | undefined>;

export interface RecordTools {
  db: Database;
  registry: ObjectSource;
  now(): Date;
  log: { warn(context: object, message: string): void; info(context: object, message: string): void };
  /** argon2id in the server; passwords never lie in a table as they were typed */
  hashPassword?(plain: string): Promise<string>;
  /** what is written is noted under it, to be taken back (trash/undo-changeset.ts) */
  changeset?: Changeset;
  /** where many rows share a transaction: what is noted of them is written at its end */
  later?: Later;
  /** how many automations led to this write, one after the other */
  depth?: number;
  /** called after each write that is on disk */
  onSaved?(event: SavedEvent): void;
  /** called after each erasure that is on disk */
  onErased?(): void;
  /** called for each new row, each change of one and each that is deleted or brought back, in the transaction that writes it: for what must be committed with it or not at all */
  onChange?(tx: Transaction, change: RowChange): Promise<void>;
  /** asked of a change of one row before anything is locked: what only somebody else knows, who may take their time. Its problems refuse the change */
  beforeUpdate?(tools: RecordTools, change: { object: string; actor: Actor; before: Row; patch: Row }): Promise<Problem[]>;
  /** what others know of imported rows, who may take their time: asked after an import, of the fields that its sheet had */
  afterImport?: Asking;
  /** called for each transition taken by its name, in the transaction that takes it: for mails that must not be lost. Gives true where somebody was told: that cannot be taken back */
  onStep?(tx: Transaction, step: { object: string; name: string; actor: Actor; row: Row }): Promise<boolean>;
}

/**
 * The object's model, if the actor may do this with it.
 * @throws Refusal msg.notfound, msg.admin (P02), msg.forbidden
 */
export function modelFor<O extends string>(tools: Pick<RecordTools, 'registry'>, actor: Actor, object: O, verb: Verb): ObjectModel<O> {
  const model = tools.registry.get(object)?.model;
  if (!model || model.entity.virtual) throw new Refusal('msg.notfound', { values: { object } });
  if (may(model, actor.roles, verb)) return model;
  const allowed = model.access.verbs[verb];
  throw new Refusal(allowed.length === 1 && allowed[0] === administrator ? 'msg.admin' : 'msg.forbidden', { values: { object, verb } });
}

/** Tables change before the objects that are served: what failed for the former shape is done once more for the new one. `mayRepeat` is asked then. */
export async function doneAnew<T>({ registry }: Pick<RecordTools, 'registry'>, object: string, mayRepeat: () => boolean, work: () => Promise<T>): Promise<T> {
  const served = registry.get(object);
  try {
    return await work();
  } catch (error) {
    if (!isOfAnotherShape(error) || !mayRepeat()) throw error;
    await registry.settled?.();
    if (registry.get(object) === served) throw error;
    return work();
  }
}

/** Refuses if there are problems: a problem of the whole (msg.…) under its own code, fields under msg.invalid, required ones alone under msg.blank (K20). */
export function refuseProblems(problems: Problem[], data?: unknown): void {
  if (!problems.length) return;
  const whole = problems.find((problem) => problem.code.startsWith('msg.'));
  if (whole) throw new Refusal(whole.code, { values: whole.values, fields: problems.filter((problem) => problem.path !== ''), data });
  throw new Refusal(problems.every((problem) => problem.code === 'field.required') ? 'msg.blank' : 'msg.invalid', { fields: problems, data });
}
