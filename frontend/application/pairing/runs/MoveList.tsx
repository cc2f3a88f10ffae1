/** The meetings that a plan moves, adds and removes, by name. */
import { useTranslate } from 'react-admin';
import type { PlanMove } from '#application/pairing/rules/board-facts.ts';
import { type BoardIndex, momentOf, pairName } from '../lines.ts';

/** Number of meetings listed; the total is above. */
const most = 200;

export function MoveList({ index, moves }: { index: BoardIndex; moves: readonly PlanMove[] }) {
  const translate = useTranslate();
  if (moves.length === 0) return null;
  const where = (place: PlanMove['before']) => (place ? `${momentOf(index.facts, place.start)}${place.room && ` · ${place.room}`}` : '—');
  // People know the existing meetings, so those come first; new ones follow.
  const sorted = [...moves].sort(
    (a, b) => Number(!a.before) - Number(!b.before) || (a.before?.start ?? a.after?.start ?? '').localeCompare(b.before?.start ?? b.after?.start ?? ''),
  );
  return (
    <details className="pairing-moves" open={moves.length <= 20}>
      <summary>{translate('pairing.take.list', { smart_count: moves.length, count: moves.length })}</summary>
      <div className="pairing-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">{translate('pairing.take.meeting')}</th>
              <th scope="col">{translate('pairing.take.before')}</th>
              <th scope="col">{translate('pairing.take.after')}</th>
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, most).map((move) => (
              <tr key={`${move.dm} ${move.pitch}`}>
                <td>{pairName(index, move)}</td>
                <td className="num">{where(move.before)}</td>
                <td className="num">{where(move.after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {moves.length > most && <p className="soft">{translate('pairing.take.more', { count: moves.length - most })}</p>}
    </details>
  );
}
