import { useTranslate } from 'react-admin';
import type { JsonValue } from '#codegen/model.ts';
import { DayBox } from '../date/Filter.tsx';
import type { FilterProps } from '../filter.ts';
import { edgeOfDay, instantOf, localDay } from '../show.ts';

/** Whole days on the reader's clock, asked of the server in UTC. */
export function Filter({ op, value, onChange }: FilterProps) {
  const translate = useTranslate();
  const [from = null, to = null] = Array.isArray(value) ? value : [];
  if (op !== 'range')
    return <DayBox type="date" label={translate('filter.value')} value={dayOf(value)} onChange={(day) => onChange(edgeOfDay(day, 'start'))} />;
  return (
    <div className="filter-pair">
      <DayBox type="date" label={translate('filter.from')} value={dayOf(from)} onChange={(day) => onChange([edgeOfDay(day, 'start'), to])} />
      <DayBox type="date" label={translate('filter.to')} value={dayOf(to)} onChange={(day) => onChange([from, edgeOfDay(day, 'end')])} />
    </div>
  );
}

function dayOf(stored: JsonValue): string {
  const instant = typeof stored === 'string' ? instantOf(stored) : undefined;
  return instant ? localDay(instant) : '';
}
