/** A transition or an operation before it is done: what it will do, what it asks for, the typed confirmation; then how it went. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useLanguage, useText } from '#client/language.tsx';
import { FailureText } from '#client/notices/FailureText.tsx';
import { useNotices } from '#client/notices/Notices.tsx';
import { useUndoable } from '#client/notices/use-undoable.tsx';
import { dataProvider } from '#client/providers/data.ts';
import type { ObjectModel, Row } from '#codegen/model.ts';
import { labelled } from '#rules/words/language.ts';
import { type Operation, type Outcome, previewOperation } from './calls.ts';
import { Effects } from './Effects.tsx';
import { AskedFields, askedFields, isAnswered, TypedName } from './Questions.tsx';
import { useRunOperation } from './use-run-operation.ts';
import './actions.css';

interface ActionDialogProps {
  model: ObjectModel;
  operation: Operation;
  ids: string[];
  /** the row's name, or how many there are */
  title: string;
  /** of one row: the version that the person sees */
  ver?: number;
  nameOf?: (id: string) => string;
  onClose(): void;
  onDone(outcome: Outcome): void;
}

export default function ActionDialog({ model, operation, ids, title, ver, nameOf = (id) => id, onClose, onDone }: ActionDialogProps) {
  const translate = useTranslate();
  const text = useText();
  const { lang } = useLanguage();
  const notices = useNotices();
  const undoable = useUndoable();
  const titleId = useId();
  const [typed, setTyped] = useState('');
  const [input, setInput] = useState<Row>({});
  const { run, progress, failed, stop } = useRunOperation(model.name, ids, operation);
  const {
    data: preview,
    error,
    isLoading,
  } = useQuery({
    queryKey: ['preview', model.name, operation.name, ids],
    queryFn: () => previewOperation(model.name, ids, operation.name),
    enabled: operation.kind === 'action',
    retry: false,
    gcTime: 0,
  });
  const label = text(operation.label);
  const fields = askedFields(model, operation);
  const isIdle = operation.kind === 'action' && preview !== undefined && preview.effects.length === 0;
  const ready = !progress && !isLoading && !error && !isIdle && (!preview?.typed || typed === preview.typed) && isAnswered(fields, input);
  const carryOut = async () => {
    const order = { ...(fields.length && { input }), ...(preview?.typed && { confirm: typed }), ...(ver !== undefined && { ver }) };
    const outcome = await run(order);
    if (!outcome) return;
    const count = outcome.ids?.length;
    const message = translate(count === undefined ? 'actions.done' : 'actions.done_many', { name: label, smart_count: count ?? 1 });
    const [id] = ids;
    // An open form takes the row as it is after that, too.
    const reread = () =>
      void (count === undefined && id && dataProvider.getOne(model.name, { id }).then(({ data }) => onDone({ effects: [], row: data }), notices.failure));
    if (count !== 0) outcome.changeset ? undoable(message, outcome.changeset, reread) : notices.positive(message);
    onDone(outcome);
    if (!outcome.failed?.length) onClose();
  };
  return (
    <Dialog open onClose={progress ? undefined : onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) void carryOut();
        }}
      >
        <DialogTitle id={titleId} sx={{ pb: 0.5 }}>
          {label}
        </DialogTitle>
        <DialogContent className="action-dialog">
          <p className="action-title">{title}</p>
          {operation.confirm && <p>{text(operation.confirm)}</p>}
          {isLoading && <p className="soft">{translate('actions.looking')}</p>}
          {error && (
            <Alert severity="warning">
              <FailureText error={error} />
            </Alert>
          )}
          {isIdle && <Alert severity="info">{translate('actions.nothing')}</Alert>}
          {preview && preview.effects.length > 0 && (
            <section className={operation.destructive ? 'preview preview-danger' : 'preview'}>
              <h3>{translate('actions.preview')}</h3>
              <Effects effects={preview.effects} />
            </section>
          )}
          <AskedFields fields={fields} input={input} onChange={setInput} />
          {preview?.typed && <TypedName name={preview.typed} typed={typed} onChange={setTyped} />}
          {progress && (
            <div role="status">
              <LinearProgress variant={progress.all > 1 ? 'determinate' : 'indeterminate'} value={(100 * progress.done) / progress.all} />
              {progress.all > 1 && <span className="soft num">{translate('actions.progress', { ...progress })}</span>}
            </div>
          )}
          {failed.length > 0 && (
            <Alert severity="error">
              {translate('actions.failed', { smart_count: failed.length })}
              <ul className="effects">
                {failed.slice(0, 10).map(({ id, message }) => (
                  <li key={id}>{labelled(nameOf(id), message, lang)}</li>
                ))}
                {failed.length > 10 && <li>……</li>}
              </ul>
            </Alert>
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={progress ? stop : onClose}>{translate(progress ? 'actions.stop' : failed.length ? 'actions.close' : 'ra.action.cancel')}</Button>
          <Button
            type="submit"
            variant="contained"
            color={operation.destructive ? 'error' : 'primary'}
            disabled={!ready}
            autoFocus={!fields.length && !preview?.typed}
          >
            {label}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
