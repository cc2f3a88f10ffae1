import TextField from '@mui/material/TextField';
import { useTranslate } from 'react-admin';
import type { FilterProps } from '../filter.ts';

/** Days or times of day, which have no zone. */
export function Filter({ field, op, value, onChange }: FilterProps) {
  const translate = useTranslate();
  const type = field.kind === 'time' ? 'time' : 'date';
  const [from = null, to = null] = Array.isArray(value) ? value : [];
  if (op !== 'range') return <DayBox type={type} label={translate('filter.value')} value={value} onChange={onChange} />;
  return (
    <div className="filter-pair">
      <DayBox type={type} label={translate('filter.from')} value={from} onChange={(next) => onChange([next, to])} />
      <DayBox type={type} label={translate('filter.to')} value={to} onChange={(next) => onChange([from, next])} />
    </div>
  );
}

export function DayBox({ type, label, value, onChange }: { type: 'date' | 'time'; label: string; value: unknown; onChange: (value: string) => void }) {
  const shown = typeof value === 'string' ? value : '';
  return (
    <TextField
      fullWidth
      type={type}
      label={label}
      value={shown}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: type === 'time' ? { step: 1 } : {} }}
      onChange={(event) => onChange(type === 'time' && event.target.value.length === 5 ? `${event.target.value}:00` : event.target.value)}
    />
  );
}
