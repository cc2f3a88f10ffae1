import TextField from '@mui/material/TextField';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  size?: 'small' | 'medium';
  /** where it comes up in answer to what was just pressed */
  autoFocus?: boolean;
}

/** A code of the second factor; a phone offers the one that its app holds. */
export function FactorCode({ label, value, onChange, size = 'small', autoFocus = true }: Props) {
  return (
    <TextField
      label={label}
      name="code"
      autoComplete="one-time-code"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      autoFocus={autoFocus}
      size={size}
      slotProps={{ htmlInput: { required: true, maxLength: 40, autoCapitalize: 'none', spellCheck: false } }}
    />
  );
}
