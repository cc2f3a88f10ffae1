import { useTranslate } from 'react-admin';
import type { CellProps } from '../cell.ts';

/** How many entries there are; they stand in the form. */
export function Cell({ value }: CellProps) {
  const translate = useTranslate();
  return translate('list.entries', { smart_count: Array.isArray(value) ? value.length : 1 });
}
