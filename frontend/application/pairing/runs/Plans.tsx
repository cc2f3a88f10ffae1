/** The last runs: their aim, result and time. They can be compared or applied. */
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useObjects } from '#client/objects.tsx';
import { listPath } from '#client/paths.ts';
import { useSession } from '#client/session.ts';
import { inZone } from '#framework/time.ts';
import { type BoardIndex, whoseLoss } from '../lines.ts';
import type { BoardActions } from '../use-board.ts';
import type { RunWays } from '../use-run.ts';
import { distance } from '../use-words.ts';
import { Compare } from './Compare.tsx';
import { RepairDialog } from './RepairDialog.tsx';

interface PlansProps {
  index: BoardIndex;
  run: RunWays;
  actions: BoardActions;
  mayChange: boolean;
}

export function Plans({ index, run, actions, mayChange }: PlansProps) {
  const translate = useTranslate();
  const { facts } = index;
  const [compared, setCompared] = useState<string[]>();
  const session = useSession();
  const model = useObjects().find(({ name }) => name === 'pairing_run')?.model;
  const runs = model && session.may(model, 'list') ? model : undefined;
  const [repairing, setRepairing] = useState(false);
  // The newest run of each aim that still fits the forum.
  const newest = ['wishes', 'fair'].flatMap((aim) => facts.runs.find((one) => one.aim === aim && one.isFresh && one.away.length === 0)?.id ?? []);
  return (
    <>
      <div className="pairing-buttons">
        <Button variant="outlined" disabled={newest.length === 0} onClick={() => setCompared(newest)}>
          {translate('pairing.plans.compare')}
        </Button>
        {mayChange && (
          <Button variant="outlined" disabled={run.isRunning || facts.pairings.length === 0} onClick={() => setRepairing(true)}>
            {translate('pairing.repair.open')}
          </Button>
        )}
      </div>
      {facts.runs.length === 0 && <p>{translate('pairing.plans.none')}</p>}
      <ul className="pairing-wishes">
        {facts.runs.map((one) => {
          const gap = distance(one.score, one.bound);
          return (
            <li key={one.id}>
              <div className="pairing-run">
                <b>{one.away.length ? translate('pairing.repair.of', { who: whoseLoss(index, one) }) : translate(`pairing.aim.${one.aim}`, { _: one.aim })}</b>
                <span className="badge" data-color={one.state === 'taken' ? 'success' : one.isFresh ? 'accent' : 'default'}>
                  {translate(one.state === 'taken' ? 'pairing.plans.taken' : one.isFresh ? 'pairing.plans.fresh' : 'pairing.plans.stale')}
                </span>
              </div>
              <div>
                {translate('pairing.plans.reached', { meetings: one.meetings, wishes: one.wishes })} ·{' '}
                <b>{gap.proven ? translate('pairing.proven') : translate('pairing.atmost', { percent: gap.percent })}</b>
              </div>
              {one.worth > 0 && <div className="soft num">{translate('pairing.plans.worth', { worth: one.worth })}</div>}
              <div className="soft">
                {translate('pairing.plans.made', { at: inZone(one.at, facts.campaign.zone), by: one.by, seed: one.seed, seconds: (one.ms / 1000).toFixed(1) })}
                {one.isCut ? ` · ${translate('pairing.plans.cut')}` : ''}
              </div>
              {one.isFresh && one.state !== 'taken' && <Button onClick={() => setCompared([one.id])}>{translate('pairing.plans.look')}</Button>}
            </li>
          );
        })}
      </ul>
      {runs && facts.runs.length > 0 && (
        <Button component={Link} to={`${listPath(runs)}?filter=${encodeURIComponent(JSON.stringify({ cid: facts.campaign.id }))}`}>
          {translate('pairing.plans.history')}
        </Button>
      )}
      {compared && <Compare index={index} ids={compared} actions={actions} mayChange={mayChange} onClose={() => setCompared(undefined)} />}
      {repairing && <RepairDialog index={index} run={run} onClose={() => setRepairing(false)} />}
    </>
  );
}
