/** Records about the same thing become one: side by side, with a choice for each field in which they differ, and what would be done before it is done. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import useMediaQuery from '@mui/material/useMediaQuery';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useLogoutIfAccessDenied, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { reply } from '#client/http/ask.ts';
import { ApiError, call, request } from '#client/http-client.ts';
import { Labelled } from '#client/Labelled.tsx';
import { useLanguage, useText } from '#client/language.tsx';
import { newChangeset, noted } from '#client/notices/changeset.ts';
import { FailureText } from '#client/notices/FailureText.tsx';
import { useNotices } from '#client/notices/Notices.tsx';
import { useUndoable } from '#client/notices/use-undoable.tsx';
import { knownModel } from '#client/objects.tsx';
import { editPath } from '#client/paths.ts';
import { afterAnyChange } from '#client/use-change.ts';
import type { ObjectModel, Row } from '#codegen/model.ts';
import { FieldValue } from '#form/panels/FieldValue.tsx';
import { LikelyRows } from '#form/panels/LikelyRows.tsx';
import type { MergeFailure, MergeOrder, MergePreview } from '#framework/merge/wire.ts';
import { type MergeField, together } from '#rules/records/merge.ts';
import { fieldNamed, titleOf } from '#rules/records/record.ts';
import { below } from '#ui/widths.ts';
import { Effects } from '../actions/Effects.tsx';
import { AddRow } from './AddRow.tsx';
import { Choices } from './Choices.tsx';

interface MergeDialogProps {
  model: ObjectModel;
  /** the first stays, unless another is chosen; where it is the only one, the others are looked for */
  ids: string[];
  /** of the only one: its doubles are suggested */
  row?: Row;
  onClose(): void;
  /** with the id of the one that stays; told again when it is taken back */
  onDone(id: string): void;
}

export default function MergeDialog({ model, ids: given, row: own, onClose, onDone }: MergeDialogProps) {
  const translate = useTranslate();
  const text = useText();
  const { lang } = useLanguage();
  const client = useQueryClient();
  const notices = useNotices();
  const undoable = useUndoable();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const titleId = useId();
  const narrow = useMediaQuery(below('narrow'));
  const [ids, setIds] = useState(given);
  const [stays, setStays] = useState(given[0] ?? '');
  const [take, setTake] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const order: MergeOrder = { from: ids.filter((id) => id !== stays).map((id) => ({ id })), take };
  const {
    data: preview,
    error,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: ['preview', 'merge', model.name, stays, order],
    queryFn: async () => previewOf(await call('POST /api/pb/:object/:id/merge', { at: { object: model.name, id: stays }, body: { ...order, preview: true } })),
    enabled: ids.length > 1,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  const rows = preview?.rows ?? [];
  const idOf = (row: Row) => String(row[model.entity.key]);
  const nameOf = (row: Row) => titleOf(row, model, lang);
  const options = ids.flatMap((id) => rows.filter((row) => idOf(row) === id)).map((row) => ({ value: idOf(row), row }));
  const changedAt = fieldNamed(model.fields, 'update_at');
  // What is proposed depends on which one stays.
  const isStale = rows[0] !== undefined && idOf(rows[0]) !== stays;
  const isReady = !busy && !isFetching && !error && preview !== undefined && !preview.failed.length;

  const carryOut = async () => {
    setBusy(true);
    try {
      const vers = new Map(rows.map((row) => [idOf(row), Number(row.ver)]));
      const versed = (id: string) => (vers.has(id) ? { ver: vers.get(id) ?? 0 } : {});
      const body: MergeOrder = { ...order, from: order.from.map(({ id }) => ({ id, ...versed(id) })), ...versed(stays) };
      const changeset = newChangeset();
      await reply(request, 'POST /api/pb/:object/:id/merge', { at: { object: model.name, id: stays }, body, headers: noted(changeset) });
      const survivor = rows.find((row) => idOf(row) === stays);
      undoable(translate('merge.done', { smart_count: ids.length, title: survivor ? nameOf(survivor) : stays }), changeset, () => onDone(stays));
      await client.invalidateQueries(afterAnyChange);
      onDone(stays);
      onClose();
    } catch (refused) {
      if (await logoutIfAccessDenied(refused)) return;
      notices.failure(refused);
      // What has come into the way meanwhile is named by a new preview.
      if (refused instanceof ApiError && refused.refused) await refetch();
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog open fullWidth fullScreen={narrow} maxWidth={rows.length > 2 ? 'lg' : 'md'} onClose={busy ? undefined : onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate('merge.title', { what: text(model.plural) || text(model.label) })}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5, alignContent: 'start' }}>
        {(given.length < 2 || ids.length < 2) && <AddRow model={model} chosen={ids} onAdd={(id) => setIds([...ids, id])} />}
        {own && ids.length < 2 && (
          <LikelyRows model={model} row={own} id={stays} choice={{ label: translate('merge.action'), choose: (id) => setIds([...ids, id]) }} />
        )}
        {ids.length > 1 && !preview && !error && <LinearProgress aria-label={translate('actions.looking')} />}
        {error && (
          <Alert severity="error">
            <FailureText error={error} />
          </Alert>
        )}
        {preview && (
          <>
            <Choices
              label={translate('merge.stays')}
              value={stays}
              options={options.map(({ value, row }) => ({
                value,
                content: (
                  <>
                    <Link to={editPath(model, value)} target="_blank">
                      {nameOf(row)}
                    </Link>
                    <Box sx={soft}>
                      {value} · {changedAt && <FieldValue field={changedAt} value={row.update_at} row={row} />} · {String(row.update_by ?? '')}
                    </Box>
                  </>
                ),
              }))}
              onChange={(id) => {
                setStays(id);
                setTake({});
              }}
            />
            {preview.fields.length > 0 && <Box sx={soft}>{translate('merge.fields')}</Box>}
            {preview.fields.map((one) => (
              <FieldChoice key={one.name} model={model} one={one} rows={options} take={take} isStale={isStale} onTake={setTake} />
            ))}
            <Outcome preview={preview} />
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={busy}>
          {translate('ra.action.cancel')}
        </Button>
        <Button variant="contained" loading={busy} disabled={!isReady} onClick={() => void carryOut()}>
          {translate('merge.confirm', { smart_count: ids.length })}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface FieldChoiceProps {
  model: ObjectModel;
  one: MergeField;
  rows: { value: string; row: Row }[];
  take: Record<string, string>;
  /** another proposal is on its way */
  isStale: boolean;
  onTake(take: Record<string, string>): void;
}

function FieldChoice({ model, one, rows, take, isStale, onTake }: FieldChoiceProps) {
  const translate = useTranslate();
  const text = useText();
  const field = fieldNamed(model.fields, one.name);
  if (!field) return null;
  const shown = rows.map(({ value, row }) => ({ value, content: <FieldValue field={field} value={row[one.name]} row={row} /> }));
  return (
    <Choices
      label={text(field.label) || one.name}
      value={take[one.name] ?? one.take}
      options={one.isList && one.isOpen ? [...shown, { value: together, content: translate('merge.together') }] : shown}
      disabled={isStale || !one.isOpen}
      {...(!one.isOpen && { note: translate('merge.fixed') })}
      onChange={(id) => onTake({ ...take, [one.name]: id })}
    />
  );
}

/** What points elsewhere afterwards, or what is in the way. */
function Outcome({ preview }: { preview: MergePreview }) {
  const translate = useTranslate();
  if (preview.failed.length)
    return (
      <Alert severity="error" role="alert">
        {translate('merge.refused', { smart_count: preview.failed.length + preview.more })}
        <ul className="effects">
          {preview.failed.map((one) => (
            <li key={`${one.object} ${one.id} ${one.message}`}>
              <Failed {...one} />
            </li>
          ))}
          {preview.more > 0 && <li>{translate('list.more', { smart_count: preview.more })}</li>}
        </ul>
      </Alert>
    );
  return (
    <section className="preview" aria-live="polite">
      <h3>{translate('actions.preview')}</h3>
      <Effects effects={preview.effects} />
    </section>
  );
}

function Failed({ object, id, title, message }: MergeFailure) {
  const translate = useTranslate();
  const text = useText();
  const model = knownModel(object);
  const name = title || translate('merge.hidden');
  return (
    <Labelled
      label={
        <>
          {text(model?.label)}{' '}
          {model && id ? (
            <Link to={editPath(model, id)} target="_blank">
              {name}
            </Link>
          ) : (
            name
          )}
        </>
      }
    >
      {message}
    </Labelled>
  );
}

/** A preview was asked for, and nothing else answers it. */
function previewOf(answer: object): MergePreview {
  return answer as MergePreview;
}

const soft = { color: 'text.secondary', fontSize: 'var(--size-small)', overflowWrap: 'anywhere' } as const;
