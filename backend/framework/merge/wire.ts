/** What the calls of merging answer and are sent. Types only. */
import type { Row } from '#codegen/model.ts';
import type { Effect, Failure } from '#framework/records/wire.ts';
import type { MergeField } from '#rules/records/merge.ts';

/** A row that keeps the merge from being done; `object` and `id` are '' where the asker may not know of it. */
export interface MergeFailure extends Failure {
  object: string;
  title: string;
}

/** What merging would do; the first row is the one that stays. */
export interface MergePreview {
  rows: Row[];
  fields: MergeField[];
  effects: Effect[];
  /** the first of them */
  failed: MergeFailure[];
  /** and how many more */
  more: number;
}

export interface Merged {
  row: Row;
  effects: Effect[];
}

/** Which rows become part of the one that the call names. */
export interface MergeOrder {
  /** with the version that the person saw */
  from: { id: string; ver?: number }[];
  ver?: number;
  /** of a field: the id of the row whose value stays, or '*' for all entries of a list */
  take?: Record<string, string>;
  preview?: boolean;
}

/** A row that is likely about the same thing. */
export interface LikelyDuplicate {
  id: string;
  title: string;
  /** by which it is alike */
  field: string;
}

export interface MergeCalls {
  /** of a row with the values of `row`, which are sent as they are typed */
  'POST /api/pb/:object/likely': LikelyDuplicate[];
  'POST /api/pb/:object/:id/merge': Merged | MergePreview;
}

export interface MergeBodies {
  'POST /api/pb/:object/likely': { row: Row; id?: string };
  'POST /api/pb/:object/:id/merge': MergeOrder;
}
