/** R35: the page's settings, its works in their order, and what one language lacks compared with the other. */

import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ConflictDialog } from '#admin/edit/ConflictDialog.tsx';
import { missingInLanguages } from '#application/viewing/rules/missing.ts';
import { otherLang } from '#application/viewing/rules/page-address.ts';
import { type PageWork, usualShow, type WorkFacts, type WorkKey, worksOf } from '#application/viewing/rules/works.ts';
import { useEntry } from '#client/objects.tsx';
import { LeaveGuard, type Leaving } from '#form/drafts/LeaveGuard.tsx';
import { inEach } from '#rules/words/language.ts';
import type { PageTabProps } from '../page-tab.ts';
import { useWordsOf } from '../use-words.ts';
import { AddWorks } from './AddWorks.tsx';
import { MissingList } from './MissingList.tsx';
import { Settings } from './Settings.tsx';
import { rowOf, useComposer } from './use-composer.ts';
import { WorkList } from './WorkList.tsx';

/** Most works on a page. */
const mostWorks = 200;

export function Composer({ name, facts }: PageTabProps) {
  const translate = useTranslate();
  const words = useWordsOf();
  const entry = useEntry('viewing_page');
  const state = useComposer(entry!.model, name, facts.pages[name.lang]); // the screen has searched for it
  const { draft, change, dirty, removed } = state;
  const [adds, setAdds] = useState(false);
  // Works that were found by a search and are not on a saved page yet.
  const [found, setFound] = useState<WorkFacts[]>([]);
  const known = useMemo(() => new Map([...facts.works, ...found].map((work) => [work.key, work])), [facts.works, found]);
  const leaving = useRef<Leaving>({ free: false, waits: false });
  const other = facts.pages[otherLang(name.lang)];
  const may = facts.pages[name.lang] ? facts.may.update : facts.may.create;
  const missing = useMemo(
    () => missingInLanguages({ ...inEach(() => undefined), [name.lang]: rowOf(draft), [otherLang(name.lang)]: other ?? undefined }, known),
    [draft, name.lang, other, known],
  );
  const add = (works: readonly WorkFacts[]) => {
    setFound((before) => [...before, ...works]);
    const fresh = works.filter(({ key }) => !draft.works.some((work) => work.key === key));
    const entries = fresh.map(({ key }): PageWork => ({ key, group: '', show: usualShow(key.startsWith('film:') ? 'film' : 'pitch') }));
    change({ works: [...draft.works, ...entries].slice(0, mostWorks) });
  };
  /** A work of the other language's page, and what that page shows of it. */
  const take = (key: WorkKey) => {
    const work = worksOf(other ?? undefined).find((one) => one.key === key);
    if (work) change({ works: [...draft.works, { ...work, group: '' }].slice(0, mostWorks) });
  };
  const saving = useRef(state.save);
  saving.current = state.save;
  useLayoutEffect(() => {
    const save = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key !== 's') return;
      event.preventDefault();
      void saving.current();
    };
    window.addEventListener('keydown', save);
    return () => window.removeEventListener('keydown', save);
  }, []);
  const last = removed.at(-1);
  const lastWork = last && known.get(last.work.key);
  return (
    <div className="vpman-compose">
      <div className="vpman-bar">
        <Button variant="contained" disabled={!may || state.busy || !dirty} onClick={() => void state.save()}>
          {translate(facts.pages[name.lang] ? 'vpman.save' : 'vpman.make')}
        </Button>
        <span role="status" className="soft">
          {dirty ? translate('vpman.dirty') : ''}
        </span>
        {last && <Button onClick={state.restore}>{translate('vpman.restore', { title: lastWork ? words.name(lastWork) : last.work.key })}</Button>}
      </div>
      {!may && <Alert severity="info">{translate('vpman.readonly')}</Alert>}
      {state.problems.cid && <Alert severity="error">{state.problems.cid}</Alert>}
      <Settings {...{ name, facts, state, may }} model={entry!.model} />
      <MissingList {...{ name, missing, known }} hasOther={other !== null} onTake={may ? take : undefined} />
      <section className="panel" aria-labelledby="vpman-works">
        <div className="vpman-head">
          <h2 id="vpman-works">{translate('vpman.works', { smart_count: draft.works.length })}</h2>
          {may && (
            <Button variant="outlined" disabled={draft.works.length >= mostWorks} onClick={() => setAdds(true)}>
              {translate('vpman.add')}
            </Button>
          )}
        </div>
        {draft.works.length === 0 ? <p className="soft">{translate('vpman.noworks')}</p> : <p className="soft vpman-keys">{translate('vpman.order_help')}</p>}
        <WorkList {...{ name, state, known, may, missing }} />
      </section>
      {adds && (
        <AddWorks
          {...{ name, facts }}
          existing={new Set(draft.works.map(({ key }) => key))}
          room={mostWorks - draft.works.length}
          onAdd={add}
          onClose={() => setAdds(false)}
        />
      )}
      {state.conflict && (
        <ConflictDialog
          model={entry!.model}
          conflicts={state.conflict.conflicts}
          theirs={state.conflict.theirs}
          onSettle={(choices) => void state.settle(choices)}
          onCancel={state.dropConflict}
        />
      )}
      <LeaveGuard dirty={dirty && may} saving={state.busy} leaving={leaving} onLeave={() => undefined} />
    </div>
  );
}
