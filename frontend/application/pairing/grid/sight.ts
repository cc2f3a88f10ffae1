/** Computes which cells of the board are visible, and scrolls to a cell. */
import { type RefObject, useEffect, useRef, useState } from 'react';

/** Sizes of the board in CSS pixels; the stylesheet reads them. */
export interface Sizes {
  row: number;
  cell: number;
  name: number;
  /** only numbers in the cells, to see more of the forum at once */
  isSmall: boolean;
}

/** Both sizes fit 20 lines and 14 slots beside the side panel on a screen of 1440 × 900. On a wider screen the cells get the space. */
export const large: Sizes = { row: 30, cell: 50, name: 136, isSmall: false };
export const small: Sizes = { row: 24, cell: 44, name: 120, isSmall: true };
/** Greatest width of a cell: wider ones are hard to follow along a line. */
const widestCell = 120;

/** Sizes with the widest cells at which a grid of `wide` px still shows all `slots`. */
export function fitted(sizes: Sizes, wide: number, slots: number): Sizes {
  if (slots === 0 || wide === 0) return sizes;
  const cell = Math.floor((wide - sizes.name - 2) / slots);
  return { ...sizes, cell: Math.max(sizes.cell, Math.min(widestCell, cell)) };
}

/** Height of the days and times above the lines. */
const headHeight = 48;
/** How many lines and columns are drawn outside of the view, and the step in which this is updated: scrolling by one line draws nothing. */
const around = 4;
const step = 4;

export interface Sight {
  /** lines; the end is exclusive */
  from: number;
  until: number;
  /** columns; the end is exclusive */
  first: number;
  last: number;
}

/** The cells to draw, updated while scrolling. */
export function useSight(scroller: RefObject<HTMLDivElement | null>, { row, cell, name }: Sizes, lines: number, columns: number): Sight {
  const [sight, setSight] = useState({ top: 0, high: 24, left: 0, wide: 16 });
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const look = () => {
      const next = {
        top: stepped(box.scrollTop / row),
        high: Math.ceil(box.clientHeight / row) + step,
        left: stepped(box.scrollLeft / cell),
        wide: Math.ceil((box.clientWidth - name) / cell) + step,
      };
      setSight((now) => (now.top === next.top && now.high === next.high && now.left === next.left && now.wide === next.wide ? now : next));
    };
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(box);
    box.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      box.removeEventListener('scroll', look);
    };
  }, [scroller, row, cell, name]);
  return {
    from: Math.max(0, Math.min(sight.top - around, lines - sight.high)),
    until: Math.min(lines, sight.top + sight.high + around),
    first: Math.max(0, Math.min(sight.left - around, columns - sight.wide)),
    last: Math.min(columns, sight.left + sight.wide + around),
  };
}

/** Scrolls so that the cursor's cell is visible beside the sticky head and names. */
export function useScrollTo(scroller: RefObject<HTMLDivElement | null>, { row, cell, name }: Sizes, line: number, slot: number): void {
  const last = useRef('');
  useEffect(() => {
    const box = scroller.current;
    const where = `${line} ${slot}`;
    if (!box || line < 0 || slot < 0 || last.current === where) return;
    last.current = where;
    const top = line * row;
    const left = slot * cell;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + row + headHeight > box.scrollTop + box.clientHeight) box.scrollTop = top + row + headHeight - box.clientHeight;
    if (left < box.scrollLeft) box.scrollLeft = left;
    else if (left + cell + name > box.scrollLeft + box.clientWidth) box.scrollLeft = left + cell + name - box.clientWidth;
  }, [scroller, row, cell, name, line, slot]);
}

function stepped(at: number): number {
  return Math.floor(at / step) * step;
}

/** The width of the grid in CSS pixels; 0 before it is measured. */
export function useWidth(scroller: RefObject<HTMLDivElement | null>): number {
  const [wide, setWide] = useState(0);
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const look = () => setWide(box.clientWidth);
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(box);
    return () => sizes.disconnect();
  }, [scroller]);
  return wide;
}
