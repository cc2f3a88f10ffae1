import type { CellProps } from '../cell.ts';
import { showInstant } from '../show.ts';

/** On the reader's clock; the tooltip has the seconds and the stored UTC. */
export function Cell({ value }: CellProps) {
  const stored = String(value);
  return (
    <time className="num" dateTime={`${stored.replace(' ', 'T')}Z`} title={`${showInstant(stored, true)} (${stored} UTC)`}>
      {showInstant(stored)}
    </time>
  );
}
