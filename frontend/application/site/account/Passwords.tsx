import { useState } from 'react';
import { CheckField, TextField } from '../ui/index.ts';
import { fill, passwordMaximum, passwordMin, useAccountTexts, type Wrong } from './texts.ts';

interface NewPasswordProps {
  pw: string;
  confirm: string;
  onChange: (pw: string, confirm: string) => void;
  wrong: Wrong;
  mend: (...fields: string[]) => void;
  label?: string;
}

/** A new password, typed twice, with a button to show it. */
export function NewPassword({ pw, confirm, onChange, wrong, mend, label }: NewPasswordProps) {
  const texts = useAccountTexts();
  const [isShown, setShown] = useState(false);
  const type = isShown ? 'text' : 'password';
  return (
    <>
      <TextField
        label={label ?? texts.field.password}
        help={wrong.pw ? undefined : fill(texts.help.password, { min: passwordMin() })}
        name="new-password"
        type={type}
        autoComplete="new-password"
        spellCheck={false}
        maxLength={passwordMaximum}
        required
        value={pw}
        error={wrong.pw}
        onChange={(value) => {
          onChange(value, confirm);
          mend('pw', 'confirm');
        }}
      />
      <TextField
        label={texts.field.confirm}
        name="confirm-password"
        type={type}
        autoComplete="new-password"
        spellCheck={false}
        maxLength={passwordMaximum}
        required
        value={confirm}
        error={wrong.confirm}
        onChange={(value) => {
          onChange(pw, value);
          mend('confirm');
        }}
      />
      <CheckField label={texts.field.show} checked={isShown} onChange={setShown} />
    </>
  );
}

interface OwnPasswordProps {
  label: string;
  help?: string;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

/** A box for the present password. */
export function OwnPassword({ label, help, value, onChange, error }: OwnPasswordProps) {
  const texts = useAccountTexts();
  const [isShown, setShown] = useState(false);
  return (
    <>
      <TextField
        label={label}
        help={help}
        name="password"
        type={isShown ? 'text' : 'password'}
        autoComplete="current-password"
        spellCheck={false}
        maxLength={1000}
        required
        value={value}
        error={error}
        onChange={onChange}
      />
      <CheckField label={texts.field.show} checked={isShown} onChange={setShown} />
    </>
  );
}
