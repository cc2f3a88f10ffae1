/** After a sign-in with a one-time password: nothing but choosing another. */
import Button from '@mui/material/Button';
import { type FormEvent, useState } from 'react';
import { useLogout, useTranslate } from 'react-admin';
import { call } from '#client/http-client.ts';
import { useWords } from '#client/language.tsx';
import { failureLines } from '#client/notices/failure-lines.ts';
import { LanguageSwitch, ThemeSwitch } from '../layout/Switches.tsx';
import { noPasswords, PasswordFields } from './PasswordFields.tsx';
import { useFailure } from './use-failure.ts';
import '../layout/layout.css';

export function NewPassword() {
  const translate = useTranslate();
  const words = useWords();
  const logout = useLogout();
  const [values, setValues] = useState(noPasswords);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useFailure();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await call('POST /api/auth/password', { body: values });
      location.reload(); // every attempt was refused so far, and the field is asked for again
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <main className="login">
      <form className="login-card" onSubmit={submit}>
        <div className="login-switches">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
        <div>
          <h1>Reelbase</h1>
          <span className="soft">{translate('profile.once')}</span>
        </div>
        {failure !== undefined && (
          <p className="login-error" role="alert">
            {failureLines(failure, words).join(' ')}
          </p>
        )}
        <PasswordFields values={values} onChange={setValues} withOld size="medium" />
        <Button type="submit" variant="contained" size="large" disabled={busy}>
          {translate('profile.change')}
        </Button>
        <Button onClick={() => void logout({}, '/login', false)}>{translate('ra.auth.logout')}</Button>
      </form>
    </main>
  );
}
