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
      <div className={facts.side === 'dm' ? 'my-both' : undefined}>
        <Times facts={facts} cells={times.cells} readOnly={!isOpen} onPaint={(cells) => typing.set('times', { grid: facts.grid, cells })} />
        {facts.side === 'dm' && <Wishes facts={facts} priority={priority} readOnly={!isOpen} onChange={(next) => typing.set('priority', next)} />}
      </div>
      {isOpen && <SaveLine saving={saving} onSettle={typing.resolve} />}
    </>
  );
}

/** A bar that stays at the foot of the window. Conflicts and refused values are asked about one field after the other. */
function SaveLine({ saving, onSettle }: { saving: Snapshot<MyFacts>; onSettle: Typing<MyFacts>['resolve'] }) {
  const { saved, time, wish } = useMyTexts();
  const { status, isBusy, sentAt, conflicts, problems, facts } = saving;
  const [conflict] = conflicts;
  const [problem] = problems;
  const path = (conflict ?? problem)?.path;
  if (facts && path !== undefined && (status === 'conflict' || status === 'refused'))
    return (
      <div className="my-saved">
        <Notice
          tone={conflict ? 'warn' : 'bad'}
          title={path === 'times' ? time.title[facts.side] : wish.title}
          actions={
            <>
              <Button look="plain" onClick={() => onSettle(path, 'theirs')}>
                {saved.theirs}
              </Button>
              <Button onClick={() => onSettle(path, 'mine')}>{conflict ? saved.mine : saved.again}</Button>
            </>
          }
        >
          {conflict ? saved.conflict : fill(saved.failed, { why: problem?.message ?? '' })}
        </Notice>
      </div>
    );
  const said = {
    loading: '',
    saved: sentAt === undefined ? '' : fill(saved.at, { time: timeOf(sentAt) }),
    saving: isBusy ? saved.sending : saved.waiting,
    offline: saved.offline,
    conflict: '',
    refused: '',
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
