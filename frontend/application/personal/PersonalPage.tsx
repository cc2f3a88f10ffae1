/** The editable part of a personal page: times, and for a decision maker the wishes. The server renders everything around it. */

import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { MyFacts } from '#application/personal/rules/my-facts.ts';
import type { Snapshot } from '#client/typing/shown.ts';
import type { Typing } from '#client/typing/typing.ts';
import { dateAt } from '#framework/time.ts';
import { language } from '#rules/words/language.ts';
import { pageLang } from '#screens/site/facts.ts';
import { offerText } from '#screens/site/offer.ts';
import { Button, Notice } from '#screens/site/ui/index.ts';
import { filledIn } from './filled-in.ts';
import { filledInOf, openSaver } from './saver.ts';
import { Times } from './Times.tsx';
import { fill, useMyTexts } from './texts.ts';
import { Wishes } from './Wishes.tsx';
import './my.css';

export default function PersonalPage() {
  const { typing, attach } = useMemo(() => {
    const facts = JSON.parse(document.getElementById('my')?.textContent ?? '') as MyFacts; // written by our server
    return openSaver(location.pathname.split('/').filter(Boolean).at(-1) ?? '', facts);
  }, []);
  const saving = useSyncExternalStore(typing.subscribe, typing.snapshot, typing.snapshot);
  const { facts } = saving;
  const isOpen = facts?.wishes.state === 'open';
  const texts = useMyTexts();
  useEffect(() => offerText(() => filledIn(typing.snapshot(), pageLang(), texts)), [typing, texts]);
  // After the end the list shows only what was saved.
  const [isFilling] = useState(isOpen);
  useEffect(() => (isFilling ? attach() : undefined), [isFilling, attach]);
  if (!facts) return null;
  const { times, priority } = filledInOf(saving);
  return (
    <>
      <Times facts={facts} cells={times.cells} readOnly={!isOpen} onPaint={(cells) => typing.set('times', { grid: facts.grid, cells })} />
      {facts.side === 'dm' && <Wishes facts={facts} priority={priority} readOnly={!isOpen} onChange={(next) => typing.set('priority', next)} />}
      {isOpen && <SaveLine saving={saving} onSettle={(side) => settle(typing, side)} />}
    </>
  );
}

function settle(typing: Typing<MyFacts>, side: 'mine' | 'theirs'): void {
  const { conflicts, problems } = typing.snapshot();
  for (const { path } of [...conflicts, ...problems]) typing.resolve(path, side);
}

/** A bar that stays at the foot of the window. */
function SaveLine({ saving, onSettle }: { saving: Snapshot<MyFacts>; onSettle: (side: 'mine' | 'theirs') => void }) {
  const { saved } = useMyTexts();
  const { status, isBusy, sentAt, problems } = saving;
  if (status === 'conflict' || status === 'refused')
    return (
      <div className="my-saved">
        <Notice
          tone={status === 'refused' ? 'bad' : 'warn'}
          actions={
            <>
              <Button look="plain" onClick={() => onSettle('theirs')}>
                {saved.theirs}
              </Button>
              <Button onClick={() => onSettle('mine')}>{status === 'refused' ? saved.again : saved.mine}</Button>
            </>
          }
        >
          {status === 'refused' ? fill(saved.failed, { why: problems[0]?.message ?? '' }) : saved.conflict}
        </Notice>
      </div>
    );
  const said = {
    loading: '',
    saved: sentAt === undefined ? '' : fill(saved.at, { time: timeOf(sentAt) }),
    saving: isBusy ? saved.sending : saved.waiting,
    offline: saved.offline,
  }[status];
  return (
    <p className={`my-saved is-${status === 'saving' && !isBusy ? 'waiting' : status}`} role="status">
      {said && <span>{said}</span>}
    </p>
  );
}

function timeOf(at: number): string {
  return dateAt(at).toLocaleTimeString(language[pageLang()].times, { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false });
}
