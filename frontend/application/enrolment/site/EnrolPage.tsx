import './enrol.css';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ApplicantFacts, EnrolmentFacts } from '#application/site/wire.ts';
import { AccountMenu } from '#screens/site/account/AccountMenu.tsx';
import { useMe } from '#screens/site/account/use-me.ts';
import { offlineCopy } from '#screens/site/draft/offline-form.ts';
import { Button, Notice, Placeholder, part } from '#screens/site/ui/index.ts';
import { Soon } from '#ui/soon.tsx';
import { useCards } from './screens/list/use-cards.ts';
import { useCampaign } from './screens/use-campaign.ts';
import { type EnrolTexts, enrolTexts } from './texts.ts';

const EnrolForm = part(() => import('./screens/form/EnrolForm.tsx'), 'form');
// The list is a page of its own: where a form is open it is not fetched in advance.
const List = part(() => import('./screens/list/List.tsx'), 'list', false);
/** Between two tries to learn who is signed in, where the server does not answer, ms. */
const retryEvery = 10_000;
const SignInPanel = part(() => import('./screens/account/SignIn.tsx'), 'signin');

/** /enroll/edit: the list of the visitor's enrolments, or with ?id one of them (R03). */
export default function EnrolPage() {
  const { me, hasEnded, isAway, refresh } = useMe('applicant');
  const t = enrolTexts();
  // When the session ends while somebody writes, the form stays on the screen and asks to sign in again.
  const [last, setLast] = useState<ApplicantFacts>();
  useEffect(() => {
    if (me) setLast(me);
    else if (me === null && !hasEnded) setLast(undefined);
  }, [me, hasEnded]);
  useEffect(() => {
    if (!isAway) return;
    const again = () => void refresh();
    const timer = setInterval(again, retryEvery);
    addEventListener('online', again);
    return () => {
      clearInterval(timer);
      removeEventListener('online', again);
    };
  }, [isAway, refresh]);
  const id = new URLSearchParams(location.search).get('id');
  const copy = useMemo(() => (isAway && id ? offlineCopy(id) : undefined), [isAway, id]);
  const who = me ?? last ?? copy?.me;
  if (who) return <Dashboard id={id} me={who} stored={copy?.facts} t={t} />;
  if (isAway) {
    return (
      <Notice tone="warn" title={t.form.failed} actions={<Button onClick={() => void refresh()}>{t.form.again}</Button>}>
        {t.form.failedLead}
      </Notice>
    );
  }
  if (me === undefined) return <Placeholder />;
  return (
    <section className="enrol-door">
      <Soon fallback={<Placeholder />}>
        <h2>{t.gate.deskSignIn}</h2>
        <p className="enrol-lead">{t.gate.signInLead}</p>
        <SignInPanel />
      </Soon>
    </section>
  );
}

interface DashboardProps {
  id: string | null;
  me: ApplicantFacts;
  stored: EnrolmentFacts | undefined;
  t: EnrolTexts;
}

function Dashboard({ id, me, stored, t }: DashboardProps) {
  const campaign = useCampaign();
  const flush = useRef<() => Promise<unknown>>(undefined);
  return (
    <>
      <p className="enrol-account">
        <AccountMenu
          realm="applicant"
          beforeSignOut={async () => {
            await flush.current?.();
          }}
        />
      </p>
      <Soon fallback={<Placeholder />}>
        {id ? <EnrolForm key={`${id} ${me.email}`} id={id} campaign={campaign} me={me} stored={stored} t={t} flush={flush} /> : <Listing t={t} />}
      </Soon>
    </>
  );
}

function Listing({ t }: { t: EnrolTexts }) {
  const campaign = useCampaign();
  const { lose } = useMe('applicant');
  const list = useCards(campaign.id);
  useEffect(() => {
    if (list.isSignedOut) lose(false);
  }, [list.isSignedOut, lose]);
  return <List campaign={campaign} list={list} t={t} />;
}
