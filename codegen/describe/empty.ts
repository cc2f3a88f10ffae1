/** The empty value of each kind (docs/decisions/002). Pure. */
import { kinds } from '#kinds/index.ts';
import type { FieldModel, JsonValue } from '../model.ts';

export function emptyDefault(field: Pick<FieldModel, 'kind' | 'unset' | 'orNull' | 'default' | 'options'>): JsonValue {
  const kind = kinds[field.kind];
  return kind.initial ? kind.initial(field) : kind.empty(field);
}
