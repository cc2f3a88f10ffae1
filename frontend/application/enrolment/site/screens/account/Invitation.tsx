import { useCallback, useEffect, useState } from 'react';
import type { ApplicantFacts, InvitationFacts } from '#application/site/wire.ts';
import { AccountMenu } from '#screens/site/account/AccountMenu.tsx';
import { NewPassword } from '#screens/site/account/Passwords.tsx';
import { checkConfirm, checkNewPassword, onlyWrong, useAccountTexts } from '#screens/site/account/texts.ts';
import { useForm } from '#screens/site/account/use-form.ts';
import { ApiError, call } from '#screens/site/call.ts';
import { pageAddress, pageLang } from '#screens/site/facts.ts';
import { Button, ButtonLink, Notice, PrivacyLine, part, Spinner, TextField } from '#screens/site/ui/index.ts';
import { Soon } from '#ui/soon.tsx';
import { type EnrolTexts, fill } from '../../texts.ts';
import { nameIn } from '../sent/Receipt.tsx';

const SignInPanel = part(() => import('./SignIn.tsx'), 'signin');

interface InvitationProps {
  token: string;
  /** who is signed in */
  me: ApplicantFacts | undefined;
  t: EnrolTexts;
}

/** The page of an invitation to write an enrolment: signs in or registers with the invited address, then leads to the form. */
export default function Invitation({ token, me, t }: InvitationProps) {
  const [facts, setFacts] = useState<InvitationFacts>();
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);
  const fail = useCallback((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    setBusy(false);
    setFailure(error.sentence || '-');
  }, []);
  const join = useCallback(async () => {
    setBusy(true);
    await call('POST /api/site/invitation/accept', { body: { token } }).then(goOn, fail);
  }, [token, fail]);
  const email = me?.email;
  useEffect(() => {
    call('POST /api/site/invitation', { body: { token } }).then(setFacts, (error: unknown) => {
      // For whoever has joined by it already, the link still leads to the enrolment.
      if (email === undefined) fail(error);
      else void join();
    });
  }, [token, email, join, fail]);

  if (failure) {
    return (
      <Notice tone="bad" title={t.invitation.failed} actions={<ButtonLink href={pageAddress('/enroll')}>{t.invitation.enroll}</ButtonLink>}>
        {failure !== '-' && <p>{failure}</p>}
        <p>{t.invitation.failedLead}</p>
      </Notice>
    );
  }
  if (!facts) return <Spinner />;
  const title = nameIn(facts.cname, facts.ename, t.list.untitled);
  return (
    <section className="enrol-gate">
      <h2>{fill(t.invitation.title, { owner: facts.owner })}</h2>
      <p className="enrol-lead">{fill(t.invitation.about, { title, email: facts.email })}</p>
      {me && me.email.toLowerCase() === facts.email && (
        <Button look="solid" wide busy={isBusy} onClick={() => void join()}>
          {isBusy ? t.invitation.joining : fill(t.invitation.join, { owner: facts.owner })}
        </Button>
      )}
      {me && me.email.toLowerCase() !== facts.email && (
        <>
          <Notice tone="warn" title={fill(t.invitation.other, { email: me.email })}>
            {fill(t.invitation.otherLead, { invited: facts.email })}
          </Notice>
          <div className="enrol-account">
            <AccountMenu realm="applicant" />
          </div>
        </>
      )}
      {!me && facts.hasAccount && (
        <>
          <p>{t.invitation.signIn}</p>
          <Soon fallback={<Spinner />}>
            <SignInPanel isFocused email={facts.email} onSignedIn={() => void join()} />
          </Soon>
        </>
      )}
      {!me && !facts.hasAccount && <Register token={token} t={t} />}
    </section>
  );
}

function goOn({ id, campaign }: { id: string; campaign: string }) {
  location.replace(pageAddress('/enroll/edit', { campaign, id }));
}

/** The link has confirmed the address, so no code is needed. */
function Register({ token, t }: Pick<InvitationProps, 'token' | 't'>) {
  const texts = useAccountTexts();
  const [name, setName] = useState('');
  const [pw, setPw] = useState('');
  const [confirm, setConfirm] = useState('');
  const form = useForm(
    texts,
    async () => goOn(await call('POST /api/site/invitation/register', { body: { token, name, pw, confirm, lang: pageLang() } })),
    () =>
      onlyWrong({
        name: name.trim() === '' ? texts.wrong.nameRequired : undefined,
        pw: checkNewPassword(pw, texts),
        confirm: checkConfirm(pw, confirm, texts),
      }),
  );
  return (
    <form ref={form.ref} onSubmit={form.submit} noValidate>
      <p>{t.invitation.register}</p>
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
        {t.invitation.registerDo}
      </Button>
    </form>
  );
}
