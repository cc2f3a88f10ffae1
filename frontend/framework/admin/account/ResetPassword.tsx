/** A forgotten password: a mailed code, or a link that an administrator handed over. Shown in the sign-in page's card. */
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { call } from '#client/http-client.ts';
import { useWords } from '#client/language.tsx';
import { failureLines } from '#client/notices/failure-lines.ts';
import { noPasswords, PasswordFields } from './PasswordFields.tsx';
import { useFailure } from './use-failure.ts';

interface Props {
  /** of a handed link; undefined asks for a mailed code */
  token: string | undefined;
  first: string;
  /** `id` of the account whose password was set */
  onEnd: (id: string | undefined) => void;
}

export function ResetPassword({ token, first, onEnd }: Props) {
  const translate = useTranslate();
  const words = useWords();
  const [id, setId] = useState(first);
  const [sent, setSent] = useState(false);
  const [code, setCode] = useState('');
  const [values, setValues] = useState(noPasswords);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useFailure();
  const choosing = token !== undefined || sent;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    try {
      if (choosing) {
        const { pw, confirm } = values;
        const body = token === undefined ? { id: id.trim(), code: code.trim(), pw, confirm } : { token, pw, confirm };
        onEnd((await call('POST /api/auth/reset', { body })).id);
      } else {
        await call('POST /api/auth/forgot', { body: { id: id.trim() } });
        setSent(true);
      }
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="login-part" onSubmit={submit}>
      <span className="soft" role="status">
        {translate(token !== undefined ? 'signin.link_lead' : sent ? 'signin.code_lead' : 'signin.forgot_lead')}
      </span>
      {failure !== undefined && (
        <p className="login-error" role="alert">
          {failureLines(failure, words).join(' ')}
        </p>
      )}
      {token === undefined && !sent && (
        <TextField
          label={translate('login.id')}
          name="id"
          autoComplete="username"
          value={id}
          onChange={(event) => setId(event.target.value)}
          autoFocus
          size="medium"
          slotProps={{ htmlInput: { required: true } }}
        />
      )}
      {token === undefined && sent && (
        <TextField
          label={translate('signin.code')}
          name="code"
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(event.target.value)}
          autoFocus
          size="medium"
          slotProps={{ htmlInput: { required: true, inputMode: 'numeric', maxLength: 6, pattern: '[0-9]{6}' } }}
        />
      )}
      {choosing && <PasswordFields values={values} onChange={setValues} size="medium" />}
      <Button type="submit" variant="contained" size="large" disabled={busy}>
        {translate(choosing ? 'signin.set' : 'signin.send')}
      </Button>
      <Button onClick={() => onEnd(undefined)}>{translate('signin.back')}</Button>
    </form>
  );
}
