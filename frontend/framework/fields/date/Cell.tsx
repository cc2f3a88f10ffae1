import type { CellProps } from '../cell.ts';

/** A calendar day or a time of day has no zone and shows as it is stored. */
export function Cell({ value }: CellProps) {
  return <span className="num">{String(value)}</span>;
}
