import { useState } from 'react';
import { ApiError, call } from '../call.ts';
import { Button, Notice } from '../ui/index.ts';
import { AddressField } from './AddressField.tsx';
import { Heading } from './Heading.tsx';
import { checkAddress, onlyWrong, useAccountTexts } from './texts.ts';
import { useForm } from './use-form.ts';
import type { ViewProps } from './view-props.ts';

/** Requests the code with which a new password is set. */
export function ForgotView({ realm, campaign, email, setEmail, go }: ViewProps) {
  const texts = useAccountTexts();
  const [isUnknown, setUnknown] = useState(false);
  const form = useForm(
    texts,
    async () => {
      const asked = await call(`POST /api/site/${realm}/forgot`, { body: { email, campaign } });
      go('reset', { email: asked.email, sentAt: Date.now() });
    },
    () => onlyWrong({ email: checkAddress(email, texts) }),
    (error) => {
      setUnknown(error instanceof ApiError && error.code === 'msg.notexist');
      // A code was sent a moment ago, so go on to typing it.
      if (!(error instanceof ApiError) || error.code !== 'msg.wait') return false;
      const wait = (error.data as { wait?: number } | null)?.wait ?? 60; // sent by the server
      go('reset', { sentAt: Date.now() - (60 - wait) * 1000 });
      return true;
    },
  );
  const isJury = realm === 'jury';
  return (
    <form ref={form.ref} onSubmit={form.submit} noValidate>
      <Heading lead={isJury ? texts.forgot.juryLead : texts.forgot.lead}>{isJury ? texts.forgot.juryTitle : texts.forgot.title}</Heading>
      {form.wrong.form && <Notice tone="bad">{form.wrong.form}</Notice>}
      <AddressField
        value={email}
        onChange={(value) => {
          setEmail(value);
          setUnknown(false);
          form.mend('email');
        }}
        error={form.wrong.email}
      />
      {isUnknown && !isJury && (
        <Button wide onClick={() => go('register')}>
          {texts.in.register}
        </Button>
      )}
      <Button type="submit" look="solid" wide busy={form.isBusy}>
        {texts.forgot.submit}
      </Button>
      <Button look="plain" wide onClick={() => go('in')}>
        {texts.forgot.back}
      </Button>
    </form>
  );
}
