import { useRef, useState } from 'react';
import { ApiError, call } from '../call.ts';
import { Button, Notice } from '../ui/index.ts';
import { CodeField, SendAgain } from './CodeField.tsx';
import { Heading } from './Heading.tsx';
import { fill, useAccountTexts, type Wrong, wrongOf } from './texts.ts';
import { useForm } from './use-form.ts';
import type { ViewProps } from './view-props.ts';

/** Asks for the code that confirms the e-mail address of a new account. */
export function VerifyView({ campaign, email, panel, go, signedIn }: ViewProps) {
  const texts = useAccountTexts();
  const [code, setCode] = useState('');
  // A ref, because the code is submitted by itself and needs the present text, not the text of the last drawing.
  const typed = useRef('');
  // The code is submitted by itself and perhaps again by Enter: the same wrong code uses up one try, not two.
  const refused = useRef<Record<string, Wrong>>({});
  const form = useForm(
    texts,
    async () => signedIn(await call('POST /api/site/applicant/verify', { body: { email, code: typed.current, campaign } })),
    () => (typed.current.length === 6 ? refused.current[typed.current] : { code: texts.wrong.codeRequired }),
    (error) => {
      if (error instanceof ApiError && error.code === 'msg.code') refused.current[typed.current] = wrongOf(error, texts);
      return false;
    },
  );
  const again = async () => {
    try {
      await call('POST /api/site/applicant/code', { body: { email, campaign } });
    } catch (error) {
      // The registration was made in another browser or a day ago, so the password is needed.
      if (error instanceof ApiError && error.status === 401) return form.setWrong({ form: texts.wrong.lost });
      throw error;
    }
    refused.current = {};
    go('verify', { sentAt: Date.now() });
    form.setWrong({});
  };
  return (
    <form ref={form.ref} onSubmit={form.submit} noValidate>
      <Heading lead={fill(panel.isUnverified ? texts.verify.unverified : texts.verify.sent, { email })}>{texts.verify.title}</Heading>
      {form.wrong.form && <Notice tone="bad">{form.wrong.form}</Notice>}
      <CodeField
        value={code}
        onChange={(value) => {
          typed.current = value;
          setCode(value);
          form.mend('code');
        }}
        error={form.wrong.code}
        onWhole={form.submit}
      />
      <Button type="submit" look="solid" wide busy={form.isBusy}>
        {texts.verify.submit}
      </Button>
      <SendAgain sentAt={panel.sentAt} send={again} onError={(text) => form.setWrong({ form: text })} />
      <Button look="plain" wide onClick={() => go('register')}>
        {texts.verify.other}
      </Button>
    </form>
  );
}
