/** A filled-in sheet into the list's records: chosen, rehearsed, looked over, written. */

import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import Link from '@mui/material/Link';
import { useId, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { addressOf } from '#client/http-client.ts';
import { useText, useWords } from '#client/language.tsx';
import { failureLines } from '#client/notices/failure-lines.ts';
import { useDownload } from '#client/notices/use-download.ts';
import { useUndoable } from '#client/notices/use-undoable.tsx';
import type { ObjectModel } from '#codegen/model.ts';
import './import.css';
import { ReportView } from './ReportView.tsx';
import { useImport } from './use-import.ts';

interface Props {
  model: ObjectModel;
  /** `changed`: something was written, the list is stale */
  onClose: (changed: boolean) => void;
}

export default function ImportDialog({ model, onClose }: Props) {
  const translate = useTranslate();
  const text = useText();
  const words = useWords();
  const download = useDownload('export');
  const undoable = useUndoable();
  const titleId = useId();
  const picker = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const [isOver, setOver] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const { send, changeset, job, isRunning, report, error, cancel } = useImport(model.name);
  const ready = report?.mode === 'check' ? report.counts.create + report.counts.update : 0;

  const take = (chosen: File | undefined) => {
    if (!chosen) return;
    setFile(chosen);
    void send(chosen, 'check');
  };
  const write = () => {
    if (!file) return;
    setChanged(true);
    void send(file, 'write');
  };
  const written = report?.mode === 'write' ? report.counts.create + report.counts.update : 0;
  const close = () => {
    if (written) undoable(translate('import.done', { smart_count: written }), changeset);
    onClose(isChanged);
  };
  const hasFailed = job !== undefined && job.state !== 'running' && job.state !== 'done';
  return (
    <Dialog open fullWidth maxWidth="md" onClose={() => !isRunning && close()} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate('import.title', { name: text(model.label) })}</DialogTitle>
      <DialogContent>
        <p className="soft import-lead">
          {translate('import.lead')}
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
        <div aria-live="polite">
          {isRunning && (
            <div className="import-progress">
              <LinearProgress
                aria-label={translate(`import.running.${job?.message || 'check'}`)}
                {...(job?.total ? { variant: 'determinate', value: (100 * job.progress) / job.total } : {})}
              />
              <p>
                {translate(`import.running.${job?.message || 'check'}`)} {job?.total ? `${job.progress} / ${job.total}` : ''}{' '}
                {job && (
                  <Button size="small" disabled={job.cancel} onClick={cancel}>
                    {translate('ra.action.cancel')}
                  </Button>
                )}
              </p>
            </div>
          )}
          {error !== undefined && <Alert severity="error">{failureLines(error, words).join('\n')}</Alert>}
          {hasFailed && <Alert severity="error">{translate(`import.ended.${job.state}`)}</Alert>}
          {report && <ReportView report={report} model={model} onGoOn={() => file && void send(file, report.mode, report.left.lines)} />}
        </div>
      </DialogContent>
      <DialogActions>
        <Button onClick={close} disabled={isRunning}>
          {translate('ra.action.close')}
        </Button>
        {report?.mode !== 'write' && (
          <Button variant="contained" disabled={isRunning || ready === 0} onClick={write}>
            {translate('import.write', { smart_count: ready })}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
