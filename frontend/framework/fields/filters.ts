/** Each kind of field and the editor of its filter's value; a kind without one can be asked for empty and filled only. */

import type { ComponentType } from 'react';
import type { FieldModel } from '#codegen/model.ts';
import { Filter as BooleanFilter } from './boolean/Filter.tsx';
import { Filter as DateFilter } from './date/Filter.tsx';
import { Filter as DatetimeFilter } from './datetime/Filter.tsx';
import type { FilterProps } from './filter.ts';
import { Filter as NumberFilter } from './number/Filter.tsx';
import { Filter as ReferenceFilter } from './reference/Filter.tsx';
import { Filter as SelectFilter } from './select/Filter.tsx';
import { Filter as StringFilter } from './string/Filter.tsx';
import { Filter as TagsFilter } from './tags/Filter.tsx';

export function filterEditor(field: FieldModel): ComponentType<FilterProps> | undefined {
  switch (field.kind) {
    case 'string':
    case 'text':
    case 'html':
      return StringFilter;
    case 'integer':
    case 'decimal':
    case 'number':
      return NumberFilter;
    case 'boolean':
      return BooleanFilter;
    case 'date':
    case 'time':
      return DateFilter;
    case 'datetime':
      return DatetimeFilter;
    case 'select':
    case 'multiselect':
      return SelectFilter;
    case 'tags':
      return field.options ? SelectFilter : TagsFilter;
    case 'reference':
    case 'references':
      return ReferenceFilter;
    default:
      return undefined;
  }
}
