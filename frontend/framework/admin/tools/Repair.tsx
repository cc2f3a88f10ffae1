/** The repair of what the check finds of an object: looked at first, row by row, then written as a job. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { call } from '#client/http-client.ts';
import { resultOf } from '#client/job-result.ts';
import { useText } from '#client/language.tsx';
import { useNotices } from '#client/notices/Notices.tsx';
import { useEntry } from '#client/objects.tsx';
import type { BulkReport } from '#framework/bulk/wire.ts';
import type { RepairOrder, ShownJob } from '#framework/system/wire.ts';
import { BulkReportView } from '../bulk/BulkReportView.tsx';

export function Repair({ invariant, object, onDone }: Pick<RepairOrder, 'invariant' | 'object'> & { onDone(): void }) {
  const translate = useTranslate();
  const text = useText();
  const titleId = useId();
  const { failure } = useNotices();
  const entry = useEntry(object);
  const [isOpen, setOpen] = useState(false);
  const [job, setJob] = useState<ShownJob>();
  const [busy, setBusy] = useState(false);
  const [report, setReport] = useState<BulkReport>();
  if (!entry) return null;
  const name = `${translate(`tools.invariant.${invariant}`)} · ${text(entry.model.label)}`;
  const run = async (mode: 'check' | 'write', seen?: string) => {
    setBusy(true);
    try {
      const begun = await call('POST /api/invariants/repair', { body: { invariant, object, mode, ...(seen !== undefined && { seen }) } });
      setReport(await resultOf<BulkReport>(begun.job, setJob));
    } catch (error) {
      failure(error);
      if (mode === 'check') setOpen(false);
    } finally {
      setBusy(false);
      setJob(undefined);
    }
  };
  const open = () => {
    setOpen(true);
    setReport(undefined);
    void run('check');
  };
  const close = () => {
    setOpen(false);
    if (report?.mode === 'write') onDone();
  };
  const cancel = () => job && void call('POST /api/jobs/:id/cancel', { at: { id: job.id }, body: {} }).catch(failure);
  return (
    <>
      <Button variant="outlined" onClick={open}>
        {translate('tools.repair.open', { name })}
      </Button>
      <Dialog open={isOpen} onClose={() => !busy && close()} aria-labelledby={titleId} fullWidth maxWidth="sm">
        <DialogTitle id={titleId}>{name}</DialogTitle>
        <DialogContent>
          <Alert severity="info" sx={{ mb: 2 }}>
            {translate('tools.repair.help')}
          </Alert>
          <div aria-live="polite">
            {busy && (
              <LinearProgress
                aria-label={translate('jobs.kinds.repair')}
                {...(job?.total ? { variant: 'determinate', value: (100 * job.progress) / job.total } : {})}
              />
            )}
            {report && <BulkReportView model={entry.model} report={report} act="operate" />}
          </div>
        </DialogContent>
        <DialogActions>
          {busy && job && (
            <Button disabled={job.cancel} onClick={cancel}>
              {translate('ra.action.cancel')}
            </Button>
          )}
          <Button disabled={busy} onClick={close}>
            {translate('ra.action.close')}
          </Button>
          {report?.mode !== 'write' && (
            <Button variant="contained" disabled={busy || !report?.counts.changed} onClick={() => void run('write', report?.seen)}>
              {translate('tools.repair.write')}
            </Button>
          )}
        </DialogActions>
      </Dialog>
    </>
  );
}
