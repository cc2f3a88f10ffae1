/** The rows of the sheet or table that a new object was guessed from, brought in once it is saved: by the import of its list, or copied by the server. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { call } from '#client/http-client.ts';
import { resultOf } from '#client/job-result.ts';
import { useNotices } from '#client/notices/Notices.tsx';
import type { ImportReport } from '#framework/import/wire.ts';
import type { ShownJob } from '#framework/system/wire.ts';
import type { CopyReport } from '#framework/workbench/wire.ts';
import { useSay } from './say.tsx';
import { forgetStart, sheetOf, startOf } from './starts.ts';

export function RowsIn({ name }: { name: string }) {
  const say = useSay();
  const client = useQueryClient();
  const { failure } = useNotices();
  const [start] = useState(() => startOf(name));
  const [sheet] = useState(() => sheetOf(name));
  const [busy, setBusy] = useState(false);
  const translate = useTranslate();
  const [job, setJob] = useState<ShownJob>();
  const [report, setReport] = useState<Pick<ImportReport, 'counts'> & Partial<CopyReport>>();
  const [isOver, setOver] = useState(false);
  if (!start || isOver || start.rows === 0 || (!sheet && !start.table)) return null;
  const bring = async () => {
    setBusy(true);
    try {
      const begun = sheet
        ? await call('POST /api/pb/:object/import', { at: { object: name }, query: { mode: 'write' }, body: sheet })
        : await call('POST /api/workbench/tables/:table/copy', { at: { table: start.table ?? '' }, body: { object: name } });
      const made = await resultOf<ImportReport | CopyReport>(begun.job, setJob);
      setReport(made);
      if (!('isCut' in made && made.isCut)) forgetStart(name);
      await client.invalidateQueries({ queryKey: ['schemas'] });
    } catch (error) {
      failure(error);
    } finally {
      setBusy(false);
      setJob(undefined);
    }
  };
  const cancel = () => job && void call('POST /api/jobs/:id/cancel', { at: { id: job.id }, body: {} }).catch(failure);
  if (report && !report.isCut) {
    const left = report.counts.refused;
    return (
      <Alert severity={left > 0 ? 'warning' : 'success'} onClose={() => setOver(true)}>
        {say('new.rowsdone', { smart_count: report.counts.create })} {left > 0 && say('new.rowsleft', { smart_count: left })}
      </Alert>
    );
  }
  return (
    <Alert
      severity="info"
      action={
        busy ? (
          <Button color="inherit" disabled={!job || job.cancel} onClick={cancel}>
            {translate('ra.action.cancel')}
          </Button>
        ) : (
          <Button color="inherit" onClick={() => void bring()}>
            {report ? say('new.rowson') : say('new.rowsin', { smart_count: start.rows })}
          </Button>
        )
      }
    >
      <div aria-live="polite">
        {busy && job?.total ? `${job.progress} / ${job.total}` : report ? say('new.rowscut', { smart_count: report.counts.create }) : say('new.rowshelp')}
      </div>
      {busy && <LinearProgress aria-label={say('new.rowsrun')} {...(job?.total ? { variant: 'determinate', value: (100 * job.progress) / job.total } : {})} />}
    </Alert>
  );
}
