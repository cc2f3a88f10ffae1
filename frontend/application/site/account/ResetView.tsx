import { useState } from 'react';
import { call } from '../call.ts';
import { Button, Notice } from '../ui/index.ts';
import { CodeField, SendAgain } from './CodeField.tsx';
import { Heading } from './Heading.tsx';
import { NewPassword } from './Passwords.tsx';
import { checkConfirm, checkNewPassword, fill, onlyWrong, useAccountTexts } from './texts.ts';
import { useForm } from './use-form.ts';
import type { ViewProps } from './view-props.ts';

/** The code from the mail and a new password; afterwards the person is signed in. */
export function ResetView({ realm, campaign, email, panel, go, signedIn }: ViewProps) {
  const texts = useAccountTexts();
  const [code, setCode] = useState('');
  const [pw, setPw] = useState('');
  const [confirm, setConfirm] = useState('');
  const form = useForm(
    texts,
    async () => {
      await call(`POST /api/site/${realm}/reset`, { body: { email, code, pw, confirm, campaign } });
      signedIn(await call(`POST /api/site/${realm}/login`, { body: { email, pw, campaign } }));
    },
    () =>
      onlyWrong({
        code: code.length === 6 ? undefined : texts.wrong.codeRequired,
        pw: checkNewPassword(pw, texts),
        confirm: checkConfirm(pw, confirm, texts),
      }),
  );
  const again = async () => {
    await call(`POST /api/site/${realm}/forgot`, { body: { email, campaign } });
    go('reset', { sentAt: Date.now() });
    form.setWrong({});
  };
  return (
    <form ref={form.ref} onSubmit={form.submit} noValidate>
      <Heading lead={fill(texts.reset.sent, { email })}>{texts.reset.title}</Heading>
      {form.wrong.form && <Notice tone="bad">{form.wrong.form}</Notice>}
      <CodeField
        value={code}
        onChange={(value) => {
          setCode(value);
          form.mend('code');
        }}
        error={form.wrong.code}
      />
      <SendAgain sentAt={panel.sentAt} send={again} onError={(text) => form.setWrong({ form: text })} />
      {/* Password managers store the new password under this address. */}
      <input className="unseen" type="email" name="email" autoComplete="username" value={email} readOnly tabIndex={-1} aria-hidden="true" />
      <NewPassword
        label={texts.field.newPassword}
        pw={pw}
        confirm={confirm}
        onChange={(next, other) => {
          setPw(next);
          setConfirm(other);
        }}
        wrong={form.wrong}
        mend={form.mend}
      />
      <Button type="submit" look="solid" wide busy={form.isBusy}>
        {texts.reset.submit}
      </Button>
      <Button look="plain" wide onClick={() => go('in')}>
        {texts.forgot.back}
      </Button>
    </form>
  );
}
