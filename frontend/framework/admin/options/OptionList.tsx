/** One list of options: code, labels, editions, colour, order, retired; with its history, and a way out to a sheet and back. */
import AddIcon from '@mui/icons-material/Add';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { addressOf, call } from '#client/http-client.ts';
import { useText } from '#client/language.tsx';
import { useNotices } from '#client/notices/Notices.tsx';
import { useDownload } from '#client/notices/use-download.ts';
import { LeaveGuard, type Leaving } from '#form/drafts/LeaveGuard.tsx';
import type { OpenOptions } from '#framework/options/wire.ts';
import { language, languages } from '#rules/words/language.ts';
import { ScrollTable } from '#ui/ScrollTable.tsx';
import { FailedPage } from '../errors/ErrorPage.tsx';
import { Pending } from '../layout/Layout.tsx';
import { useSay, WithWords } from '../schemas/say.tsx';
import { emptyLine, faultsOf, type Line, linesOf, optionsOf, withSheet } from './lines.ts';
import { OptionHistory } from './OptionHistory.tsx';
import { OptionRow } from './OptionRow.tsx';
import '../home/home.css';
import '#fields/cells.css';
import '../schemas/schemas.css';
import './options.css';

export default function OptionList() {
  const { list = '' } = useParams();
  const { data, error } = useQuery({ queryKey: ['options', list], queryFn: () => call('GET /api/options/:list', { at: { list } }) });
  // What stands open and is typed in stays where a later look fails.
  if (error && !data) return <FailedPage error={error} />;
  return <WithWords pending={<Pending />}>{data ? <Editor key={list} latest={data} /> : <Pending />}</WithWords>;
}

function Editor({ latest }: { latest: OpenOptions }) {
  const say = useSay();
  const text = useText();
  const client = useQueryClient();
  const { positive, failure } = useNotices();
  const download = useDownload('export');
  const [open, setOpen] = useState(latest);
  const [saved, setSaved] = useState(() => linesOf(open));
  const [lines, setLines] = useState(saved);
  const [wanted, setWanted] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [fresh, setFresh] = useState('');
  const leaving = useRef<Leaving>({ free: false, waits: false });
  const file = useRef<HTMLInputElement>(null);
  const { name, isFixed, isOfNumbers, hasEditions, mayEdit, mayRemove } = open;
  const faults = useMemo(() => faultsOf(lines, isOfNumbers), [lines, isOfNumbers]);
  const isDirty = lines !== saved && JSON.stringify(lines) !== JSON.stringify(saved);
  // What somebody else saves takes the place of nothing that is typed here.
  if (latest !== open && !isDirty) {
    const next = linesOf(latest);
    setOpen(latest);
    setSaved(next);
    setLines(next);
  }
  const at = { list: name };
  useEffect(() => {
    document.title = `${text(open.label)} · ${say('options.title')} · Reelbase`;
  }, [open, say, text]);
  const change = (key: string, part: Partial<Line>) => setLines((before) => before.map((line) => (line.key === key ? { ...line, ...part } : line)));
  const move = (key: string, by: -1 | 1) => setLines((before) => moved(before, key, by));
  const add = () => {
    const line = emptyLine();
    setWanted('');
    setFresh(line.key);
    setLines((before) => [...before, line]);
  };
  const save = async () => {
    setBusy(true);
    try {
      await call('PUT /api/options/:list', { at, body: { ver: open.ver, options: optionsOf(lines, isOfNumbers) } });
      leaving.current.free = true;
      setSaved(lines);
      await client.invalidateQueries({ queryKey: ['options'] });
      positive(say('options.saved')); // once the saved list stands here: what is opened from then on stays open
    } catch (error) {
      failure(error);
    } finally {
      leaving.current.free = false;
      setBusy(false);
    }
  };
  const read = async (sheet: File | undefined) => {
    if (!sheet) return;
    try {
      const { options } = await call('POST /api/options/:list/sheet', { at, body: sheet });
      setLines((before) => withSheet(before, options));
      positive(say('options.imported'));
    } catch (error) {
      failure(error);
    }
  };
  const words = wanted.trim().toLowerCase();
  const shown = lines.filter(
    ({ code, labels, key }) => words === '' || key === fresh || `${code} ${Object.values(labels).join(' ')}`.toLowerCase().includes(words),
  );
  const heads = [
    ...(mayEdit ? [say('options.order')] : []),
    say('options.code'),
    ...languages.map((lang) => language[lang].name),
    ...(hasEditions ? [say('options.editions')] : []),
    say('options.color'),
    ...(isFixed ? [] : [say('options.retired')]),
    ...(mayEdit && !isFixed ? [''] : []),
  ];
  return (
    <div className="system options">
      <div className="bench-bar">
        <nav aria-label={say('options.title')}>
          <Link to="/options">{say('options.title')}</Link>
        </nav>
        <h1>{text(open.label)}</h1>
        <code className="soft">{name}</code>
        {isDirty && <span className="soft">{say('options.unsaved')}</span>}
        <span className="bench-space" />
        <Button onClick={() => void download(addressOf('GET /api/options/:list/sheet', { at, query: { format: 'xlsx' } }))}>{say('options.export')}</Button>
        {mayEdit && (
          <>
            <Button onClick={() => file.current?.click()}>{say('options.import')}</Button>
            <input
              ref={file}
              type="file"
              hidden
              aria-label={say('options.import')}
              accept=".xlsx,.csv,.txt"
              onChange={(event) => {
                void read(event.target.files?.[0]);
                event.target.value = '';
              }}
            />
            {isDirty && (
              <Button disabled={isBusy} onClick={() => setLines(saved)}>
                {say('options.discard')}
              </Button>
            )}
            <Button variant="contained" disabled={isBusy || !isDirty || faults.size > 0} onClick={() => void save()}>
              {say(isBusy ? 'options.saving' : 'options.save')}
            </Button>
          </>
        )}
      </div>
      {!mayEdit && <Alert severity="info">{say('options.readonly')}</Alert>}
      {mayEdit && isFixed && <Alert severity="info">{say('options.fixedhelp')}</Alert>}
      {lines.length > 12 && (
        <TextField label={say('options.filter')} value={wanted} onChange={(event) => setWanted(event.target.value)} className="options-filter" />
      )}
      {mayEdit && !isFixed && (
        <p className="soft">
          {say('options.retiredhelp')} {hasEditions && say('options.editionshelp')}
        </p>
      )}
      <ScrollTable aria-label={text(open.label)} heads={heads} className="options-table">
        {shown.map((line) => (
          <OptionRow
            key={line.key}
            line={line}
            index={lines.indexOf(line)}
            count={lines.length}
            faults={faults.get(line.key) ?? {}}
            isNew={line.key === fresh}
            may={{ edit: mayEdit, editions: hasEditions, retire: !isFixed, remove: mayRemove || !line.isStored }}
            onChange={(part) => change(line.key, part)}
            onMove={(by) => move(line.key, by)}
            onRemove={() => setLines((before) => before.filter(({ key }) => key !== line.key))}
          />
        ))}
      </ScrollTable>
      {faults.size > 0 && <p role="alert">{say('options.wrong', { smart_count: faults.size })}</p>}
      {mayEdit && !isFixed && (
        <Button startIcon={<AddIcon />} onClick={add}>
          {say('options.add')}
        </Button>
      )}
      <OptionHistory list={name} ver={open.ver} />
      <LeaveGuard dirty={isDirty} saving={isBusy} leaving={leaving} onLeave={() => setLines(saved)} />
    </div>
  );
}

function moved(lines: readonly Line[], key: string, by: -1 | 1): Line[] {
  const from = lines.findIndex((line) => line.key === key);
  const to = from + by;
  const [one, two] = [lines[from], lines[to]];
  if (!one || !two) return [...lines];
  return lines.map((line, index) => (index === from ? two : index === to ? one : line));
}
