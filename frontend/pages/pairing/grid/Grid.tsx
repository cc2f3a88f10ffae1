// biome-ignore-all lint/a11y/useSemanticElements: a table's own layout is too slow for a board of thousands of cells
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus and names its cell by aria-activedescendant
/** The board itself: days and half-days above, one line a person or a pitch, only those in sight drawn. It holds the focus; the keyboard walks its cells. */
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Verdict } from '../carry.ts';
import type { Column, Line } from '../lines.ts';
import { GridRow } from './GridRow.tsx';

/** As in pairing.css. */
export const rowHeight = 40;
const headHeight = 52;
const nameWidth = 168;
const cellWidth = 88;
/** Lines drawn above and below what is in sight. */
const around = 6;

export interface Cursor {
  line: string;
  slot: number;
}

export interface GridProps {
  label: string;
  corner: string;
  lines: readonly Line[];
  columns: readonly Column[];
  scroller: RefObject<HTMLDivElement | null>;
  cursor: Cursor | undefined;
  chosen: string;
  carried: string;
  /** the line that the verdicts are of */
  own: { line: string; verdicts: readonly Verdict[] } | undefined;
  fresh: ReadonlySet<string>;
  onKey: (event: KeyboardEvent) => void;
}

export function Grid({ label, corner, lines, columns, scroller, cursor, chosen, carried, own, fresh, onKey }: GridProps) {
  const translate = useTranslate();
  const { from, until } = useSight(scroller, lines.length);
  const cursorAt = useMemo(() => (cursor ? lines.findIndex(({ id }) => id === cursor.line) : -1), [cursor, lines]);
  const words = useMemo(
    () => ({ free: translate('pairing.cell.free'), away: translate('pairing.cell.away'), locked: translate('pairing.locked') }),
    [translate],
  );
  useScrollTo(scroller, cursorAt, cursor?.slot ?? -1);
  const days = useMemo(() => spans(columns), [columns]);
  return (
    <div
      ref={scroller}
      className={own ? 'pb-grid pb-carrying' : 'pb-grid'}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={lines.length + 2}
      aria-colcount={columns.length + 1}
      aria-activedescendant={cursorAt >= from && cursorAt < until ? 'pb-cursor' : undefined}
      onKeyDown={onKey}
    >
      <div className="pb-inner" style={{ '--slots': columns.length } as Record<string, number> /* a custom property */}>
        <div role="rowgroup" className="pb-head">
          <div role="row" className="pb-row pb-days" aria-rowindex={1}>
            <div role="columnheader" className="pb-name pb-corner" aria-colindex={1}>
              {corner}
            </div>
            {days.map(({ day, start, count }) => (
              <div
                role="columnheader"
                key={day}
                className="pb-day pb-edge-day"
                aria-colindex={start + 2}
                aria-colspan={count}
                style={{ gridColumn: `span ${count}` }}
              >
                <span>{day}</span>
              </div>
            ))}
          </div>
          <div role="row" className="pb-row pb-times" aria-rowindex={2}>
            <div role="columnheader" className="pb-name" aria-colindex={1}>
              <span>{translate('pairing.lines', { smart_count: lines.length, count: lines.length })}</span>
            </div>
            {columns.map(({ day, time, edge }, slot) => (
              <div role="columnheader" key={`${day} ${time}`} className={`pb-time pb-edge-${edge}`} aria-colindex={slot + 2}>
                {time}
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup" className="pb-body" style={{ paddingTop: from * rowHeight, paddingBottom: (lines.length - until) * rowHeight }}>
          {lines.slice(from, until).map((line, index) => (
            <GridRow
              key={line.id}
              line={line}
              columns={columns}
              place={from + index}
              words={words}
              verdicts={own?.line === line.id ? own.verdicts : undefined}
              cursor={cursor?.line === line.id ? cursor.slot : -1}
              chosen={line.cells.some((cell) => cell?.pairing.id === chosen) ? chosen : ''}
              carried={line.cells.some((cell) => cell?.pairing.id === carried) ? carried : ''}
              fresh={fresh}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/** The lines in sight, told when another comes. */
function useSight(scroller: RefObject<HTMLDivElement | null>, count: number): { from: number; until: number } {
  const [sight, setSight] = useState({ first: 0, shown: 20 });
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const look = () => {
      // In steps, so that a line more or less draws nothing.
      const first = Math.floor(box.scrollTop / rowHeight / 3) * 3;
      const shown = Math.ceil(box.clientHeight / rowHeight) + 3;
      setSight((before) => (before.first === first && before.shown === shown ? before : { first, shown }));
    };
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(box);
    box.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      box.removeEventListener('scroll', look);
    };
  }, [scroller]);
  const from = Math.max(0, Math.min(sight.first - around, count - sight.shown));
  return { from, until: Math.min(count, sight.first + sight.shown + around) };
}

/** Brings the cursor's cell into sight, beside the sticky head and names. */
function useScrollTo(scroller: RefObject<HTMLDivElement | null>, line: number, slot: number): void {
  const last = useRef('');
  useEffect(() => {
    const box = scroller.current;
    const where = `${line} ${slot}`;
    if (!box || line < 0 || slot < 0 || last.current === where) return;
    last.current = where;
    const top = line * rowHeight;
    const left = slot * cellWidth;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + rowHeight + headHeight > box.scrollTop + box.clientHeight) box.scrollTop = top + rowHeight + headHeight - box.clientHeight;
    if (left < box.scrollLeft) box.scrollLeft = left;
    else if (left + cellWidth + nameWidth > box.scrollLeft + box.clientWidth) box.scrollLeft = left + cellWidth + nameWidth - box.clientWidth;
  }, [scroller, line, slot]);
}

function spans(columns: readonly Column[]): { day: string; start: number; count: number }[] {
  const days: { day: string; start: number; count: number }[] = [];
  for (const [slot, { day }] of columns.entries()) {
    const last = days.at(-1);
    if (last?.day === day) last.count += 1;
    else days.push({ day, start: slot, count: 1 });
  }
  return days;
}
