import { TextField } from '../ui/index.ts';
import { useAccountTexts } from './texts.ts';

interface AddressFieldProps {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  help?: string;
  label?: string;
  /** 'username' is the name under which password managers store a sign-in */
  autoComplete?: 'username' | 'email';
}

/** A text box for an e-mail address. */
export function AddressField({ label, autoComplete = 'username', ...rest }: AddressFieldProps) {
  const texts = useAccountTexts();
  return (
    <TextField
      {...rest}
      label={label ?? texts.field.email}
      name="email"
      type="email"
      inputMode="email"
      autoComplete={autoComplete}
      spellCheck={false}
      maxLength={254}
      required
    />
  );
}
