/** The rows of the sheet or table that a new object was guessed from, brought in once it is saved: by the import of its list, or copied by the server. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#client/http-client.ts';
import { useNotices } from '#client/notices/Notices.tsx';
import type { ImportReport } from '#framework/import/wire.ts';
import { resultOf } from './result-of.ts';
import { useSay } from './say.tsx';
import { forgetStart, sheetOf, startOf } from './starts.ts';

export function RowsIn({ name }: { name: string }) {
  const say = useSay();
  const client = useQueryClient();
  const { failure } = useNotices();
  const [start] = useState(() => startOf(name));
  const [sheet] = useState(() => sheetOf(name));
  const [busy, setBusy] = useState(false);
  const [report, setReport] = useState<ImportReport>();
  const [isOver, setOver] = useState(false);
  if (!start || isOver || start.rows === 0 || (!sheet && !start.table)) return null;
  const bring = async () => {
    setBusy(true);
    try {
      const { job } = sheet
        ? await call('POST /api/pb/:object/import', { at: { object: name }, query: { mode: 'write' }, body: sheet })
        : await call('POST /api/workbench/tables/:table/copy', { at: { table: start.table ?? '' }, body: { object: name } });
      setReport((await resultOf(job)) as ImportReport); // a job's result is its kind's
      forgetStart(name);
      await client.invalidateQueries({ queryKey: ['schemas'] });
    } catch (error) {
      failure(error);
    } finally {
      setBusy(false);
    }
  };
  if (report) {
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
        <Button color="inherit" disabled={busy} onClick={() => void bring()}>
          {say('new.rowsin', { smart_count: start.rows })}
        </Button>
      }
    >
      {say('new.rowshelp')}
    </Alert>
  );
}
