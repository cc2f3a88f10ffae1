import type { CellProps } from '../cell.ts';
import { plainText } from '../show.ts';

/** A list shows the words of markup, never the markup itself. */
export function Cell({ value }: CellProps) {
  return plainText(String(value)).replace(/\s+/g, ' ').slice(0, 400);
}
