import type { CellProps } from '../cell.ts';
import { showOption } from '../show.ts';

/** Several words or options; the rest is cut and shown in the tooltip. */
export function Cell({ field, value, lang }: CellProps) {
  const items = Array.isArray(value) ? value : [value];
  return (
    <span className="badges">
      {items.map((item) => {
        const color = field.options?.find((option) => option.value === item)?.color;
        return (
          <span key={String(item)} className="badge" data-color={color ?? 'plain'}>
            {showOption(field, item, lang)}
          </span>
        );
      })}
    </span>
  );
}
