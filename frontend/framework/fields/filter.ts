import type { FieldModel, JsonValue, Lang } from '#codegen/model.ts';
import type { Operator } from './filter-conditions.ts';

/** What the editor of a filter's value gets; `op` is never 'empty' or 'filled', which have no value. */
export interface FilterProps {
  field: FieldModel;
  op: Operator;
  value: JsonValue;
  onChange: (value: JsonValue) => void;
  lang: Lang;
}
