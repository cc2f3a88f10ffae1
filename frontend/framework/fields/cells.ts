/** Each kind of field and its cell in a list. */

import type { ComponentType } from 'react';
import type { FieldKind } from '#codegen/model.ts';
import { Cell as BooleanCell } from './boolean/Cell.tsx';
import type { CellProps } from './cell.ts';
import { Cell as DateCell } from './date/Cell.tsx';
import { Cell as DatetimeCell } from './datetime/Cell.tsx';
import { Cell as FilesCell } from './files/Cell.tsx';
import { Cell as HtmlCell } from './html/Cell.tsx';
import { Cell as JsonCell } from './json/Cell.tsx';
import { Cell as ListCell } from './list/Cell.tsx';
import { Cell as NumberCell } from './number/Cell.tsx';
import { Cell as ObjectCell } from './object/Cell.tsx';
import { Cell as ReferenceCell } from './reference/Cell.tsx';
import { Cell as ReferencesCell } from './references/Cell.tsx';
import { Cell as SelectCell } from './select/Cell.tsx';
import { Cell as StringCell } from './string/Cell.tsx';
import { Cell as TagsCell } from './tags/Cell.tsx';
import { Cell as TextCell } from './text/Cell.tsx';

export const cells: Record<FieldKind, ComponentType<CellProps>> = {
  string: StringCell,
  text: TextCell,
  html: HtmlCell,
  password: () => null,
  integer: NumberCell,
  decimal: NumberCell,
  number: NumberCell,
  boolean: BooleanCell,
  date: DateCell,
  time: DateCell,
  datetime: DatetimeCell,
  select: SelectCell,
  multiselect: TagsCell,
  tags: TagsCell,
  reference: ReferenceCell,
  references: ReferencesCell,
  files: FilesCell,
  object: ObjectCell,
  list: ListCell,
  json: JsonCell,
};

/** Numbers stand at the right, so that their digits line up. */
export function alignOf(kind: FieldKind): 'end' | 'start' {
  return kind === 'integer' || kind === 'decimal' || kind === 'number' ? 'end' : 'start';
}
