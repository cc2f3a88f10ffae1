/** The board on a phone: people one below another, each with their meetings in order of time and their open wishes. Each opens a dialog. */
import LockIcon from '@mui/icons-material/Lock';
import { useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { BoardWish } from '#application/pairing/rules/board-facts.ts';
import { type BoardIndex, type Line, momentOf, nameDm, namePitch, type Side } from '../lines.ts';

/** Number of people that are drawn at once. */
const page = 30;

interface ByPersonProps {
  index: BoardIndex;
  lines: readonly Line[];
  side: Side;
  chosen: string;
  onChoose: (pairing: string) => void;
  onWish: (wish: BoardWish) => void;
}

export function ByPerson({ index, lines, side, chosen, onChoose, onWish }: ByPersonProps) {
  const translate = useTranslate();
  const [shown, setShown] = useState(page);
  const wishes = useMemo(() => {
    const found = new Map<string, BoardWish[]>();
    for (const wish of index.facts.unmet) found.set(wish[side], [...(found.get(wish[side]) ?? []), wish]);
    return found;
  }, [index, side]);
  return (
    <section className="pb-people" aria-label={translate(`pairing.view.${side}`)}>
      <p className="soft">{translate('pairing.lines', { smart_count: lines.length, count: lines.length })}</p>
      {lines.slice(0, shown).map((line) => {
        const meetings = line.cells.flatMap((cell) => cell ?? []);
        return (
          <details key={line.id}>
            <summary>
              <span>
                <b>{line.head}</b> <span className="soft">{line.sub}</span>
              </span>
              <span className="badge">{translate('pairing.met', { met: line.met, wishes: line.wishes })}</span>
            </summary>
            {meetings.length === 0 && <p className="soft">{translate('pairing.phone.none')}</p>}
            <ul>
              {meetings.map(({ pairing, top, sub }) => (
                <li key={pairing.id}>
                  <button type="button" className="pb-person-meet" aria-pressed={pairing.id === chosen} onClick={() => onChoose(pairing.id)}>
                    <span className="num">{momentOf(index.facts, pairing.start)}</span>
                    <span>
                      <b>{top}</b> {sub}
                    </span>
                    <span className="soft">
                      {pairing.locked && <LockIcon className="pb-lock" titleAccess={translate('pairing.locked')} />} {pairing.room}
                    </span>
                  </button>
                </li>
              ))}
              {(wishes.get(line.id) ?? []).map((wish) => {
                const { top, sub } = side === 'dm' ? namePitch(index, wish.pitch) : nameDm(index, wish.dm);
                return (
                  <li key={`${wish.dm} ${wish.pitch}`}>
                    <button type="button" className="pb-person-meet pb-person-wish" onClick={() => onWish(wish)}>
                      <span className="soft">{translate('pairing.rank', { rank: wish.rank })}</span>
                      <span>
                        <b>{top}</b> {sub}
                      </span>
                      <span className="soft">{translate('pairing.phone.open')}</span>
                    </button>
                  </li>
                );
              })}
            </ul>
          </details>
        );
      })}
      {lines.length > shown && (
        <button type="button" className="pb-more" onClick={() => setShown(shown + page)}>
          {translate('pairing.phone.more', { count: lines.length - shown })}
        </button>
      )}
    </section>
  );
}
