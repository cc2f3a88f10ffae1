// biome-ignore-all lint/a11y/useSemanticElements: a table's own layout is too slow for a board of thousands of cells
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus and names its cell by aria-activedescendant
/** One line of the board. Drawn again only when its own meetings, marks or cursor change. */
import LockIcon from '@mui/icons-material/Lock';
import { memo } from 'react';
import type { Verdict } from '../carry.ts';
import type { Column, Line } from '../lines.ts';

export interface RowWords {
  free: string;
  away: string;
  locked: string;
  met: (met: number, wishes: number) => string;
  verdict: (verdict: Verdict) => string;
}

interface RowProps {
  line: Line;
  columns: readonly Column[];
  /** the columns that are drawn, the last one left out */
  first: number;
  last: number;
  /** its place among all lines, from 0 */
  place: number;
  words: RowWords;
  /** of the slots, while what is carried lives in this line */
  verdicts: readonly Verdict[] | undefined;
  /** the cursor's slot, -1 where it is elsewhere */
  cursor: number;
  /** the chosen meeting, '' for none in this line */
  chosen: string;
  /** the meeting that is carried, '' for none in this line */
  carried: string;
  /** a meeting that changed a moment ago */
  fresh: ReadonlySet<string>;
}

export const GridRow = memo(function GridRow({ line, columns, first, last, place, words, verdicts, cursor, chosen, carried, fresh }: RowProps) {
  return (
    <div role="row" className={verdicts ? 'pb-row pb-row-own' : 'pb-row'} data-line={line.id} aria-rowindex={place + 3}>
      <div role="rowheader" className="pb-name" aria-colindex={1} title={`${line.head}\n${line.sub}\n${words.met(line.met, line.wishes)}`}>
        <span className="pb-who">
          <strong>{line.head}</strong>
          <b className="pb-met" data-full={line.met >= line.wishes || undefined}>
            {line.met}/{line.wishes}
          </b>
        </span>
        <span>{line.sub}</span>
      </div>
      {first > 0 && <div role="presentation" style={{ gridColumn: `2 / span ${first}` }} />}
      {columns.slice(first, last).map((column, index) => {
        const slot = first + index;
        const cell = line.cells[slot];
        const verdict = verdicts?.[slot];
        const isFree = line.free[slot] === '1';
        const said = cell
          ? `${cell.top} ${cell.sub}${cell.pairing.room && ` · ${cell.pairing.room}`}${cell.pairing.locked ? ` · ${words.locked}` : ''}`
          : isFree
            ? words.free
            : words.away;
        const ruled = verdict ? words.verdict(verdict) : '';
        return (
          <div
            role="gridcell"
            key={slot}
            id={slot === cursor ? 'pb-cursor' : undefined}
            className={`pb-cell pb-edge-${column.edge}${isFree || cell ? '' : ' pb-away'}${slot === cursor ? ' pb-cursor' : ''}${verdict ? ` pb-may-${verdict.may}` : ''}`}
            data-slot={slot}
            aria-colindex={slot + 2}
            aria-label={`${column.time} ${said}${ruled && ` · ${ruled}`}`}
            aria-selected={cell !== undefined && cell.pairing.id === chosen}
          >
            {cell && (
              <div
                className={`pb-meet${cell.pairing.locked ? ' pb-locked' : ''}${cell.pairing.id === chosen ? ' pb-chosen' : ''}${cell.pairing.id === carried ? ' pb-carried' : ''}${fresh.has(cell.pairing.id) ? ' pb-fresh' : ''}`}
                data-pairing={cell.pairing.id}
                data-mode={cell.pairing.mode}
                title={said}
              >
                <span className="pb-top">
                  <b>{cell.top}</b>
                  {cell.pairing.locked && <LockIcon className="pb-lock" aria-hidden />}
                  {cell.pairing.room && <i>{cell.pairing.room}</i>}
                </span>
                <span className="pb-sub">{cell.sub}</span>
              </div>
            )}
            {ruled && <span className={`pb-rule${cell ? ' pb-rule-over' : ''}${verdict?.may === 'no' ? '' : ' pb-rule-good'}`}>{ruled}</span>}
          </div>
        );
      })}
    </div>
  );
});
