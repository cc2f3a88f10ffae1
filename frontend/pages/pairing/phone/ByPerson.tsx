/** On a phone: people one under another, each with their meetings in order of time. Moving is by the meeting's own card. */
import LockIcon from '@mui/icons-material/Lock';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { type BoardIndex, type Line, momentOf, type Side } from '../lines.ts';

/** So many people are drawn at once. */
const page = 30;

interface ByPersonProps {
  index: BoardIndex;
  lines: readonly Line[];
  side: Side;
  chosen: string;
  onChoose: (pairing: string) => void;
}

export function ByPerson({ index, lines, side, chosen, onChoose }: ByPersonProps) {
  const translate = useTranslate();
  const [shown, setShown] = useState(page);
  return (
    <section className="pb-people" aria-label={translate(`pairing.view.${side}`)}>
      <p className="soft">{translate('pairing.lines', { smart_count: lines.length, count: lines.length })}</p>
      {lines.slice(0, shown).map((line) => {
        const meetings = line.cells.flatMap((cell) => cell ?? []);
        return (
          <details key={line.id}>
            <summary>
              <b>{line.head}</b> <span className="soft">{line.sub}</span>
              <span className="badge">{translate('pairing.phone.meetings', { smart_count: meetings.length, count: meetings.length })}</span>
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
