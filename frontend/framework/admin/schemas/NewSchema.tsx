/** A new object: its name, and what it starts from: nothing, a sheet, a table that no object has, a sample, or a JSON Schema from elsewhere. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { call } from '#client/http-client.ts';
import type { GuessedSchema } from '#framework/workbench/wire.ts';
import { nameFrom } from './AddField.tsx';
import { layOut, readDocument, type SchemaTexts } from './document/schema-document.ts';
import { SelectLine, TextLine } from './lines.tsx';
import { useSay } from './say.tsx';
import { emptyObject, rememberStart } from './starts.ts';

const starts = ['empty', 'sheet', 'table', 'sample', 'schema'] as const;
type Start = (typeof starts)[number];

/** What an object may be called: the name of its file, its table and its address. */
const objectName = /^[a-z][a-z0-9_]{0,40}$/;

export function NewSchema({ taken, onClose }: { taken: ReadonlySet<string>; onClose(): void }) {
  const say = useSay();
  const translate = useTranslate();
  const navigate = useNavigate();
  const titleId = useId();
  const fileId = useId();
  const [start, setStart] = useState<Start>('empty');
  const [title, setTitle] = useState('');
  const [typed, setTyped] = useState<string>();
  const [pasted, setPasted] = useState('');
  const [file, setFile] = useState<File>();
  const [table, setTable] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const tables = useQuery({ queryKey: ['workbench-tables'], queryFn: () => call('GET /api/workbench/tables', {}), enabled: start === 'table' });
  const source = start === 'sheet' ? (file?.name.replace(/\.\w+$/, '') ?? '') : start === 'table' ? table : '';
  const name = typed ?? nameFrom(title || source).replace(/[^a-z0-9_]+/g, '');
  const wrong = name === '' ? undefined : !objectName.test(name) ? say('new.badname') : taken.has(name) ? say('new.taken') : undefined;
  const isJson = pasted.trim() === '' || isReadable(pasted);
  const isGiven = {
    empty: title.trim() !== '',
    sheet: file !== undefined,
    table: table !== '',
    sample: pasted.trim() !== '' && isJson,
    schema: pasted.trim() !== '' && isJson,
  };
  const isReady = name !== '' && !wrong && isGiven[start] && !busy;
  const guess = (): Promise<GuessedSchema | undefined> => {
    if (start === 'sheet' && file) return call('POST /api/workbench/guess/sheet', { query: { name }, body: file });
    if (start === 'table') return call('POST /api/workbench/guess', { body: { name, from: 'table', table } });
    if (start === 'sample' || start === 'schema') return call('POST /api/workbench/guess', { body: { name, from: start, text: pasted } });
    return Promise.resolve(undefined);
  };
  const begin = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    setBusy(true);
    setFailure('');
    try {
      const guessed = await guess();
      const texts = guessed ? titled(guessed.files, title.trim()) : emptyObject(title.trim(), say('new.field'));
      rememberStart(name, { texts, rows: guessed?.rows ?? 0, ...(start === 'table' ? { table } : {}) }, start === 'sheet' ? file : undefined);
      await navigate(`/schemas/${name}`);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <form onSubmit={(event) => void begin(event)}>
        <DialogTitle id={titleId}>{say('new.title')}</DialogTitle>
        <DialogContent className="bench-lines">
          <SelectLine label={say('new.from')} value={start} options={starts.map((one) => [one, say(`new.starts.${one}`)])} onChange={setStart} />
          {start === 'sheet' && (
            <div>
              <label htmlFor={fileId}>{say('new.file')}</label>
              <input id={fileId} type="file" accept=".xlsx,.csv,.tsv,.txt" onChange={(event) => setFile(event.target.files?.[0])} />
            </div>
          )}
          {start === 'table' &&
            (tables.data?.length === 0 ? (
              <p className="soft">{say('new.none')}</p>
            ) : (
              <SelectLine
                label={say('new.table')}
                value={table}
                options={(tables.data ?? []).map((one) => [one.table, `${one.table} · ${say('new.rows', { smart_count: one.rows })}`])}
                onChange={setTable}
              />
            ))}
          {(start === 'sample' || start === 'schema') && (
            <TextLine
              label={say(start === 'schema' ? 'new.pasted' : 'new.sample')}
              value={pasted}
              rows={8}
              error={isJson ? undefined : translate('form.json')}
              onChange={setPasted}
            />
          )}
          <TextLine label={say('object.title')} value={title} onChange={setTitle} autoFocus />
          <TextLine label={say('new.name')} help={say('new.namehelp')} value={name} error={wrong} onChange={setTyped} />
          {failure && <Alert severity="error">{failure}</Alert>}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={!isReady}>
            {say('new.begin')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function isReadable(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The guessed files under the title that was typed, laid out as the workbench writes them. */
function titled(files: SchemaTexts, title: string): SchemaTexts {
  const document = readDocument(files);
  if (!document) return files;
  return { ...files, schema: layOut(title ? { ...document.schema, title } : document.schema) };
}
