/** The lines of the board that match the filters. An unchanged line remains the same object. */
import { useMemo, useRef } from 'react';
import { type BoardIndex, type Filters, isShown, type Line, linesOf, type Side } from './lines.ts';

export function useLines(index: BoardIndex, side: Side, filters: Filters): readonly Line[] {
  const known = useRef<Map<string, Line>>(new Map());
  const all = useMemo(() => {
    const lines = linesOf(index, side, known.current);
    known.current = new Map(lines.map((line) => [line.id, line]));
    return lines;
  }, [index, side]);
  return useMemo(() => {
    const unmet = new Set(index.facts.unmet.map((wish) => wish[side]));
    return all.filter((line) => isShown(index, side, line, filters, unmet));
  }, [all, filters, index, side]);
}
