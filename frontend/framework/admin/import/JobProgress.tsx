/** How far a job of the import has come, and the way to end it. */
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { useTranslate } from 'react-admin';
import type { ShownJob } from '#framework/system/wire.ts';

interface Props {
  job: Pick<ShownJob, 'progress' | 'total' | 'cancel'> | undefined;
  name: string;
  /** said beside the count */
  phase?: string;
  cancel: () => void;
}

export function JobProgress({ job, name, phase = '', cancel }: Props) {
  const translate = useTranslate();
  return (
    <>
      <LinearProgress aria-label={name} {...(job?.total ? { variant: 'determinate', value: (100 * job.progress) / job.total } : {})} />
      <p>
        {phase} {job?.total ? `${job.progress} / ${job.total}` : ''}{' '}
        {job && (
          <Button size="small" disabled={job.cancel} onClick={cancel}>
            {translate('ra.action.cancel')}
          </Button>
        )}
      </p>
    </>
  );
}
