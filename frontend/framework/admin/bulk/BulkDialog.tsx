/** Many records at once: what shall become of them, a look at what that does, the work with its progress, and a report of each. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { flushSync } from 'react-dom';
import { isStopped } from '#client/http/api-error.ts';
import { useLanguage, useText } from '#client/language.tsx';
import { FailureText } from '#client/notices/FailureText.tsx';
import { useNotices } from '#client/notices/Notices.tsx';
import { useUndoable } from '#client/notices/use-undoable.tsx';
import type { ObjectModel, Row } from '#codegen/model.ts';
import { Pending } from '#fields/contract/pending.ts';
import type { Selection } from '#framework/bulk/wire.ts';
import type { CellEdit, FieldChanges } from '#rules/records/bulk.ts';
import { countInWords } from '#rules/words/wording.ts';
import type { Operation } from '../actions/calls.ts';
import { AskedFields, askedFields, isAnswered, TypedName } from '../actions/Questions.tsx';
import { BulkReportView } from './BulkReportView.tsx';
import { FieldChangeList, newEntry } from './FieldChangeList.tsx';
import { type BulkWish, useBulk } from './use-bulk.ts';
import './bulk.css';

export type BulkAct =
  | { do: 'edit' | 'remove'; selection: Selection }
  | { do: 'operate'; operation: Operation; selection: Selection }
  | { do: 'paste'; rows: CellEdit[] };

interface Props {
  model: ObjectModel;
  act: BulkAct;
  /** how many records it is about, as far as the page knows */
  count: number;
  onClose(isChanged: boolean): void;
}

export default function BulkDialog({ model, act, count, onClose }: Props) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const text = useText();
  const { positive } = useNotices();
  const undoable = useUndoable();
  const titleId = useId();
  const [entries, setEntries] = useState(() => [newEntry()]);
  const [troubled, setTroubled] = useState<ReadonlySet<number>>(new Set());
  const [pending] = useState(() => new Pending());
  const [isWritten, setWritten] = useState(false);
  const [input, setInput] = useState<Row>({});
  const [typed, setTyped] = useState('');
  const latest = useRef(entries);
  latest.current = entries;
  const { check, write, changeset, report, progress, error, cancel, forget } = useBulk(model.name);
  const operation = act.do === 'operate' ? act.operation : undefined;
  const asked = operation ? askedFields(model, operation) : [];
  // One name for all of them, however many.
  const toType = operation?.destructive ? model.name : undefined;
  const wish = (): BulkWish => {
    if (act.do === 'paste') return { rows: act.rows };
    if (act.do === 'remove') return { ...act.selection, remove: true };
    if (act.do === 'operate') return { ...act.selection, act: act.operation.name, ...(asked.length && { input }), ...(toType && { confirm: typed }) };
    const named = latest.current.flatMap(({ field, change }) => (field ? [[field, change] as const] : []));
    return { ...act.selection, changes: Object.fromEntries(named) as FieldChanges };
  };
  const isWhole =
    act.do === 'operate' ? isAnswered(asked, input) : act.do !== 'edit' || (entries.length > 0 && entries.every(({ field }) => field) && troubled.size === 0);
  const look = () => {
    flushSync(() => pending.flush());
    void check(wish());
  };
  const carryOut = async () => {
    const done = await write(wish());
    if (done === 'cut') {
      if (act.do !== 'remove' || model.trash) undoable(translate('undo.cut'), changeset);
      return;
    }
    if (!done) return;
    setWritten(true);
    const { changed } = done.counts;
    const said = operation
      ? translate('actions.done_many', { name: text(operation.label), smart_count: changed })
      : translate(`bulk.done.${act.do}`, { smart_count: changed });
    if (changed) done.isUndoable ? undoable(said, changeset) : positive(said);
  };
  // What has nothing to be chosen is looked at at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it opens
  useEffect(() => {
    if (act.do !== 'edit' && !asked.length) look();
  }, []);
  const isChecked = report?.mode === 'check';
  const named = countInWords(count, model, lang);
  return (
    <Dialog open fullWidth maxWidth="md" onClose={() => !progress && onClose(isWritten)} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate(`bulk.title.${act.do}`, { name: named, operation: text(operation?.label) })}</DialogTitle>
      <DialogContent className="bulk">
        {operation?.confirm && <p>{text(operation.confirm)}</p>}
        {act.do === 'edit' && !isWritten && (
          <FieldChangeList
            model={model}
            entries={entries}
            pending={pending}
            isBusy={progress !== undefined}
            onTrouble={setTroubled}
            onChange={(change) => {
              setEntries(change);
              forget();
            }}
          />
        )}
        {!isWritten && (
          <AskedFields
            fields={asked}
            input={input}
            onChange={(change) => {
              setInput(change);
              forget();
            }}
          />
        )}
        <div aria-live="polite">
          {progress && (
            <div className="bulk-progress">
              <LinearProgress
                aria-label={translate(`bulk.running.${progress.mode}`)}
                {...(progress.all ? { variant: 'determinate', value: Math.min(100, (100 * progress.done) / progress.all) } : {})}
              />
              <p>
                {translate(`bulk.running.${progress.mode}`)} {progress.all > 0 && `${progress.done} / ${progress.all}`}{' '}
                <Button size="small" onClick={cancel}>
                  {translate('bulk.stop')}
                </Button>
              </p>
            </div>
          )}
          {error !== undefined && (
            <Alert severity={isStopped(error) ? 'info' : 'error'}>
              <FailureText error={error} />
            </Alert>
          )}
          {report && !progress && <BulkReportView model={model} report={report} act={act.do} />}
        </div>
        {toType && isChecked && !isWritten && report.counts.changed > 0 && <TypedName name={toType} typed={typed} onChange={setTyped} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={() => onClose(isWritten)} disabled={progress !== undefined}>
          {translate(isWritten ? 'ra.action.close' : 'ra.action.cancel')}
        </Button>
        {!isWritten && !isChecked && (
          <Button variant="contained" disabled={progress !== undefined || !isWhole} onClick={look}>
            {translate('bulk.look')}
          </Button>
        )}
        {!isWritten && isChecked && (
          <Button
            variant="contained"
            color={act.do === 'remove' || operation?.destructive ? 'error' : 'primary'}
            disabled={progress !== undefined || report.counts.changed === 0 || (toType !== undefined && typed !== toType)}
            onClick={() => void carryOut()}
          >
            {translate(`bulk.write.${act.do}`, { smart_count: report.counts.changed, operation: text(operation?.label) })}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
