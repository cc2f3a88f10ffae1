import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { MomentInput } from '#ui/MomentInput.tsx';
import { readMoment } from '#ui/moment.ts';
import type { FilterProps } from '../filter.ts';

/** Days, which have no zone. */
export function Filter(props: FilterProps) {
  return <MomentFilter {...props} type="date" />;
}

/** Times of day. */
export function TimeFilter(props: FilterProps) {
  return <MomentFilter {...props} type="time" />;
}

function MomentFilter({ type, op, value, onChange }: FilterProps & { type: 'date' | 'time' }) {
  const translate = useTranslate();
  const [from = null, to = null] = Array.isArray(value) ? value : [];
  if (op !== 'range') return <DayBox type={type} label={translate('filter.value')} value={value} onChange={onChange} />;
  return (
    <div className="filter-pair">
      <DayBox type={type} label={translate('filter.from')} value={from} onChange={(next) => onChange([next, to])} />
      <DayBox type={type} label={translate('filter.to')} value={to} onChange={(next) => onChange([from, next])} />
    </div>
  );
}

/** A day or time of day; what is no value yet stays in the box and keeps the filter from being applied. */
export function DayBox({ type, label, value, onChange }: { type: 'date' | 'time'; label: string; value: unknown; onChange: (value: string) => void }) {
  const seconds = type === 'time';
  const [text, setText] = useState(typeof value === 'string' ? value : '');
  const change = (next: string) => {
    setText(next);
    onChange(readMoment(type, next, seconds) ?? '');
  };
  return <MomentInput fullWidth picker={type} seconds={seconds} label={label} value={text} onChange={change} />;
}
