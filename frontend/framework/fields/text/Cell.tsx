import type { CellProps } from '../cell.ts';

/** The first lines run together; the tooltip has the whole. */
export function Cell({ value }: CellProps) {
  return String(value).replace(/\s+/g, ' ').slice(0, 400);
}
