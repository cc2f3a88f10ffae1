/** One step of an evolution plan, as plain data: shown to a person, journalled, and carried out by `apply`. */
import type { FieldModel } from '#codegen/model.ts';
import type { Problem, ProblemCode } from '#domain/problem.ts';
import type { SqlValue } from './connect.ts';
import type { ColumnLayout } from './ddl-types.ts';

export type StepClass =
  /** loses nothing and cannot fail on the rows that stand: done by itself */
  | 'safe'
  /** may not suit the rows that stand: they are examined, and somebody says so */
  | 'needsData'
  /** loses data: the object's name must be typed */
  | 'destructive';

export type StepKind =
  | 'createTable'
  | 'createSearch'
  | 'dropForeignKey'
  | 'dropIndex'
  | 'renameColumn'
  | 'restoreColumn'
  | 'archiveColumn'
  | 'archiveTable'
  | 'addColumn'
  | 'widen'
  | 'narrow'
  | 'convert'
  | 'rebuild'
  | 'addIndex'
  | 'addUnique'
  | 'addForeignKey'
  | 'check'
  | 'purge';

/** A SELECT of the ids of rows that a step would not suit. */
export interface Examination {
  sql: string;
  params: SqlValue[];
  code: ProblemCode;
  field: string;
}

/** A column whose values become another kind of value: the old ones stay as an archived column. */
export interface Conversion {
  from: ColumnLayout;
  to: ColumnLayout;
  /** name that the old column gets */
  archive: string;
}

/** SQLite's way to change a column: the table is copied into a new shape, in one transaction. */
export interface Rebuild {
  /** definition in the new table, and the expression over the old one that fills it (none: its default) */
  columns: { name: string; sql: string; from?: string }[];
  foreignKeys: string[];
  conversions: Conversion[];
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
