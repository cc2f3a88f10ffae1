import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { JsonValue } from '#codegen/model.ts';
import type { FilterProps } from '../filter.ts';

/** From and to, or one number. */
export function Filter({ op, value, onChange }: FilterProps) {
  const translate = useTranslate();
  if (op !== 'range') return <NumberBox autoFocus label={translate('filter.value')} value={value} onChange={onChange} />;
  const [from = null, to = null] = Array.isArray(value) ? value : [];
  return (
    <div className="filter-pair">
      <NumberBox autoFocus label={translate('filter.from')} value={from} onChange={(next) => onChange([next, to])} />
      <NumberBox label={translate('filter.to')} value={to} onChange={(next) => onChange([from, next])} />
    </div>
  );
}

function NumberBox({
  label,
  value,
  onChange,
  autoFocus = false,
}: {
  label: string;
  value: JsonValue;
  onChange: (value: JsonValue) => void;
  autoFocus?: boolean;
}) {
  // What is typed stays as typed ('-', '1.'); only what reads as a number is handed on.
  const [typed, setTyped] = useState(typeof value === 'number' ? String(value) : '');
  const number = Number(typed.replaceAll(',', ''));
  return (
    <TextField
      fullWidth
      autoFocus={autoFocus}
      label={label}
      value={typed}
      error={typed !== '' && Number.isNaN(number)}
      slotProps={{ htmlInput: { inputMode: 'decimal', className: 'num' } }}
      onChange={(event) => {
        setTyped(event.target.value);
        const next = Number(event.target.value.replaceAll(',', ''));
        onChange(event.target.value.trim() === '' || Number.isNaN(next) ? null : next);
      }}
    />
  );
}
