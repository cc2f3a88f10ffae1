// biome-ignore-all lint/a11y/useSemanticElements: a table's own layout is too slow for a board of thousands of cells
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus and names its cell by aria-activedescendant
/**
 * The board: days and half-days in the head, one line for each person or pitch. Only visible cells are drawn. The grid element has the focus, and the
 * keyboard moves a cursor over its cells.
 */
import { type CSSProperties, type KeyboardEvent, type RefObject, useMemo } from 'react';
import { useTranslate } from 'react-admin';
import type { Verdict } from '../carry/carry.ts';
import type { Column, Line } from '../lines.ts';
import type { RowWords } from './GridCell.tsx';
import { GridRow } from './GridRow.tsx';
import { fitted, type Sizes, useScrollTo, useSight, useWidth } from './sight.ts';

export interface Cursor {
  line: string;
  slot: number;
}

export interface GridProps {
  label: string;
  corner: string;
  /** texts of an empty cell, and of a line's figures: 'people' have wishes and free slots, a 'table' has slots */
  of: 'people' | 'table';
  sizes: Sizes;
  lines: readonly Line[];
  columns: readonly Column[];
  scroller: RefObject<HTMLDivElement | null>;
  cursor: Cursor | undefined;
  chosen: string;
  carried: string;
  /** the line that the verdicts belong to */
  own: { line: string; verdicts: readonly Verdict[] } | undefined;
  fresh: ReadonlySet<string>;
  onKey: (event: KeyboardEvent) => void;
}

export function Grid({ label, corner, of, sizes: asked, lines, columns, scroller, cursor, chosen, carried, own, fresh, onKey }: GridProps) {
  const translate = useTranslate();
  const wide = useWidth(scroller);
  const sizes = useMemo(() => fitted(asked, wide, columns.length), [asked, columns.length, wide]);
  const sight = useSight(scroller, sizes, lines.length, columns.length);
  const { from, until } = sight;
  const cursorAt = useMemo(() => (cursor ? lines.findIndex(({ id }) => id === cursor.line) : -1), [cursor, lines]);
  const words = useMemo(
    (): RowWords => ({
      free: translate(of === 'table' ? 'pairing.cell.empty' : 'pairing.cell.free'),
      away: translate('pairing.cell.away'),
      locked: translate('pairing.locked'),
      met: (met, wishes) => translate(of === 'table' ? 'pairing.seated' : 'pairing.met', { met, wishes }),
      verdict: ({ may, rule }) => (may === 'here' ? '' : translate(may === 'no' ? `pairing.short.${rule}` : `pairing.short.${may}`, { _: '' })),
    }),
    [of, translate],
  );
  useScrollTo(scroller, sizes, cursorAt, cursor?.slot ?? -1);
  const days = useMemo(() => spans(columns), [columns]);
  return (
    <div
      ref={scroller}
      className={`pb-grid${own ? ' pb-carrying' : ''}${sizes.isSmall ? ' pb-small' : ''}${of === 'table' ? ' pb-seats' : ''}`}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={lines.length + 2}
      aria-colcount={columns.length + 1}
      aria-activedescendant={cursorAt >= from && cursorAt < until ? 'pb-cursor' : undefined}
      onKeyDown={onKey}
    >
      <div className="pb-inner" style={measures(sizes, columns.length)}>
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
        <div role="rowgroup" className="pb-body" style={{ paddingTop: from * sizes.row, paddingBottom: (lines.length - until) * sizes.row }}>
          {lines.slice(from, until).map((line, index) => (
            <GridRow
              key={line.id}
              line={line}
              columns={columns}
              first={sight.first}
              last={sight.last}
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

/** The sizes that grid.css reads. */
function measures({ row, cell, name }: Sizes, slots: number): CSSProperties {
  const own = { '--slots': slots, '--row': `${row}px`, '--cell': `${cell}px`, '--name': `${name}px` };
  return own as CSSProperties; // custom properties
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
