/** What a change of many rows is told by. Types only. */
import type { Row } from '#codegen/model.ts';
import type { Effect } from '#framework/records/wire.ts';
import type { CellEdit, FieldChanges } from '#rules/records/bulk.ts';

/** 'check' writes nothing: it is the same work taken back, and says what 'write' would do. */
export type BulkMode = 'check' | 'write';

/** Rows by name, or those of a list at this moment: all that its filter finds, or the `first` of them in the list's order. */
export type Selection = { ids: string[] } | { filter: Record<string, unknown>; sort?: [field: string, order: string]; first?: number };

export type BulkOrder = { mode: BulkMode /** of a check: the rows have to be the same */; seen?: string } & (
  | (Selection & ({ changes: FieldChanges } | { remove: true } | OperationOrder))
  | { rows: CellEdit[] }
);

/** A transition or an operation by its name. */
export interface OperationOrder {
  act: string;
  /** what a transition asks for */
  input?: Row;
  /** of a destructive operation that is to be written: the object's name, typed */
  confirm?: string;
}

/** `same`: it is as it shall be already. */
export type BulkFate = 'changed' | 'same' | 'refused';

export interface BulkLine {
  id: string;
  title: string;
  do: BulkFate;
  problems: { path: string; code: string; message: string }[];
}

export interface BulkReport {
  mode: BulkMode;
  counts: Record<BulkFate, number>;
  /** the rows one by one, in their order; of very many those refused and the first of the others */
  lines: BulkLine[];
  /** which rows they were: `seen` of the order that follows */
  seen: string;
  /** what an operation does, or did, in all */
  effects: Effect[];
  /** something was written that can be taken back */
  isUndoable: boolean;
  /** rows not looked at, for it was cancelled or the database was away */
  left: number;
}

export interface BulkCalls {
  /** the job's result is a BulkReport; `count` rows are chosen */
  'POST /api/pb/:object/bulk': { job: string; count: number };
}

/** What the calls are sent. */
export interface BulkBodies {
  'POST /api/pb/:object/bulk': BulkOrder;
}
