/** Save, history and deletion of a schema: what saving does is told first; an older version meets the newer one side by side. */
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import HistoryIcon from '@mui/icons-material/History';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { ApiError, call } from '#client/http-client.ts';
import { useNotices } from '#client/notices/Notices.tsx';
import { objectsQuery } from '#client/objects.tsx';
import type { CheckedSchema, SavedSchema, SchemaConflict } from '#framework/workbench/wire.ts';
import { Confirm } from '#ui/Confirm.tsx';
import { Diff } from './Diff.tsx';
import type { SchemaTexts } from './document/schema-document.ts';
import { HistoryDialog, whole } from './HistoryDialog.tsx';
import { useSay } from './say.tsx';
import type { Texts } from './use-texts.ts';
import { Plan } from './Verdict.tsx';

interface Props {
  name: string;
  saved: SchemaTexts;
  version: string;
  texts: Texts;
  checked: CheckedSchema | undefined;
  isStale: boolean;
  readOnly: boolean;
  onBusy(is: boolean): void;
  onSaved(): Promise<void>;
  onGone(): void;
}

type Asked = 'save' | 'delete' | undefined;

export function SaveBar({ name, saved, version, texts, checked, isStale, readOnly, onBusy, onSaved, onGone }: Props) {
  const say = useSay();
  const translate = useTranslate();
  const client = useQueryClient();
  const { positive, failure } = useNotices();
  const [asked, setAsked] = useState<Asked>();
  const [isHistory, setHistory] = useState(false);
  const [conflict, setConflict] = useState<SchemaConflict>();
  const [busy, setBusy] = useState(false);
  const errors = checked?.findings.filter(({ level }) => level !== 'warning').length ?? 0;
  const steps = checked?.plan.steps ?? [];
  const isLossy = steps.some((step) => step.class === 'destructive');
  const during = async (work: () => Promise<void>) => {
    setBusy(true);
    onBusy(true);
    try {
      await work();
      setAsked(undefined);
      setConflict(undefined);
    } catch (error) {
      const newer = conflictOf(error);
      if (newer) {
        setAsked(undefined);
        setConflict(newer);
      } else failure(error);
    } finally {
      setBusy(false);
      onBusy(false);
    }
  };
  const took = async (answer: SavedSchema) => {
    texts.drop();
    texts.start(answer.files);
    positive(say(answer.state === 'waiting' ? 'save.waits' : 'save.done', { name }));
    await client.invalidateQueries({ queryKey: objectsQuery.queryKey });
    for (const queryKey of [['system'], ['schema-history', name], ['workbench-check', name], ['schemas']]) await client.invalidateQueries({ queryKey });
    await onSaved();
  };
  const save = (from: string) =>
    during(async () => took(await call('PUT /api/schemas/:name', { at: { name }, body: { files: withoutBlank(texts.now), version: from } })));
  const revert = (to: string) =>
    during(async () => {
      await took(await call('POST /api/schemas/:name/revert', { at: { name }, body: { to, version } }));
      setHistory(false);
    });
  const remove = (typed: string) =>
    during(async () => {
      await call('DELETE /api/schemas/:name', { at: { name }, body: { version, typed } });
      await client.invalidateQueries({ queryKey: objectsQuery.queryKey });
      await client.invalidateQueries({ queryKey: ['schemas'] });
      positive(say('delete.done', { name }));
      onGone();
    });
  return (
    <>
      {version && (
        <IconButton aria-label={say('history.open')} onClick={() => setHistory(true)}>
          <HistoryIcon fontSize="small" />
        </IconButton>
      )}
      {version && !readOnly && (
        <IconButton aria-label={say('delete.open')} onClick={() => setAsked('delete')}>
          <DeleteIcon fontSize="small" />
        </IconButton>
      )}
      {!readOnly && (
        <Button variant="contained" disabled={busy || errors > 0 || isStale || !checked || (!texts.isDirty && version !== '')} onClick={() => setAsked('save')}>
          {say('save.open')}
        </Button>
      )}
      <Confirm
        question={
          asked === 'save'
            ? {
                title: say('save.title', { name }),
                content: (
                  <div className="bench-verdict">
                    <p>{say(isLossy ? 'save.lossy' : steps.some((step) => step.class === 'needsData') ? 'save.needsData' : 'save.safe')}</p>
                    <Plan name={name} steps={steps} />
                    <Diff before={version ? whole(saved) : ''} after={whole(withoutBlank(texts.now))} label={say('history.changes')} />
                  </div>
                ),
                confirm: say('save.open'),
                danger: isLossy,
                busy,
                ...(isLossy ? { typed: name, typedLabel: translate('system.apply_typed', { name }) } : {}),
              }
            : asked === 'delete'
              ? {
                  title: say('delete.title', { name }),
                  content: <p>{say('delete.help')}</p>,
                  confirm: say('delete.open'),
                  danger: true,
                  busy,
                  typed: name,
                  typedLabel: translate('system.apply_typed', { name }),
                }
              : undefined
        }
        onAnswer={(yes, typed = '') => {
          if (!yes) setAsked(undefined);
          else void (asked === 'save' ? save(version) : remove(typed));
        }}
      />
      <Confirm
        question={
          conflict && {
            title: say('conflict.title'),
            content: (
              <div className="bench-verdict">
                <p>{say(conflict.files ? 'conflict.help' : 'conflict.gone')}</p>
                <Diff before={whole(conflict.files)} after={whole(texts.now)} label={say('conflict.title')} />
              </div>
            ),
            confirm: say('conflict.mine'),
            danger: true,
            busy,
          }
        }
        onAnswer={(yes) => (yes && conflict ? void save(conflict.version) : setConflict(undefined))}
      />
      {isHistory && <HistoryDialog name={name} readOnly={readOnly} busy={busy} onRevert={(to) => void revert(to)} onClose={() => setHistory(false)} />}
    </>
  );
}

/** Files of labels that say nothing are not written. */
function withoutBlank({ schema, labels }: SchemaTexts): SchemaTexts {
  return { schema, labels: Object.fromEntries(Object.entries(labels).filter(([, text]) => text.trim() !== '')) };
}

/** The newer files that a refused save met; undefined for any other failure. */
function conflictOf(error: unknown): SchemaConflict | undefined {
  const data = error instanceof ApiError ? error.body?.data : undefined;
  return typeof data === 'object' && data !== null && 'version' in data && 'files' in data ? (data as SchemaConflict) : undefined; // what msg.datamodi carries
}
