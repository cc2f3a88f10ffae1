/** What a person fills in on their own page: times, and for a decision maker the wishes. The server wrote everything around it. */

import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { MyFacts } from '#application/personal/rules/my-facts.ts';
import { dateAt } from '#framework/time.ts';
import { language } from '#rules/language.ts';
import { pageLang } from '#screens/site/facts.ts';
import { offerText } from '#screens/site/offer.ts';
import { Button, Notice } from '#screens/site/ui/index.ts';
import { filledIn } from './filled-in.ts';
import { Saver, type Saving } from './saver.ts';
import { Times } from './Times.tsx';
import { fill, useMyTexts } from './texts.ts';
import { Wishes } from './Wishes.tsx';
import './my.css';

export default function MyDesk() {
  const saver = useMemo(() => {
    const facts = JSON.parse(document.getElementById('my')?.textContent ?? '') as MyFacts; // written by our server
    return new Saver(facts, location.pathname.split('/').filter(Boolean).at(-1) ?? '');
  }, []);
  const saving = useSyncExternalStore(saver.subscribe, saver.get, saver.get);
  const { facts, edits } = saving;
  const readOnly = facts.wishes.state !== 'open';
  const texts = useMyTexts();
  useEffect(() => offerText(() => filledIn(saver.get(), pageLang(), texts)), [saver, texts]);
  return (
    <>
      <Times facts={facts} cells={edits.cells ?? facts.cells} readOnly={readOnly} onPaint={(cells) => saver.edit('cells', cells)} />
      {facts.side === 'dm' && (
        <Wishes facts={facts} priority={edits.priority ?? facts.priority} readOnly={readOnly} onChange={(priority) => saver.edit('priority', priority)} />
      )}
      {!readOnly && <SaveLine saving={saving} onSettle={(isMine) => saver.settle(isMine)} />}
    </>
  );
}

/** Stays in sight at the foot of the window. */
function SaveLine({ saving, onSettle }: { saving: Saving; onSettle: (isMine: boolean) => void }) {
  const { saved } = useMyTexts();
  const { state, why, savedAt } = saving;
  if (state === 'conflict' || state === 'failed')
    return (
      <div className="my-saved">
        <Notice
          tone={state === 'failed' ? 'bad' : 'warn'}
          actions={
            <>
              <Button look="plain" onClick={() => onSettle(false)}>
                {saved.theirs}
              </Button>
              <Button onClick={() => onSettle(true)}>{state === 'failed' ? saved.again : saved.mine}</Button>
            </>
          }
        >
          {state === 'failed' ? fill(saved.failed, { why }) : saved.conflict}
        </Notice>
      </div>
    );
  const said = {
    idle: savedAt === undefined ? '' : fill(saved.at, { time: timeOf(savedAt) }),
    waiting: saved.waiting,
    sending: saved.sending,
    offline: saved.offline,
  }[state];
  return (
    <p className={`my-saved is-${state}`} role="status">
      {said && <span>{said}</span>}
    </p>
  );
}

function timeOf(at: number): string {
  return dateAt(at).toLocaleTimeString(language[pageLang()].times, { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false });
}
