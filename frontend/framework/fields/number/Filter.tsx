import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { FieldModel, JsonValue } from '#codegen/model.ts';
import { isPercent } from '#rules/records/record.ts';
import type { FilterProps } from '../filter.ts';
import { boxOf } from './decimal.ts';

/** From and to, or one number. */
export function Filter({ field, op, value, onChange }: FilterProps) {
  const translate = useTranslate();
  if (op !== 'range') return <NumberBox field={field} autoFocus label={translate('filter.value')} value={value} onChange={onChange} />;
  const [from = null, to = null] = Array.isArray(value) ? value : [];
  return (
    <div className="filter-pair">
      <NumberBox field={field} autoFocus label={translate('filter.from')} value={from} onChange={(next) => onChange([next, to])} />
      <NumberBox field={field} label={translate('filter.to')} value={to} onChange={(next) => onChange([from, next])} />
    </div>
  );
}

function NumberBox({
  field,
  label,
  value,
  onChange,
  autoFocus = false,
}: {
  field: FieldModel;
  label: string;
  value: JsonValue;
  onChange: (value: JsonValue) => void;
  autoFocus?: boolean;
}) {
  // What is typed stays as typed ('-', '1.'); only what reads as a number is handed on.
  const { edit, read } = boxOf(field, undefined, false);
  const [typed, setTyped] = useState(edit(value));
  return (
    <TextField
      fullWidth
      autoFocus={autoFocus}
      label={label}
      value={typed}
      error={typeof read(typed) === 'string'}
      slotProps={{ htmlInput: { inputMode: 'decimal', className: 'num' }, input: { endAdornment: isPercent(field) ? '%' : undefined } }}
      onChange={(event) => {
        setTyped(event.target.value);
        const next = read(event.target.value);
        onChange(typeof next === 'number' ? next : null);
      }}
    />
  );
}
