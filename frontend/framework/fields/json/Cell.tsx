import type { CellProps } from '../cell.ts';

export function Cell({ value }: CellProps) {
  return <code>{JSON.stringify(value).slice(0, 200)}</code>;
}
