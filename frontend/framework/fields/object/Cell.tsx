import type { CellProps } from '../cell.ts';
import { isBlank, showOption } from '../show.ts';

/** The nested values that say something, in their order. */
export function Cell({ field, value, lang }: CellProps) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return String(value);
  const parts = (field.fields ?? []).flatMap((inner) => {
    const part = value[inner.name];
    if (part === undefined || typeof part === 'object' || isBlank(inner, part)) return [];
    return [inner.options ? showOption(inner, part, lang) : String(part)];
  });
  return parts.join(' · ');
}
