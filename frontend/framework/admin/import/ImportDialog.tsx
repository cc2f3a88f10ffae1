/** A filled-in sheet into the list's records: chosen, rehearsed, looked over, written. */

import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Link from '@mui/material/Link';
import { useEffect, useId, useRef, useState } from 'react';
import { useStore, useTranslate } from 'react-admin';
import { addressOf } from '#client/http-client.ts';
import { useText } from '#client/language.tsx';
import { FailureText } from '#client/notices/FailureText.tsx';
import { useDownload } from '#client/notices/use-download.ts';
import { useUndoable } from '#client/notices/use-undoable.tsx';
import type { ObjectModel } from '#codegen/model.ts';
import type { ImportReport } from '#framework/import/wire.ts';
import './import.css';
import { AskedView } from './AskedView.tsx';
import { ColumnTable } from './ColumnTable.tsx';
import { JobProgress } from './JobProgress.tsx';
import { MarkedDownload } from './MarkedDownload.tsx';
import { ReadingSettings } from './ReadingSettings.tsx';
import { ReportView } from './ReportView.tsx';
import { type ImportSettings, useImport } from './use-import.ts';

const usual: ImportSettings = { take: 'both', by: '', encoding: '', chosen: {} };

interface Props {
  model: ObjectModel;
  /** `changed`: something was written, the list is stale */
  onClose: (changed: boolean) => void;
}

export default function ImportDialog({ model, onClose }: Props) {
  const translate = useTranslate();
  const text = useText();
  const download = useDownload('export');
  const undoable = useUndoable();
  const titleId = useId();
  const picker = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const [isOver, setOver] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const { send, changeset, job, isRunning, report, error, cancel } = useImport(model.name);
  // What is asked after an import goes on when the dialog is closed, and is found here again.
  const [last, setLast] = useStore<ImportReport['asking'] | null>(`import.asking.${model.name}`, null);
  const asking = report?.asking;
  useEffect(() => {
    if (asking) setLast(asking);
  }, [asking, setLast]);
  /** how it is read, shown; undefined as long as it is shown where there is something to look at */
  const [isReading, setReading] = useState<boolean>();
  const [settings, setSettings] = useState(usual);
  const [sent, setSent] = useState(usual);
  // Changed since the sheet was looked over: what would be written is not what is shown.
  const isStale = settings !== sent;
  const ready = report?.mode === 'check' && !isStale ? report.counts.create + report.counts.update : 0;

  const look = (chosen: File, next: ImportSettings, more?: { forget: boolean }) => {
    setSettings(next);
    setSent(next);
    void send(chosen, 'check', next, more);
  };
  const take = (chosen: File | undefined) => {
    if (!chosen) return;
    setFile(chosen);
    // Of another file the columns are others; which rows are taken stays as it is.
    setReading(undefined);
    look(chosen, { ...settings, chosen: {}, encoding: '' });
  };
  // What was a guess has been looked at by now.
  const guessed = Object.fromEntries((report?.columns ?? []).flatMap(({ by, field }, at) => (by === 'near' ? [[at, field]] : [])));
  const write = () => {
    if (!file) return;
    setChanged(true);
    void send(file, 'write', { ...settings, chosen: { ...guessed, ...settings.chosen } });
  };
  const change = (more: Partial<ImportSettings>) => setSettings({ ...settings, ...more });
  // All that this dialog wrote is taken back at once: what was left of a sheet and went on, and a sheet after it, count with it.
  const written = useRef(new Map<string, number>());
  if (report?.mode === 'write' && job) written.current.set(job.id, report.counts.create + report.counts.update);
  // How much of it was written before it was cut off, nobody counted.
  const hasFailed = job !== undefined && job.state !== 'running' && job.state !== 'done';
  const isCut = useRef(false);
  if (hasFailed && isChanged) isCut.current = true;
  const close = () => {
    const all = [...written.current.values()].reduce((sum, count) => sum + count, 0);
    if (isCut.current) undoable(translate('undo.cut'), changeset);
    else if (all) undoable(translate('import.done', { smart_count: all }), changeset);
    onClose(isChanged);
  };
  return (
    <Dialog open fullWidth maxWidth="md" onClose={() => !isRunning && close()} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate('import.title', { name: text(model.plural) })}</DialogTitle>
      <DialogContent>
        <p className="soft import-lead">
          {translate('import.lead')}{' '}
          <Link
            component="button"
            type="button"
            onClick={() => void download(addressOf('GET /api/pb/:object/import/template', { at: { object: model.name } }), `${model.name}.xlsx`)}
          >
            {translate('import.template')}
          </Link>
        </p>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short cut of the button within */}
        <div
          className={isOver ? 'import-drop is-over' : 'import-drop'}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setOver(false);
            if (!isRunning) take(event.dataTransfer.files[0]);
          }}
        >
          <input
            ref={picker}
            type="file"
            className="unseen"
            tabIndex={-1}
            aria-hidden="true"
            accept=".xlsx,.csv,text/csv"
            data-import
            onChange={(event) => {
              take(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
          <Button variant={file ? 'outlined' : 'contained'} disabled={isRunning} onClick={() => picker.current?.click()}>
            {translate(file ? 'import.other' : 'import.choose')}
          </Button>
          <span className="soft">{file ? file.name : translate('import.drop')}</span>
        </div>
        {!file && last && <AskedView asking={last} isPast />}
        {report?.mode === 'check' && !isRunning && (
          <details
            className="import-reading"
            open={isReading ?? (report.columns.some(({ by, why }) => by === 'near' || why === 'unknown') || report.missing.length > 0)}
            onToggle={({ currentTarget }) => setReading(currentTarget.open)}
          >
            <summary>{translate('import.settings')}</summary>
            <ReadingSettings model={model} settings={settings} encoding={report.encoding} onChange={change} />
            {report.isRemembered && (
              <p className="soft">
                {translate('import.remembered')}{' '}
                <Link component="button" type="button" onClick={() => file && look(file, { ...settings, chosen: {} }, { forget: true })}>
                  {translate('import.forget')}
                </Link>
              </p>
            )}
            <ColumnTable
              report={report}
              model={model}
              chosen={settings.chosen}
              onChoose={(column, field) => change({ chosen: { ...settings.chosen, [column]: field } })}
            />
          </details>
        )}
        <div aria-live="polite">
          {isRunning && (
            <div className="import-progress">
              <JobProgress
                job={job}
                name={translate(`import.running.${job?.message || 'check'}`)}
                phase={translate(`import.running.${job?.message || 'check'}`)}
                cancel={cancel}
              />
            </div>
          )}
          {error !== undefined && (
            <Alert severity="error">
              <FailureText error={error} />
            </Alert>
          )}
          {hasFailed && <Alert severity={job.state === 'cancelled' ? 'info' : 'error'}>{translate(`import.ended.${job.state}`)}</Alert>}
          {report && isStale && <Alert severity="info">{translate('import.stale')}</Alert>}
          {report && <ReportView report={report} model={model} onGoOn={() => file && void send(file, report.mode, settings, { only: report.left.lines })} />}
          {report && file && job && report.counts.refused > 0 && (
            <MarkedDownload key={job.id} object={model.name} file={file} job={job.id} isWritten={report.mode === 'write'} />
          )}
        </div>
      </DialogContent>
      <DialogActions>
        <Button onClick={close} disabled={isRunning}>
          {translate('ra.action.close')}
        </Button>
        {report?.mode === 'check' && isStale && (
          <Button variant="contained" disabled={isRunning} onClick={() => file && look(file, settings)}>
            {translate('import.look')}
          </Button>
        )}
        {report?.mode !== 'write' && !isStale && (
          <Button variant="contained" disabled={isRunning || ready === 0} onClick={write}>
            {translate('import.write', { smart_count: ready })}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
