/** One step of an evolution plan, as plain data: shown to a person, journalled, and carried out by `apply`. */
import type { FieldModel, ObjectModel } from '#codegen/model.ts';
import type { StepClass, StepKind, StepRows } from '#framework/system/wire.ts';
import type { Problem, ProblemCode, Values } from '#rules/words/problem.ts';
import type { SqlValue } from '../engine/connect.ts';
import type { ColumnLayout } from './ddl-types.ts';

export type { StepClass, StepKind } from '#framework/system/wire.ts';

/** A SELECT of the ids of rows that a step would not suit. */
export interface Examination {
  sql: string;
  params: SqlValue[];
  code: ProblemCode;
  /** what the code's sentence says beside the field */
  values?: Values;
  field: string;
}

/** A column whose values become another kind of value: the old ones stay as an archived column. */
export interface Conversion {
  from: ColumnLayout;
  to: ColumnLayout;
  /** name that the old column gets */
  archive: string;
  /** what the field was, where it is known */
  old?: FieldModel;
  /** an archived column of the wanted kind: where its value says what the present one says, it comes back whole */
  previous?: ColumnLayout;
}

/** SQLite's way to change a column: the table is copied into a new shape, in one transaction. */
export interface Rebuild {
  /** definition in the new table, and the expression over the old one that fills it (none: its default) */
  columns: { name: string; sql: string; from?: string }[];
  foreignKeys: string[];
  conversions: Conversion[];
}

/** The entries of a list change from a column of the row to rows of their own, or back (x-child). */
export interface ListCopy {
  to: 'table' | 'column';
  object: string;
  /** the column of the object's table that holds the list, or shall */
  column: string;
  /** the list's own table */
  table: string;
  /** name that the source gets once all is carried over */
  archive: string;
  model: ObjectModel;
  field: FieldModel;
  old?: FieldModel;
  /** makes the table */
  create: string[];
  /** puts the table away, but for its renaming: SQLite's archived tables keep no foreign key but their parent's */
  putAway: { rebuild?: Rebuild; sql: string[] };
}

/** Members of nested values get other names, in every row. */
export interface InsideRename {
  table: string;
  column: string;
  renames: { at: string[]; from: string; to: string }[];
}

/** Members of nested values that no field has any more go, in every row. */
export interface InsidePurge {
  table: string;
  column: string;
  /** below the column's own value */
  paths: string[][];
}

/** A table, with everything stored under its object's name, is renamed. */
export interface ObjectRename {
  from: string;
  to: string;
  /** old name → new one, of all its tables */
  tables: [string, string][];
  /** empty tables that stand in their place */
  drop: string[];
}

export interface Step {
  /** names the step in the journal: the same change has the same key */
  key: string;
  kind: StepKind;
  table: string;
  class: StepClass;
  /** one sentence, English; the screens word it by `kind`, `table` and `fields` */
  description: string;
  /** why it is not safe; '' for a safe one */
  reason: string;
  fields: string[];
  /** what it runs, in order; a rebuild or conversion has more than can be said in advance */
  sql: string[];
  /** until it is done, the object's own queries would fail or misread */
  blocking: boolean;
  examinations: Examination[];
  rebuild?: Rebuild;
  conversion?: Conversion;
  copy?: ListCopy;
  inside?: InsideRename;
  purge?: InsidePurge;
  rename?: ObjectRename;
  /** rows that it takes something from, though it stays in the archive */
  losses?: Examination[];
  rows?: StepRows;
  /** fields that go by another name from then on, as dotted paths: the history follows */
  renames?: { field: string; former: string }[];
  /** later steps have to be compared again */
  alone?: boolean;
  /** archived columns to be written down */
  archives?: { column: string; field: string; model?: FieldModel }[];
}

/** A row that a step does not suit. */
export interface RowFailure {
  id: string;
  problems: Problem[];
}

export function step(kind: StepKind, table: string, subject: string, rest: Partial<Step> & Pick<Step, 'description'>): Step {
  return {
    key: `${kind}:${table}:${subject}`,
    kind,
    table,
    class: 'safe',
    reason: '',
    fields: subject ? [subject] : [],
    sql: [],
    blocking: false,
    examinations: [],
    ...rest,
  };
}
