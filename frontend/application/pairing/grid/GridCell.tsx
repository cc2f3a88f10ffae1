// biome-ignore-all lint/a11y/useSemanticElements: a table's own layout is too slow for a board of thousands of cells
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus and names its cell by aria-activedescendant
/** One cell of the board. It is drawn again only when its content changes, so scrolling to the side draws only the new columns. */
import LockIcon from '@mui/icons-material/Lock';
import { memo } from 'react';
import type { Verdict } from '../carry/carry.ts';
import type { Column, Meeting } from '../lines.ts';

export interface RowWords {
  free: string;
  away: string;
  locked: string;
  met: (met: number, wishes: number) => string;
  verdict: (verdict: Verdict) => string;
}

interface CellProps {
  slot: number;
  column: Column;
  meeting: Meeting | undefined;
  isFree: boolean;
  /** true while the carried one belongs to this line */
  verdict: Verdict | undefined;
  words: RowWords;
  isCursor: boolean;
  isChosen: boolean;
  isCarried: boolean;
  /** changed a moment ago */
  isFresh: boolean;
}

export const GridCell = memo(function GridCell({ slot, column, meeting, isFree, verdict, words, isCursor, isChosen, isCarried, isFresh }: CellProps) {
  const said = meeting
    ? `${meeting.top} ${meeting.sub}${meeting.pairing.room && ` · ${meeting.pairing.room}`}${meeting.pairing.locked ? ` · ${words.locked}` : ''}`
    : isFree
      ? words.free
      : words.away;
  const ruled = verdict ? words.verdict(verdict) : '';
  return (
    <div
      role="gridcell"
      id={isCursor ? 'pb-cursor' : undefined}
      className={`pb-cell pb-edge-${column.edge}${isFree || meeting ? '' : ' pb-away'}${isCursor ? ' pb-cursor' : ''}${verdict ? ` pb-may-${verdict.may}` : ''}`}
      data-slot={slot}
      aria-colindex={slot + 2}
      aria-label={`${column.time} ${said}${ruled && ` · ${ruled}`}`}
      aria-selected={isChosen}
    >
      {meeting && (
        <div
          className={`pb-meet${meeting.pairing.locked ? ' pb-locked' : ''}${isChosen ? ' pb-chosen' : ''}${isCarried ? ' pb-carried' : ''}${isFresh ? ' pb-fresh' : ''}`}
          data-pairing={meeting.pairing.id}
          data-mode={meeting.pairing.mode}
          title={said}
        >
          <span className="pb-top">
            <b>{meeting.top}</b>
            {meeting.pairing.locked && <LockIcon className="pb-lock" aria-hidden />}
          </span>
          <span className="pb-sub">
            <span>{meeting.sub}</span>
            {meeting.pairing.room && <i>{meeting.pairing.room}</i>}
          </span>
        </div>
      )}
      {ruled && <span className={`pb-rule${meeting ? ' pb-rule-over' : ''}${verdict?.may === 'no' ? '' : ' pb-rule-good'}`}>{ruled}</span>}
    </div>
  );
});
