// biome-ignore-all lint/a11y/useSemanticElements: a table's own layout is too slow for a board of thousands of cells
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus and names its cell by aria-activedescendant
/**
 * One line of the board. It is drawn again only when its own meetings, marks or cursor change. Its name is drawn first and its cells in slices, so
 * that drawing them never blocks a frame.
 */
import { memo, useDeferredValue } from 'react';
import type { Verdict } from '../carry/carry.ts';
import type { Column, Line } from '../lines.ts';
import { GridCell, type RowWords } from './GridCell.tsx';

interface RowProps {
  line: Line;
  columns: readonly Column[];
  /** the columns to draw; the end is exclusive */
  first: number;
  last: number;
  /** its position among all lines, from 0 */
  place: number;
  words: RowWords;
  /** verdicts for the slots, while the carried one belongs to this line */
  verdicts: readonly Verdict[] | undefined;
  /** the slot of the cursor, -1 where it is in another line */
  cursor: number;
  /** the selected meeting, '' for none in this line */
  chosen: string;
  /** the carried meeting, '' for none in this line */
  carried: string;
  /** a meeting that changed a moment ago */
  fresh: ReadonlySet<string>;
}

export const GridRow = memo(function GridRow({ line, columns, first, last, place, words, verdicts, cursor, chosen, carried, fresh }: RowProps) {
  const isFull = useDeferredValue(true, false);
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
      {isFull &&
        columns.slice(first, last).map((column, index) => {
          const slot = first + index;
          const meeting = line.cells[slot];
          return (
            <GridCell
              key={slot}
              slot={slot}
              column={column}
              meeting={meeting}
              isFree={line.free[slot] === '1'}
              verdict={verdicts?.[slot]}
              words={words}
              isCursor={slot === cursor}
              isChosen={meeting !== undefined && meeting.pairing.id === chosen}
              isCarried={meeting !== undefined && meeting.pairing.id === carried}
              isFresh={meeting !== undefined && fresh.has(meeting.pairing.id)}
            />
          );
        })}
    </div>
  );
});
