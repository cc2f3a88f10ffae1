/** The board by keyboard: arrows move, Enter picks up and drops, Escape cancels, Delete removes, L locks. */
import { type KeyboardEvent, useCallback, useState } from 'react';
import type { BoardPairing } from '#application/pairing/rules/board-facts.ts';
import type { Cursor } from '../grid/Grid.tsx';
import type { Line } from '../lines.ts';
import type { Carrying } from './use-carry.ts';

export interface CursorWays {
  lines: readonly Line[];
  slots: number;
  carrying: Carrying;
  choose: (pairing: string) => void;
  remove: (pairing: BoardPairing) => void;
  lock: (pairing: BoardPairing) => void;
}

const steps: Record<string, [line: number, slot: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-10, 0],
  PageDown: [10, 0],
};

export function useCursor({ lines, slots, carrying, choose, remove, lock }: CursorWays) {
  const [cursor, setCursor] = useState<Cursor>();
  const { carry, drop, leave, look, pick } = carrying;

  const onKey = useCallback(
    (event: KeyboardEvent) => {
      if (event.altKey || lines.length === 0 || slots === 0) return;
      const at = Math.max(0, cursor ? lines.findIndex(({ id }) => id === cursor.line) : 0);
      const slot = Math.min(cursor?.slot ?? 0, slots - 1);
      const there = lines[at]?.cells[slot]?.pairing;
      const go = (line: number, to: number) => {
        const next = lines[Math.max(0, Math.min(lines.length - 1, line))]!; // there is at least one
        const nextSlot = Math.max(0, Math.min(slots - 1, to));
        const found = next.cells[nextSlot]?.pairing;
        setCursor({ line: next.id, slot: nextSlot });
        if (carry) look(carry, next.id, nextSlot, found?.id ?? '');
        else choose(found?.id ?? '');
      };
      const step = steps[event.key];
      if (step) {
        // The first key press only shows where the cursor is.
        if (cursor) go(at + step[0], slot + step[1]);
        else go(0, 0);
      } else if (event.key === 'Home' || event.key === 'End')
        go(event.ctrlKey ? (event.key === 'Home' ? 0 : lines.length - 1) : at, event.key === 'Home' ? 0 : slots - 1);
      else if (event.key === 'Enter' || event.key === ' ') {
        if (carry) drop(carry, lines[at]?.id, slot, there?.id ?? '');
        else if (there && cursor) pick({ pairing: there.id, dm: there.dm, pitch: there.pitch });
      } else if (event.key === 'Escape') {
        if (carry) leave();
        else choose('');
      } else if (event.key === 'Delete' && there && !carry) remove(there);
      else if (event.key.toLowerCase() === 'l' && !event.ctrlKey && !event.metaKey && there && !carry) lock(there);
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    [carry, choose, cursor, drop, leave, lines, lock, look, pick, remove, slots],
  );
  return { cursor, setCursor, onKey };
}
