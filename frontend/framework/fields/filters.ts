/** kind → the editor of its filter's value. The one list of them; fetched with the first filter that is edited. */
import type { ComponentType } from 'react';
import type { FieldKind } from '#codegen/model.ts';
import { Filter as BooleanFilter } from './boolean/Filter.tsx';
import { Filter as DateFilter, TimeFilter } from './date/Filter.tsx';
import { Filter as DatetimeFilter } from './datetime/Filter.tsx';
import type { FilterProps } from './filter.ts';
import { Filter as NumberFilter } from './number/Filter.tsx';
import { Filter as ReferenceFilter } from './reference/Filter.tsx';
import { Filter as SelectFilter } from './select/Filter.tsx';
import { Filter as StringFilter } from './string/Filter.tsx';
import { Filter as TagsFilter } from './tags/Filter.tsx';

/** A kind without one can be asked for empty and filled only. */
export const filters: Record<FieldKind, ComponentType<FilterProps> | undefined> = {
  string: StringFilter,
  text: StringFilter,
  html: StringFilter,
  password: undefined,
  integer: NumberFilter,
  decimal: NumberFilter,
  number: NumberFilter,
  boolean: BooleanFilter,
  date: DateFilter,
  time: TimeFilter,
  datetime: DatetimeFilter,
  select: SelectFilter,
  multiselect: SelectFilter,
  tags: TagsFilter,
  reference: ReferenceFilter,
  references: ReferenceFilter,
  files: undefined,
  object: undefined,
  list: undefined,
  json: undefined,
};
