/** Wishes that no timetable can meet, and why. */
import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { type BoardIndex, type Filters, pairName } from '../lines.ts';
import { wishesOf } from './Unmet.tsx';

export function Impossible({ index, filters }: { index: BoardIndex; filters: Filters }) {
  const translate = useTranslate();
  const wishes = useMemo(() => wishesOf(index, index.facts.impossible, filters), [index, filters]);
  if (wishes.length === 0) return null;
  return (
    <details className="pairing-impossible">
      <summary>{translate('pairing.impossible.title', { smart_count: wishes.length, count: wishes.length })}</summary>
      <ul>
        {wishes.slice(0, 200).map((wish) => (
          <li key={`${wish.dm} ${wish.pitch}`}>
            {pairName(index, wish)} <span className="soft">{translate(`pairing.impossible.${wish.reason}`)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
