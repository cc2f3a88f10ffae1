import TextField from '@mui/material/TextField';
import { useTranslate } from 'react-admin';

export interface Passwords {
  old: string;
  pw: string;
  confirm: string;
}

export const noPasswords: Passwords = { old: '', pw: '', confirm: '' };

/** New password and once more; `withOld` asks for the present one first. */
export function PasswordFields({
  values,
  onChange,
  withOld = false,
  size = 'small',
}: {
  values: Passwords;
  onChange: (values: Passwords) => void;
  withOld?: boolean;
  size?: 'small' | 'medium';
}) {
  const translate = useTranslate();
  const names = withOld ? (['old', 'pw', 'confirm'] as const) : (['pw', 'confirm'] as const);
  return names.map((name) => (
    <TextField
      key={name}
      label={translate(`profile.${name}`)}
      name={name}
      type="password"
      autoComplete={name === 'old' ? 'current-password' : 'new-password'}
      value={values[name]}
      onChange={(event) => onChange({ ...values, [name]: event.target.value })}
      size={size}
      slotProps={{ htmlInput: { required: true, maxLength: 128 } }}
    />
  ));
}
