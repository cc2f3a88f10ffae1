/** Inputs of the workbench's forms, each with its label. */
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useText } from '#client/language.tsx';
import { useObjects } from '#client/objects.tsx';
import { type FieldChoice, fieldChoices } from './document/kinds.ts';
import { useSay } from './say.tsx';

interface Line<T> {
  label: string;
  value: T;
  onChange(value: T): void;
  readOnly?: boolean;
}

interface TextLineProps extends Line<string> {
  help?: string;
  error?: string | undefined;
  rows?: number;
  autoFocus?: boolean;
  type?: 'number';
  onBlur?(): void;
}

export function TextLine({ label, value, onChange, readOnly = false, help, error, rows, autoFocus = false, type, onBlur }: TextLineProps) {
  return (
    <TextField
      fullWidth
      label={label}
      value={value}
      error={error !== undefined}
      helperText={error ?? help}
      autoFocus={autoFocus}
      multiline={rows !== undefined}
      {...(rows === undefined ? {} : { minRows: rows, maxRows: 16 })}
      {...(type ? { type } : {})}
      autoComplete="off"
      slotProps={{ htmlInput: { readOnly } }}
      onChange={(event) => onChange(event.target.value)}
      {...(onBlur ? { onBlur } : {})}
    />
  );
}

interface SelectProps<T extends string> {
  label: string;
  value: T;
  options: readonly (readonly [NoInfer<T>, string])[];
  onChange(value: NoInfer<T>): void;
  readOnly?: boolean;
}

export function SelectLine<T extends string>({ label, value, options, onChange, readOnly = false }: SelectProps<T>) {
  return (
    <TextField
      select
      fullWidth
      label={label}
      value={value}
      disabled={readOnly}
      {...(options.some(([key]) => key === '') && { slotProps: { select: { displayEmpty: true }, inputLabel: { shrink: true } } })}
      onChange={(event) => onChange(event.target.value as T) /* one of the options */}
    >
      {options.map(([key, said]) => (
        <MenuItem key={key} value={key}>
          {said}
        </MenuItem>
      ))}
    </TextField>
  );
}

export function KindSelect({ value, onChange, readOnly = false }: Omit<Line<FieldChoice>, 'label'>) {
  const say = useSay();
  return (
    <SelectLine
      label={say('field.kind')}
      value={value}
      options={fieldChoices.map((one) => [one, say(`kinds.${one}`)])}
      onChange={onChange}
      readOnly={readOnly}
    />
  );
}

export function ObjectSelect({ label, value, onChange, readOnly = false }: Line<string>) {
  const text = useText();
  const objects = useObjects();
  const options = objects.map(({ name, model }) => [name, text(model.label)] as const);
  const known = value === '' || options.some(([name]) => name === value) ? options : [...options, [value, value] as const];
  return <SelectLine label={label} value={value} options={known} onChange={onChange} readOnly={readOnly} />;
}

export function TickLine({ label, value, onChange, readOnly = false }: Line<boolean>) {
  return <FormControlLabel label={label} control={<Checkbox checked={value} disabled={readOnly} onChange={(event) => onChange(event.target.checked)} />} />;
}
