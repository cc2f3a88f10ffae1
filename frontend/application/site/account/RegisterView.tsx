import { useState } from 'react';
import { ApiError, call } from '../call.ts';
import { pageLang } from '../facts.ts';
import { Button, Notice, PrivacyLine, TextField } from '../ui/index.ts';
import { AddressField } from './AddressField.tsx';
import { Heading } from './Heading.tsx';
import { NewPassword } from './Passwords.tsx';
import { checkAddress, checkConfirm, checkNewPassword, onlyWrong, useAccountTexts } from './texts.ts';
import { useForm } from './use-form.ts';
import type { ViewProps } from './view-props.ts';

export function RegisterView({ campaign, email, setEmail, go }: ViewProps) {
  const texts = useAccountTexts();
  const [name, setName] = useState('');
  const [pw, setPw] = useState('');
  const [confirm, setConfirm] = useState('');
  const [isTaken, setTaken] = useState(false);
  const form = useForm(
    texts,
    async () => {
      const asked = await call('POST /api/site/applicant/register', { body: { name, email, pw, confirm, lang: pageLang(), campaign } });
      go('verify', { email: asked.email, sentAt: Date.now() - (60 - asked.wait) * 1000 });
    },
    () =>
      onlyWrong({
        name: name.trim() === '' ? texts.wrong.nameRequired : undefined,
        email: checkAddress(email, texts),
        pw: checkNewPassword(pw, texts),
        confirm: checkConfirm(pw, confirm, texts),
      }),
    (error) => {
      setTaken(error instanceof ApiError && error.code === 'msg.exists');
      return false;
    },
  );
  return (
    <form ref={form.ref} onSubmit={form.submit} noValidate>
      <Heading isSaid>{texts.register.title}</Heading>
      {form.wrong.form && <Notice tone="bad">{form.wrong.form}</Notice>}
      <TextField
        label={texts.field.name}
        name="name"
        autoComplete="name"
        maxLength={100}
        required
        value={name}
        onChange={(value) => {
          setName(value);
          form.mend('name');
        }}
        error={form.wrong.name}
      />
      <AddressField
        value={email}
        help={texts.help.email}
        onChange={(value) => {
          setEmail(value);
          setTaken(false);
          form.mend('email');
        }}
        error={form.wrong.email}
      />
      {isTaken && (
        <Button wide onClick={() => go('in')}>
          {texts.register.signIn}
        </Button>
      )}
      <NewPassword
        pw={pw}
        confirm={confirm}
        onChange={(next, again) => {
          setPw(next);
          setConfirm(again);
        }}
        wrong={form.wrong}
        mend={form.mend}
      />
      <PrivacyLine />
      <Button type="submit" look="solid" wide busy={form.isBusy}>
        {texts.register.submit}
      </Button>
    </form>
  );
}
