/** The empty value of each kind (docs/decisions/002). Pure. */
import type { FieldModel, JsonValue } from './model.ts';

export function emptyDefault(field: Pick<FieldModel, 'kind' | 'unset' | 'default' | 'options'>): JsonValue {
  switch (field.kind) {
    case 'select':
      return field.unset ?? (field.options?.every(({ value }) => typeof value === 'boolean') ? false : null);
    case 'boolean':
      return false;
    case 'integer':
    case 'decimal':
    case 'number':
      return null;
    case 'multiselect':
    case 'tags':
    case 'references':
    case 'files':
    case 'list':
      return [];
    case 'object':
      return {};
    case 'json':
      return Array.isArray(field.default) ? [] : typeof field.default === 'object' && field.default !== null ? {} : null;
    default:
      return '';
  }
}
