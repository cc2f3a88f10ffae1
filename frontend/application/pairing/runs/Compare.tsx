/** Plans side by side. One of them can be applied, after its numbers of changes are shown. */

import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { BoardRun, PlanMove } from '#application/pairing/rules/board-facts.ts';
import { call } from '#client/http-client.ts';
import { FailureLine } from '#client/notices/FailureText.tsx';
import { useNotices } from '#client/notices/Notices.tsx';
import { language } from '#rules/words/language.ts';
import { type BoardIndex, nameDm, namePitch, spoken, whoseLoss } from '../lines.ts';
import type { BoardActions } from '../use-board.ts';
import { distance } from '../use-words.ts';
import { MoveList } from './MoveList.tsx';

interface CompareProps {
  index: BoardIndex;
  ids: string[];
  actions: BoardActions;
  mayChange: boolean;
  onClose: () => void;
}

type Best = 'most' | 'least';
const figures: [name: string, read: (run: BoardRun) => number, best: Best, show: (run: BoardRun) => string][] = [
  ['meetings', (run) => run.meetings, 'most', (run) => `${run.meetings} / ${run.wishes}`],
  ['worthof', (run) => run.worth, 'most', (run) => String(run.worth)],
  ['top', (run) => run.topMet, 'most', (run) => `${run.topMet} / ${run.topWishes}`],
  ['breaks', (run) => run.breaks, 'least', (run) => String(run.breaks)],
  ['moved', (run) => run.moved, 'least', (run) => String(run.moved)],
];

/** Figures that are a part of a whole have a bar. */
const parts: Record<string, (run: BoardRun) => number> = { meetings: (run) => run.wishes, top: (run) => run.topWishes };

export function Compare({ index, ids, actions, mayChange, onClose }: CompareProps) {
  const translate = useTranslate();
  const titleId = useId();
  const [taking, setTaking] = useState<string>(ids.length === 1 ? (ids[0] ?? '') : '');
  const runs = ids.flatMap((id) => index.facts.runs.find((run) => run.id === id) ?? []);
  const name = (run: BoardRun) =>
    run.away.length ? translate('pairing.repair.of', { who: whoseLoss(index, run) }) : translate(`pairing.aim.${run.aim}`, { _: run.aim });
  const chosen = runs.find(({ id }) => id === taking);
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="md">
      <DialogTitle id={titleId}>{translate(runs.length > 1 ? 'pairing.plans.title' : 'pairing.plans.one')}</DialogTitle>
      <DialogContent>
        <div className="pairing-scroll">
          <table className="pairing-plans">
            <thead>
              <tr>
                <td />
                {runs.map((run) => (
                  <th key={run.id} scope="col" data-chosen={run.id === taking || undefined}>
                    {name(run)}
                    <small>{translate(`pairing.aim.${run.aim}help`, { _: '' })}</small>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {figures.map(([figure, read, best, show]) => {
                const values = runs.map(read);
                const top = best === 'most' ? Math.max(...values) : Math.min(...values);
                const isMark = runs.length > 1 && values.some((value) => value !== top);
                return (
                  <tr key={figure}>
                    <th scope="row">{translate(`pairing.plans.${figure}`)}</th>
                    {runs.map((run) => (
                      <td key={run.id} className="num" data-best={(isMark && read(run) === top) || undefined}>
                        {show(run)}
                        {parts[figure] && <meter min={0} max={Math.max(1, parts[figure](run))} value={read(run)} aria-hidden />}
                      </td>
                    ))}
                  </tr>
                );
              })}
              {(['dms', 'pitches'] as const).map((side) => (
                <tr key={side}>
                  <th scope="row">{translate(side === 'dms' ? 'pairing.plans.alonedms' : 'pairing.plans.alone')}</th>
                  {runs.map((run) => (
                    <td key={run.id}>
                      {run.without[side].length ? <Names index={index} side={side} ids={run.without[side]} /> : translate('pairing.plans.nobody')}
                    </td>
                  ))}
                </tr>
              ))}
              <tr>
                <th scope="row">{translate('pairing.plans.proof')}</th>
                {runs.map((run) => {
                  const gap = distance(run.score, run.bound);
                  return (
                    <td key={run.id}>
                      <span className="badge" data-color={gap.proven ? 'success' : 'accent'}>
                        {gap.proven ? translate('pairing.proven') : translate('pairing.atmost', { percent: gap.percent })}
                      </span>
                    </td>
                  );
                })}
              </tr>
              {mayChange && runs.length > 1 && (
                <tr>
                  <td />
                  {runs.map((run) => (
                    <td key={run.id}>
                      <Button
                        variant={run.id === taking ? 'contained' : 'outlined'}
                        disabled={!run.isFresh}
                        aria-label={translate('pairing.plans.chooselabel', { plan: name(run) })}
                        onClick={() => setTaking(run.id)}
                      >
                        {translate('pairing.plans.choose')}
                      </Button>
                    </td>
                  ))}
                </tr>
              )}
            </tbody>
          </table>
        </div>
        {runs.length > 1 && <p className="soft">{translate('pairing.plans.scorehelp')}</p>}
        {chosen && <Take key={chosen.id} index={index} run={chosen} name={name(chosen)} actions={actions} mayChange={mayChange} onClose={onClose} />}
      </DialogContent>
      {!chosen && (
        <DialogActions>
          <Button onClick={onClose}>{translate('ra.action.close')}</Button>
        </DialogActions>
      )}
    </Dialog>
  );
}

/** How many people have no meeting at all, and who. */
function Names({ index, side, ids }: { index: BoardIndex; side: 'dms' | 'pitches'; ids: readonly string[] }) {
  const names = ids.map((id) => spoken(side === 'dms' ? nameDm(index, id) : namePitch(index, id)));
  return (
    <details>
      <summary>{ids.length}</summary>
      {names.join(language[index.lang].list)}
    </details>
  );
}

/** What will change, in numbers and by name, before a plan is applied. */
function Take({
  index,
  run,
  name,
  actions,
  mayChange,
  onClose,
}: {
  index: BoardIndex;
  run: BoardRun;
  name: string;
  actions: BoardActions;
  mayChange: boolean;
  onClose: () => void;
}) {
  const translate = useTranslate();
  const { positive } = useNotices();
  const { facts } = index;
  const { data: moves, error } = useQuery({
    queryKey: ['pairing-run-moves', run.id, facts.version],
    queryFn: () => call('GET /api/pairing/:campaign/runs/:run/moves', { at: { campaign: facts.campaign.id, run: run.id } }),
    retry: false,
  });
  const take = async () => {
    const taken = await actions.send('take', { run: run.id });
    if (!taken) return;
    positive(translate('pairing.take.done', { ...taken }));
    onClose();
  };
  const gap = distance(run.score, run.bound);
  const count = (test: (move: PlanMove) => boolean) => moves?.filter(test).length ?? 0;
  const counts = {
    made: count(({ before }) => !before),
    removed: count(({ after }) => !after),
    moved: count(({ before, after }) => before !== null && after !== null && (before.start !== after.start || before.room !== after.room)),
  };
  return (
    <section className="pairing-take" aria-label={translate('pairing.take.title', { plan: name })}>
      <h2>{translate('pairing.take.title', { plan: name })}</h2>
      <FailureLine error={error} />
      <p className="pairing-proof" data-proven={gap.proven || undefined}>
        {translate(gap.proven ? 'pairing.certificate.proven' : 'pairing.certificate.atmost', { percent: gap.percent })}
      </p>
      <p role="status">{moves ? translate('pairing.take.counts', counts) : !error && translate('pairing.loading')}</p>
      {moves && <MoveList index={index} moves={moves} />}
      <div className="pairing-buttons">
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        {mayChange && (
          <Button variant="contained" disabled={!moves || !run.isFresh} loading={actions.busy} onClick={() => void take()}>
            {translate('pairing.take.go')}
          </Button>
        )}
      </div>
    </section>
  );
}
