/** /selection (R04): sign-in, the welcome text, and the link to the list. */
import './selection.css';
import './list.css';
import './entry.css';
import './rating/rating.css';
import './rating/criteria.css';
import { useEffect, useState } from 'react';
import type { SelectionFacts } from '#application/site/wire.ts';
import { AccountMenu, SignInPanel, useMe } from '#screens/site/account/index.ts';
import { ApiError, call } from '#screens/site/call.ts';
import { campaignFacts, pageAddress } from '#screens/site/facts.ts';
import { Button, ButtonLink, Notice, Placeholder, useSiteFacts } from '#screens/site/ui/index.ts';
import { Counter } from './Counter.tsx';
import { clearOfflineList } from './offline-list.ts';
import { inPageLanguage, useSelectionTexts } from './texts.ts';
import { noteWelcome } from './welcome.ts';

export default function SelectionGate() {
  const texts = useSelectionTexts();
  const { me, isAway, refresh } = useMe('jury');
  const { campaign, campaigns } = useSiteFacts();
  if (me === undefined && isAway)
    return <Notice tone="bad" title={texts.failed.title} actions={<Button onClick={() => void refresh()}>{texts.failed.retry}</Button>} />;
  if (me === undefined) return <Placeholder />;
  if (me) return <SignedIn isChair={me.chair} />;
  // The page shows the campaign that takes enrolments, but a juror may have come for another one.
  const elsewhere = campaign?.select.state === 'open' ? [] : campaigns.filter(({ id, select }) => id !== campaign?.id && select.state === 'open');
  return (
    <>
      {elsewhere.length > 0 && (
        <p className="selection-elsewhere">
          {texts.elsewhere}
          {elsewhere.map(({ id, title }) => (
            <a key={id} href={pageAddress('/selection', { campaign: id })}>
              {inPageLanguage(title)}
            </a>
          ))}
        </p>
      )}
      <SignInPanel realm="jury" campaign={campaignFacts().id} />
    </>
  );
}

function SignedIn({ isChair }: { isChair: boolean }) {
  const texts = useSelectionTexts();
  const { lose } = useMe('jury');
  const [facts, setFacts] = useState<SelectionFacts>();
  const [failure, setFailure] = useState<ApiError>();
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetches again with each try
  useEffect(() => {
    const leave = new AbortController();
    call('GET /api/site/selection', { signal: leave.signal }).then(setFacts, (error) => {
      if (leave.signal.aborted || !(error instanceof ApiError)) return;
      if (error.status === 401 || error.status === 440) lose();
      else setFailure(error);
    });
    return () => leave.abort();
  }, [tries]);
  // A juror belongs to one campaign, whatever the address says.
  useEffect(() => {
    if (facts && facts.campaign !== campaignFacts().id) location.replace(pageAddress('/selection', { campaign: facts.campaign }));
  }, [facts]);
  const again = (): void => {
    setFailure(undefined);
    setTries(tries + 1);
  };
  if (failure && !facts)
    return (
      <Notice tone="bad" title={texts.failed.title} actions={<Button onClick={again}>{texts.failed.retry}</Button>}>
        {failure.sentence}
      </Notice>
    );
  if (!facts) return <Placeholder />;
  const { state } = facts.window;
  const onboarding = inPageLanguage(facts.onboarding);
  const guideline = inPageLanguage(facts.guideline);
  return (
    <div className="selection-gate">
      <div className="selection-hello">
        <h2>{texts.hello}</h2>
        <AccountMenu realm="jury" campaign={facts.campaign} onSignedOut={clearOfflineList} />
      </div>
      {isChair && <p>{texts.chair}</p>}
      {state === 'not_started' ? <p>{texts.notYet}</p> : <Counter progress={facts.progress} />}
      {onboarding && facts.progress.read === 0 && (
        <section aria-label={texts.welcome}>
          <Prose html={onboarding} />
        </section>
      )}
      {state !== 'not_started' && (
        <ButtonLink look="solid" wide href={pageAddress('/selection/edit')} onClick={() => noteWelcome(facts.campaign)}>
          {state === 'ended' ? texts.look : facts.progress.read ? texts.goOn : texts.start}
        </ButtonLink>
      )}
      {guideline && (
        <details className="selection-guideline">
          <summary>{texts.guideline}</summary>
          <Prose html={guideline} />
        </details>
      )}
    </div>
  );
}

/** A message of the campaign, sanitised by the server. */
export function Prose({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server before it is sent (safety section 11)
  return <div className="message selection-prose" dangerouslySetInnerHTML={{ __html: html }} />;
}
