import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { call } from '#client/http-client.ts';
import { useNotices } from '#client/notices/Notices.tsx';
import { noPasswords, PasswordFields } from '../account/PasswordFields.tsx';

/** Ends every other session of the account. */
export function Password() {
  const translate = useTranslate();
  const client = useQueryClient();
  const { positive, failure } = useNotices();
  const [values, setValues] = useState(noPasswords);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await call('POST /api/auth/password', { body: values });
      setValues(noPasswords);
      positive(translate('profile.changed'));
      await client.invalidateQueries({ queryKey: ['own-sessions'] });
    } catch (error) {
      failure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="panel" aria-label={translate('profile.password')}>
      <h2>{translate('profile.password')}</h2>
      <form className="profile-form" onSubmit={submit}>
        <PasswordFields values={values} onChange={setValues} withOld />
        <div>
          <Button type="submit" variant="outlined" disabled={busy}>
            {translate('profile.change')}
          </Button>
        </div>
      </form>
    </section>
  );
}
