import { useState } from 'react';
import type { SiteRealm } from '#application/site/rules/realms.ts';
import { call } from '../call.ts';
import { Button, Notice } from '../ui/index.ts';
import { NewPassword, OwnPassword } from './Passwords.tsx';
import { checkConfirm, checkNewPassword, onlyWrong, useAccountTexts } from './texts.ts';
import { useForm } from './use-form.ts';

/** Changes the password; asks for the old one. */
export function PasswordForm({ realm, email }: { realm: SiteRealm; email: string }) {
  const texts = useAccountTexts();
  const [old, setOld] = useState('');
  const [pw, setPw] = useState('');
  const [confirm, setConfirm] = useState('');
  const [isDone, setDone] = useState(false);
  const form = useForm(
    texts,
    async () => {
      await call(`PUT /api/site/${realm}/password`, { body: { old, pw, confirm } });
      setOld('');
      setPw('');
      setConfirm('');
      setDone(true);
    },
    () => {
      setDone(false);
      return onlyWrong({
        old: old === '' ? texts.wrong.oldRequired : undefined,
        pw: checkNewPassword(pw, texts),
        confirm: checkConfirm(pw, confirm, texts),
      });
    },
  );
  return (
    <form ref={form.ref} onSubmit={form.submit} noValidate>
      <p className="account-lead">{texts.passwords.lead}</p>
      {form.wrong.form && <Notice tone="bad">{form.wrong.form}</Notice>}
      {isDone && <Notice tone="good">{texts.passwords.done}</Notice>}
      <input className="unseen" type="email" name="email" autoComplete="username" value={email} readOnly tabIndex={-1} aria-hidden="true" />
      <OwnPassword
        label={texts.field.old}
        value={old}
        onChange={(value) => {
          setOld(value);
          form.mend('old');
        }}
        error={form.wrong.old}
      />
      <NewPassword
        label={texts.field.newPassword}
        pw={pw}
        confirm={confirm}
        onChange={(next, again) => {
          setPw(next);
          setConfirm(again);
        }}
        wrong={form.wrong}
        mend={form.mend}
      />
      <Button type="submit" look="solid" wide busy={form.isBusy}>
        {texts.passwords.submit}
      </Button>
    </form>
  );
}
