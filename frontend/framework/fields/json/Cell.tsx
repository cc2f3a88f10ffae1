import type { CellProps } from '../cell.ts';
import { wordsOf } from './pairs.ts';

export function Cell({ field, value, lang }: CellProps) {
  const words = wordsOf(field, value, { lang }).slice(0, 200);
  return field.pairs ? words : <code>{words}</code>;
}
