/** The rows of a list with keys that stay with them through adding, moving and removing, and the last removal or paste to take back. */
import { useRef, useState } from 'react';
import type { Row } from '#codegen/model.ts';

export interface KeyedRow {
  key: string;
  row: Row;
}

/** What can be taken back; `fresh` until something else is typed. */
type Last = { fresh: boolean } & (
  | { did: 'removed'; index: number; item: KeyedRow }
  /** the rows that it wrote over, as they were, and the keys of those that it made */
  | { did: 'pasted'; before: ReadonlyMap<string, Row>; made: ReadonlySet<string>; count: number }
);

let made = 0;
const newKey = (): string => `row-${++made}`;

export function useRows(rows: Row[], onChange: (rows: Row[]) => void) {
  const keys = useRef<string[]>([]);
  const [last, setLast] = useState<Last>();
  // Rows that came from elsewhere (a reload, a conflict settled) get keys of their own. Keys beyond the rows stay: a form may be
  // drawn once more with the rows of before while it takes those that were set.
  while (keys.current.length < rows.length) keys.current.push(newKey());
  const items: KeyedRow[] = rows.map((row, i) => ({ key: keys.current[i] ?? newKey(), row }));
  const set = (next: KeyedRow[]): void => {
    keys.current = next.map((item) => item.key);
    onChange(next.map((item) => item.row));
  };
  return {
    items,
    last,
    typed(): void {
      setLast((done) => (done?.fresh ? { ...done, fresh: false } : done));
    },
    /** all rows anew: those that were there keep their keys */
    write(all: Row[]): void {
      set(all.map((row, i) => ({ key: keys.current[i] ?? newKey(), row })));
    },
    /** a block that was pasted: rows from `index` on, written over those that are there */
    paste(index: number, block: Row[]): void {
      const over = items.slice(index, index + block.length);
      const pasted = block.map((row, i) => ({ key: over[i]?.key ?? newKey(), row }));
      const before = new Map(over.map(({ key, row }) => [key, row]));
      const added = new Set(pasted.slice(over.length).map(({ key }) => key));
      setLast({ did: 'pasted', before, made: added, count: block.length, fresh: true });
      set([...items.slice(0, index), ...pasted, ...items.slice(index + block.length)]);
    },
    /** appends and returns the new row's key */
    add(row: Row): string {
      const key = newKey();
      setLast(undefined);
      set([...items, { key, row }]);
      return key;
    },
    remove(index: number): void {
      const item = items[index];
      if (!item) return;
      setLast({ did: 'removed', index, item, fresh: true });
      set(items.filter((_, i) => i !== index));
    },
    undo(): void {
      if (!last) return;
      if (last.did === 'removed') set([...items.slice(0, last.index), last.item, ...items.slice(last.index)]);
      else set(items.filter(({ key }) => !last.made.has(key)).map(({ key, row }) => ({ key, row: last.before.get(key) ?? row })));
      setLast(undefined);
    },
    move(from: number, to: number): void {
      const item = items[from];
      if (!item || to < 0 || to >= items.length) return;
      const rest = items.filter((_, i) => i !== from);
      set([...rest.slice(0, to), item, ...rest.slice(to)]);
    },
  };
}
