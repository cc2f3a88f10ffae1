import { TextField } from '../ui/index.ts';
import { useAccountTexts } from './texts.ts';

interface AddressFieldProps {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  help?: string;
  label?: string;
  /** 'username' is what password managers file a sign-in under */
  autoComplete?: 'username' | 'email';
}

/** An e-mail address. */
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
