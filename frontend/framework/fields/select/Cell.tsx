import type { CellProps } from '../cell.ts';
import { showOption } from '../show.ts';

/** The label; a badge where the schema says so or the code has a colour. */
export function Cell({ field, value, lang }: CellProps) {
  const label = showOption(field, value, lang);
  const color = field.options?.find((option) => option.value === value)?.color;
  if (field.display !== 'badge' && !color) return label;
  return (
    <span className="badge" data-color={color ?? 'plain'}>
      {label}
    </span>
  );
}
