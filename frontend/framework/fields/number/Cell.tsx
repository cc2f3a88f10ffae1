import type { CellProps } from '../cell.ts';
import { showFigure } from './decimal.ts';

/** Grouped, with tabular figures; a year or another field without a group sign says so by `ui.options.grouping: false`. */
export function Cell({ field, value, row }: CellProps) {
  if (typeof value !== 'number') return String(value);
  if (field.display === 'progress') return <progress className="cell-progress" max={field.maximum ?? 100} value={value} title={`${value}`} />;
  const plain = field.display === 'plain' || /(^|_)year$/.test(field.name);
  if (plain) return <span className="num">{String(value)}</span>;
  return (
    <span className="num">
      {field.ui.prefix && `${field.ui.prefix} `}
      {showFigure(field, value, row)}
      {field.ui.suffix && ` ${field.ui.suffix}`}
    </span>
  );
}
