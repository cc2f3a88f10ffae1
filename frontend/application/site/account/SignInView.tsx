import { useState } from 'react';
import { ApiError, call } from '../call.ts';
import { Button, Notice } from '../ui/index.ts';
import { AddressField } from './AddressField.tsx';
import { Heading } from './Heading.tsx';
import { OwnPassword } from './Passwords.tsx';
import { checkAddress, onlyWrong, useAccountTexts } from './texts.ts';
import { useForm } from './use-form.ts';
import type { ViewProps } from './view-props.ts';

export function SignInView({ realm, campaign, email, setEmail, go, signedIn }: ViewProps) {
  const texts = useAccountTexts();
  const [pw, setPw] = useState('');
  const form = useForm(
    texts,
    async () => signedIn(await call(`POST /api/site/${realm}/login`, { body: { email, pw, campaign } })),
    () => onlyWrong({ email: checkAddress(email, texts), pw: pw === '' ? texts.wrong.passwordRequired : undefined }),
    (error) => {
      if (!(error instanceof ApiError) || error.code !== 'msg.unverified') return false;
      go('verify', { sentAt: Date.now(), isUnverified: true });
      return true;
    },
  );
  const isJury = realm === 'jury';
  return (
    <form ref={form.ref} onSubmit={form.submit} noValidate>
      <Heading isSaid={!isJury} lead={texts.in.juryLead}>
        {texts.in.title}
      </Heading>
      {form.wrong.form && <Notice tone="bad">{form.wrong.form}</Notice>}
      <AddressField
        value={email}
        onChange={(value) => {
          setEmail(value);
          form.mend('email');
        }}
        error={form.wrong.email}
      />
      <OwnPassword
        label={texts.field.password}
        value={pw}
        onChange={(value) => {
          setPw(value);
          form.mend('pw');
        }}
        error={form.wrong.pw}
      />
      <Button type="submit" look="solid" wide busy={form.isBusy}>
        {texts.in.submit}
      </Button>
      <Button look="plain" wide onClick={() => go('forgot')}>
        {isJury ? texts.in.juryForgot : texts.in.forgot}
      </Button>
    </form>
  );
}
