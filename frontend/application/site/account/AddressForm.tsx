import { useState } from 'react';
import { ApiError, call } from '../call.ts';
import { Button, Notice } from '../ui/index.ts';
import { AddressField } from './AddressField.tsx';
import { CodeField, SendAgain } from './CodeField.tsx';
import { OwnPassword } from './Passwords.tsx';
import { checkAddress, fill, onlyWrong, useAccountTexts } from './texts.ts';
import { useForm } from './use-form.ts';
import { useMe } from './use-me.ts';

/** Changes the e-mail address: first the password, then the code that was sent to the new address. */
export function AddressForm({ email, campaign }: { email: string; campaign: string }) {
  const texts = useAccountTexts();
  const { take } = useMe('applicant');
  const [address, setAddress] = useState('');
  const [pw, setPw] = useState('');
  const [code, setCode] = useState('');
  const [sentAt, setSentAt] = useState(0);
  const [isDone, setDone] = useState(false);
  const askFor = async () => {
    await call('POST /api/site/applicant/address', { body: { email: address, pw, campaign } });
    setSentAt(Date.now());
    setDone(false);
  };
  const asking = useForm(
    texts,
    askFor,
    () => onlyWrong({ email: checkAddress(address, texts), pw: pw === '' ? texts.wrong.oldRequired : undefined }),
    (error) => {
      if (!(error instanceof ApiError) || error.code !== 'msg.exists') return false;
      asking.setWrong({ email: texts.wrong.taken });
      return true;
    },
  );
  const confirming = useForm(
    texts,
    async () => {
      take(await call('POST /api/site/applicant/address/confirm', { body: { email: address, code } }));
      setDone(true);
      setSentAt(0);
      setPw('');
      setCode('');
      setAddress('');
    },
    () => (code.length === 6 ? undefined : { code: texts.wrong.codeRequired }),
  );
  if (sentAt > 0)
    return (
      <form ref={confirming.ref} onSubmit={confirming.submit} noValidate>
        <p className="account-lead">{fill(texts.address.sent, { email: address.trim() })}</p>
        {confirming.wrong.form && <Notice tone="bad">{confirming.wrong.form}</Notice>}
        {confirming.wrong.email && <Notice tone="bad">{texts.wrong.taken}</Notice>}
        <CodeField
          value={code}
          onChange={(value) => {
            setCode(value);
            confirming.mend('code');
          }}
          error={confirming.wrong.code}
        />
        <Button type="submit" look="solid" wide busy={confirming.isBusy}>
          {texts.address.confirm}
        </Button>
        <SendAgain sentAt={sentAt} send={askFor} onError={(text) => confirming.setWrong({ form: text })} />
        <Button look="plain" wide onClick={() => setSentAt(0)}>
          {texts.address.back}
        </Button>
      </form>
    );
  return (
    <form ref={asking.ref} onSubmit={asking.submit} noValidate>
      <p className="account-lead">{texts.address.lead}</p>
      {asking.wrong.form && <Notice tone="bad">{asking.wrong.form}</Notice>}
      {isDone && <Notice tone="good">{fill(texts.address.done, { email })}</Notice>}
      <AddressField
        label={texts.field.newEmail}
        autoComplete="email"
        value={address}
        onChange={(value) => {
          setAddress(value);
          asking.mend('email');
        }}
        error={asking.wrong.email}
      />
      <OwnPassword
        label={texts.field.old}
        help={texts.help.own}
        value={pw}
        onChange={(value) => {
          setPw(value);
          asking.mend('pw');
        }}
        error={asking.wrong.pw}
      />
      <Button type="submit" look="solid" wide busy={asking.isBusy}>
        {texts.address.submit}
      </Button>
    </form>
  );
}
