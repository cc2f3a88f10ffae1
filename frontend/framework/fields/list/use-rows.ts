/** The rows of a list with keys that stay with them through adding, moving and removing, and the last removal to take back. */
import { useRef, useState } from 'react';
import type { Row } from '#codegen/model.ts';

export interface KeyedRow {
  key: string;
  row: Row;
}

let made = 0;
const newKey = (): string => `row-${++made}`;

export function useRows(rows: Row[], onChange: (rows: Row[]) => void) {
  const keys = useRef<string[]>([]);
  const [removed, setRemoved] = useState<{ index: number; item: KeyedRow; fresh: boolean }>();
  // Rows that came from elsewhere (a reload, a conflict settled) get keys of their own
  while (keys.current.length < rows.length) keys.current.push(newKey());
  keys.current.length = rows.length;
  const items: KeyedRow[] = rows.map((row, i) => ({ key: keys.current[i] ?? newKey(), row }));
  const set = (next: KeyedRow[]): void => {
    keys.current = next.map((item) => item.key);
    onChange(next.map((item) => item.row));
  };
  return {
    items,
    /** the last removal; `fresh` until something else is typed */
    removed,
    typed(): void {
      setRemoved((last) => (last?.fresh ? { ...last, fresh: false } : last));
    },
    /** all rows anew: those that were there keep their keys */
    write(all: Row[]): void {
      set(all.map((row, i) => ({ key: keys.current[i] ?? newKey(), row })));
    },
    /** appends and returns the new row's key */
    add(row: Row): string {
      const key = newKey();
      setRemoved(undefined);
      set([...items, { key, row }]);
      return key;
    },
    remove(index: number): void {
      const item = items[index];
      if (!item) return;
      setRemoved({ index, item, fresh: true });
      set(items.filter((_, i) => i !== index));
    },
    undo(): void {
      if (!removed) return;
      set([...items.slice(0, removed.index), removed.item, ...items.slice(removed.index)]);
      setRemoved(undefined);
    },
    move(from: number, to: number): void {
      const item = items[from];
      if (!item || to < 0 || to >= items.length) return;
      const rest = items.filter((_, i) => i !== from);
      set([...rest.slice(0, to), item, ...rest.slice(to)]);
    },
  };
}
