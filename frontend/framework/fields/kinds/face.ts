/** What is seen of a kind of field, outside of a form: its widget is in widgets.ts and the editor of its filter in filters.ts, for a list loads neither. */
import type { ComponentType } from 'react';
import type { FieldKind, FieldModel, JsonValue, Lang, Row } from '#codegen/model.ts';
import type { CellProps } from '../cell.ts';

/** Where a value is put in words: `scope` is the row around it, `whole` the record. */
export interface Telling {
  lang: Lang;
  scope: Row;
  whole: Row;
}

export interface Face<K extends FieldKind = FieldKind> {
  name: K;
  /** in a list */
  Cell: ComponentType<CellProps>;
  /** a value in words, for the history and for conflicts; otherwise its text or its JSON */
  words?(field: FieldModel, value: JsonValue, telling: Telling): string;
  /** figures stand at the right, so that their digits line up */
  align?: 'end';
  /** takes the whole width of a form, and is too much for one line of a grid */
  long?: true;
  /** pixels that its values usually need in a grid */
  gridWidth?(field: FieldModel): number;
  /** the type that RJSF keeps its books by; otherwise a string */
  leaf?: 'integer' | 'number' | 'boolean';
}
