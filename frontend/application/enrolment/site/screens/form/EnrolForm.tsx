import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react';
import type { ApplicantFacts, CampaignFacts, EnrolmentFacts } from '#application/site/wire.ts';
import { isOwn, storeCopy, storePage } from '#screens/site/draft/offline-form.ts';
import { type Draft, useDraft } from '#screens/site/draft/use-draft.ts';
import { pageAddress } from '#screens/site/facts.ts';
import { enlist } from '#screens/site/parts.ts';
import { Button, ButtonLink, Notice, Placeholder } from '#screens/site/ui/index.ts';
import type { Form } from '../../engine/check.ts';
import { formOf } from '../../engine/load-form.ts';
import type { EnrolTexts } from '../../texts.ts';
import { SignInDialog } from '../account/SignInDialog.tsx';
import { filmName } from '../sent/Receipt.tsx';
import { Editor } from './Editor.tsx';
import { Submitted, UnsavedText, View } from './later.ts';

interface EnrolFormProps {
  id: string;
  campaign: CampaignFacts;
  me: ApplicantFacts;
  /** as it was stored, where there is no connection */
  stored: EnrolmentFacts | undefined;
  t: EnrolTexts;
  /** called by the account menu before the person signs out */
  flush: RefObject<(() => Promise<unknown>) | undefined>;
}

/** One enrolment: editable while it is a draft, then read-only. */
export default function EnrolForm({ id, campaign, me, stored, t, flush }: EnrolFormProps) {
  const draft = useDraft(id, stored);
  // An enrolment that was submitted on this page shows the receipt, however the page learns of the submission.
  const [isFresh, setFresh] = useState(false);
  const { facts, halt, status } = draft;
  const [form, reload] = useForm(campaign.id, facts);
  useCampaignOf(facts, campaign);
  useStored(me, facts, stored);
  flush.current = draft.flush;

  if (halt === 'gone') {
    const toList = <ButtonLink href={pageAddress('/enroll/edit')}>{t.form.backToList}</ButtonLink>;
    // What somebody else typed into theirs in this browser is not shown.
    if (form && form !== 'failed' && (facts || isOwn(id, me)) && Object.keys(draft.unsaved).length) {
      const name = facts ? filmName(facts, t.form.untitled) : t.form.untitled;
      return (
        <>
          <UnsavedText unsaved={draft.unsaved} form={form} title={t.writers.gone} lead={t.writers.goneLead} fileName={name} t={t} />
          <p>{toList}</p>
        </>
      );
    }
    return (
      <Notice tone="warn" title={t.form.notFound} actions={toList}>
        {t.form.notFoundLead}
      </Notice>
    );
  }
  if (form === 'failed' || (!facts && status === 'offline')) {
    const again = () => {
      reload();
      draft.resume();
    };
    return (
      <Notice tone="bad" title={t.form.failed} actions={<Button onClick={again}>{t.form.again}</Button>}>
        {t.form.failedLead}
      </Notice>
    );
  }
  if (!facts || form === undefined) return halt === 'signin' ? <SignInDialog t={t} onSignedIn={draft.resume} /> : <Placeholder />;
  if (isFresh && facts.receipt && !facts.mayEdit)
    return <Submitted enrolment={facts} campaign={campaign} email={me.email} t={t} onRead={() => setFresh(false)} />;
  if (!facts.mayEdit) {
    return (
      <>
        <Unsent draft={draft} form={form} t={t} />
        <View enrolment={facts} form={form} campaign={campaign} t={t} onChanged={draft.adopt} />
      </>
    );
  }
  return <Editor draft={draft} facts={facts} form={form} campaign={campaign} email={me.email} t={t} onSubmit={() => setFresh(true)} />;
}

/** The typed text, when the server accepts no more changes. */
function Unsent({ draft, form, t }: { draft: Draft; form: Form; t: EnrolTexts }) {
  const { unsaved, facts } = draft;
  if (!facts || !Object.keys(unsaved).length) return null;
  const isEnded = facts.status === 'draft';
  return (
    <UnsavedText
      unsaved={unsaved}
      form={form}
      title={isEnded ? t.keep.ended : t.keep.locked}
      lead={isEnded ? t.keep.endedLead : t.keep.lockedLead}
      fileName={filmName(facts, t.form.untitled)}
      t={t}
    />
  );
}

/** An enrolment of another campaign is shown below the head of that campaign. */
function useCampaignOf(facts: EnrolmentFacts | undefined, campaign: CampaignFacts) {
  const own = facts?.campaign;
  useEffect(() => {
    if (facts && own !== undefined && own !== campaign.id) location.replace(pageAddress('/enroll/edit', { campaign: own, id: facts.id }));
  }, [own, campaign.id, facts]);
}

/** For a reload without a connection: the enrolment as the server has it now, and, once everything is fetched, the page. */
function useStored(me: ApplicantFacts, facts: EnrolmentFacts | undefined, stored: EnrolmentFacts | undefined) {
  useEffect(() => {
    if (facts && facts !== stored) storeCopy(me, facts);
  }, [me, facts, stored]);
  const isThere = facts !== undefined;
  useEffect(() => {
    if (isThere) enlist(storePage);
  }, [isThere]);
}

/** What staff ask meanwhile comes without a reload: the fields are others, and what is typed is the draft's. */
function useForm(campaign: string, facts: EnrolmentFacts | undefined): [Form | 'failed' | undefined, () => void] {
  const source = formOf(campaign);
  const state = useSyncExternalStore(source.subscribe, source.state);
  const form = useSyncExternalStore(source.subscribe, source.get);
  useEffect(() => void source.fetch(), [source]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at with each answer, so that two processes of which one lags are asked once an answer
  useEffect(() => {
    if (form && facts && form.mark !== facts.form) source.renew();
  }, [source, facts]);
  return [form ?? (state === 'coming' ? undefined : 'failed'), () => void source.fetch()];
}
