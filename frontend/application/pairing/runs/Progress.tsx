/** The progress of a run, the best result so far, and the upper bound. */
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { useTranslate } from 'react-admin';
import type { RunWays } from '../use-run.ts';
import { distance } from '../use-words.ts';

export function Progress({ run }: { run: RunWays }) {
  const translate = useTranslate();
  const { job } = run;
  if (!run.isRunning) return null;
  const share = job?.total ? Math.min(100, Math.round((job.progress / job.total) * 100)) : 0;
  const [, stage = '', score = '', bound = ''] = /^(\w+)(?: (\d+) (\d+))?$/.exec(job?.message ?? '') ?? [];
  const gap = score && distance(Number(score), Number(bound));
  return (
    <section className="pairing-progress" aria-label={translate('pairing.run.progress')}>
      <div>
        <b>{translate('pairing.run.progress')}</b> <span className="soft">{stage && translate(`pairing.stage.${stage}`, { _: '' })}</span>{' '}
        <span className="num">{share} %</span>
      </div>
      <LinearProgress aria-label={translate('pairing.run.progress')} variant={job?.total ? 'determinate' : 'indeterminate'} value={share} />
      <div className="soft">
        {gap && Number(score) > 0
          ? translate('pairing.run.best', {
              gap: gap.proven ? translate('pairing.proven') : translate('pairing.atmost', { percent: gap.percent }),
            })
          : translate('pairing.run.leave')}
      </div>
      <Button variant="outlined" disabled={job?.cancel === true} onClick={run.cancel}>
        {translate(job?.cancel ? 'pairing.run.ending' : 'pairing.run.end')}
      </Button>
    </section>
  );
}
