import { useEffect, useReducer, useState } from 'react';
import { applicantPaths } from '#application/enrolment/rules/enrolment.ts';
import type { CampaignFacts, EnrolmentFacts } from '#application/site/wire.ts';
import { language } from '#rules/words/language.ts';
import { useMe } from '#screens/site/account/use-me.ts';
import type { Draft } from '#screens/site/draft/use-draft.ts';
import { pageLang } from '#screens/site/facts.ts';
import { Button, Notice } from '#screens/site/ui/index.ts';
import type { Form } from '../../engine/check.ts';
import { pathLabel, whoChanged } from '../../engine/labels.ts';
import { type EnrolTexts, fill } from '../../texts.ts';
import { SignInDialog } from '../account/SignInDialog.tsx';
import { deadlineOf } from '../deadline.ts';
import { useIsBack } from './SaveLine.tsx';

interface DraftNoticesProps {
  draft: Draft;
  facts: EnrolmentFacts;
  form: Form;
  campaign: CampaignFacts;
  t: EnrolTexts;
  onGo(path: string): void;
}

/** Notices above the form: what prevents saving and what others changed. Each says what is safe and what to do. */
export function DraftNotices({ draft, facts, form, campaign, t, onGo }: DraftNoticesProps) {
  const { status, halt, conflicts, news } = draft;
  const isBack = useIsBack(draft);
  const returnMsg = typeof facts.values.returnMsg === 'string' ? facts.values.returnMsg : '';
  const lang = pageLang();
  const labels = (paths: readonly string[]) => [...new Set(paths.map((path) => pathLabel(form.model, path, lang)))].join(language[lang].list);
  const open = applicantPaths(form.model);
  const changed = news.filter((path) => open.some((own) => path === own || path.startsWith(`${own}/`)));
  const asked = JSON.stringify([form.terms, open]);
  const [known, setKnown] = useState(asked);
  const changers = [...new Set(changed.map((path) => whoChanged(facts, path, t)))];
  return (
    <>
      {returnMsg && (
        <Notice tone="warn" title={t.returned.title}>
          <p className="enrol-text">{returnMsg}</p>
          <p>{t.returned.text}</p>
        </Notice>
      )}
      <Ending facts={facts} campaign={campaign} t={t} />
      {halt === 'signin' && <SignedOut draft={draft} t={t} />}
      {status === 'offline' && !halt && (
        <Notice tone="warn" actions={<Button onClick={draft.resume}>{t.keep.now}</Button>}>
          {t.keep.offline}
        </Notice>
      )}
      {isBack && <Notice tone="good">{t.keep.back}</Notice>}
      {conflicts.map(({ path }) => (
        <Notice
          key={path}
          tone="warn"
          title={t.conflict.title}
          actions={<Button onClick={() => onGo(path)}>{fill(t.conflict.go, { field: pathLabel(form.model, path, lang) })}</Button>}
        />
      ))}
      {asked !== known && (
        <Notice tone="info" actions={<Button onClick={() => setKnown(asked)}>{t.keep.ok}</Button>}>
          {t.keep.asks}
        </Notice>
      )}
      {changed.length > 0 && (
        <Notice tone="info" actions={<Button onClick={draft.seen}>{t.keep.ok}</Button>}>
          {changers.map((who) => (
            <p key={who}>
              {fill(who ? t.keep.changedBy : t.keep.elsewhere, { who, fields: labels(changed.filter((path) => whoChanged(facts, path, t) === who)) })}
            </p>
          ))}
        </Notice>
      )}
    </>
  );
}

/** The session has ended: opens a dialog at once, and a notice with a link to it when the dialog was closed. */
function SignedOut({ draft, t }: { draft: Draft; t: EnrolTexts }) {
  const [isOpen, setOpen] = useState(true);
  const { lose } = useMe('applicant');
  // All parts of the page must learn that somebody signed in.
  useEffect(() => lose(), [lose]);
  return (
    <>
      <Notice tone="warn" title={t.keep.signedOut} actions={<Button onClick={() => setOpen(true)}>{t.keep.signIn}</Button>}>
        {t.keep.signedOutLead}
      </Notice>
      {isOpen && <SignInDialog t={t} onClose={() => setOpen(false)} onSignedIn={draft.resume} />}
    </>
  );
}

/** The applicant's own deadline, and, where the end comes while a draft is open, until when it can still be submitted. */
function Ending({ facts, campaign, t }: Pick<DraftNoticesProps, 'facts' | 'campaign' | 't'>) {
  const [, look] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(look, 5_000);
    return () => clearInterval(timer);
  }, []);
  const deadline = deadlineOf(facts, campaign, t);
  if (!deadline) return null;
  return (
    <Notice tone={deadline.isOver ? 'warn' : 'info'} title={deadline.isOver ? t.gate.ended : t.form.ownDeadlineTitle}>
      {deadline.text}
    </Notice>
  );
}
