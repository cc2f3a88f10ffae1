/** One object's schema: on the left edited as a form or as JSON, on the right what its list and form will look like, below what is wrong and what saving would do. */
import RedoIcon from '@mui/icons-material/Redo';
import UndoIcon from '@mui/icons-material/Undo';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import TabButton from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link, useNavigate, useParams } from 'react-router';
import { call } from '#client/http-client.ts';
import { useLanguage, useWords } from '#client/language.tsx';
import { isAdministrator } from '#client/roles.ts';
import { useSession } from '#client/session.ts';
import { LeaveGuard, type Leaving } from '#form/drafts/LeaveGuard.tsx';
import type { ShownStep } from '#framework/system/wire.ts';
import type { CheckedSchema, PlacedFinding } from '#framework/workbench/wire.ts';
import { language } from '#rules/words/language.ts';
import { from } from '#ui/widths.ts';
import { ErrorPage, FailedPage } from '../errors/ErrorPage.tsx';
import { Pending } from '../layout/Layout.tsx';
import { useOperation, usePanel } from '../system/use-panel.ts';
import { readDocument, type SchemaTexts } from './document/schema-document.ts';
import { fieldPaths } from './document/uses.ts';
import { FieldsPane } from './FieldsPane.tsx';
import { BehaviourPane } from './forms/BehaviourPane.tsx';
import { BenchContext, type BenchFacts } from './forms/facts.ts';
import { LayoutPane } from './forms/LayoutPane.tsx';
import { ViewsPane } from './forms/ViewsPane.tsx';
import { JsonPane } from './JsonPane.tsx';
import { ObjectPane } from './ObjectPane.tsx';
import { Preview } from './Preview.tsx';
import { RowsIn } from './RowsIn.tsx';
import { SaveBar } from './SaveBar.tsx';
import { useSay, WithWords } from './say.tsx';
import { startOf } from './starts.ts';
import { stateColors } from './state-colors.ts';
import { useCheck } from './use-check.ts';
import { useTexts } from './use-texts.ts';
import { Verdict } from './Verdict.tsx';
import { Waiting } from './Waiting.tsx';
import '../home/home.css';
import '../system/system.css';
import '#fields/cells.css';
import './schemas.css';

export default function Workbench() {
  const words = useWords();
  const { roles } = useSession();
  const { name = '' } = useParams();
  if (!isAdministrator(roles)) return <ErrorPage status={403} message={words('msg.admin')} />;
  return (
    <WithWords pending={<Pending />}>
      <Opened key={name} name={name} />
    </WithWords>
  );
}

function Opened({ name }: { name: string }) {
  const translate = useTranslate();
  const start = useMemo(() => startOf(name), [name]);
  const list = useQuery({ queryKey: ['schemas'], queryFn: () => call('GET /api/schemas', {}) });
  const isThere = list.data?.files.some((file) => file.name === name) ?? false;
  const { data, error, refetch } = useQuery({
    queryKey: ['schema', name],
    queryFn: () => call('GET /api/schemas/:name', { at: { name } }),
    enabled: isThere,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (list.error ?? error) return <FailedPage error={list.error ?? error} />;
  if (!list.data || (isThere && !data)) return <Pending />;
  if (!isThere && !start) return <ErrorPage status={404} message={translate('error.object', { name })} />;
  const opened = data ?? { files: start?.texts ?? { schema: '', labels: {} }, version: '', waiting: [], state: 'serving' as const };
  return (
    <Bench
      key={opened.version}
      name={name}
      saved={opened.files}
      version={opened.version}
      isWritable={list.data.isWritable}
      why={list.data.why}
      state={data?.state}
      waiting={data?.waiting ?? []}
      onSaved={async () => {
        await list.refetch();
        await refetch();
      }}
    />
  );
}

interface BenchProps {
  name: string;
  saved: SchemaTexts;
  version: string;
  isWritable: boolean;
  why: 'setting' | 'folder' | undefined;
  state: 'serving' | 'waiting' | 'quarantined' | undefined;
  waiting: readonly ShownStep[];
  onSaved(): Promise<void>;
}

const faces = ['fields', 'object', 'layout', 'views', 'behaviour', 'json'] as const;
type Face = (typeof faces)[number] | 'preview' | 'verdict';

function Bench({ name, saved, version, isWritable, why, state, waiting, onSaved }: BenchProps) {
  const say = useSay();
  const navigate = useNavigate();
  const isWide = useMediaQuery(from('wide'), { noSsr: true });
  const texts = useTexts(name, saved, version);
  const { checked, isStale, error } = useCheck(name, texts.now);
  const [face, setFace] = useState<Face>('fields');
  const [chosen, setChosen] = useState('');
  const [goTo, setGoTo] = useState<{ line: number; column: number; file: string }>();
  const [isSaving, setSaving] = useState(false);
  const leaving = useRef<Leaving>({ free: false, waits: false });
  const stored = useMemo(() => new Set(version ? fieldPaths(readDocument(saved)?.schema ?? {}) : []), [saved, version]);
  useEffect(() => {
    document.title = `${name} · ${say('title')} · Reelbase`;
  }, [name, say]);
  const { undo, redo } = texts;
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const isBox = event.target instanceof Element && event.target.closest('input, textarea, [contenteditable="true"], [role="dialog"]') !== null;
      const act = { z: event.shiftKey ? redo : undo, y: redo }[event.key.toLowerCase()];
      if (!act || isBox) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [undo, redo]);
  const place = ({ file, line = 1, column = 1 }: PlacedFinding) => {
    setFace('json');
    setGoTo({ file, line, column });
  };
  const readOnly = !isWritable;
  const shown: Face = isWide && (face === 'preview' || face === 'verdict') ? 'fields' : face;
  const pane = texts.document ? { document: texts.document, stored, readOnly, edit: texts.edit } : undefined;
  const broken = <Alert severity="warning">{say('broken')}</Alert>;
  const roles = useRoles();
  const [sound, setSound] = useState<CheckedSchema>();
  if (checked?.entry && checked !== sound) setSound(checked);
  const [sample, setSample] = useState(0);
  const facts: BenchFacts | undefined = pane && {
    ...{ ...pane, name, model: sound?.entry?.model, samples: sound?.samples ?? [], sample, setSample, roles },
    findings: isStale ? [] : (checked?.findings ?? []),
  };
  const parts: Record<Face, () => React.ReactNode> = {
    fields: () => (pane ? <FieldsPane {...pane} chosen={chosen} choose={setChosen} /> : broken),
    object: () => (pane ? <ObjectPane {...pane} roles={roles} /> : broken),
    layout: () => (pane ? <LayoutPane /> : broken),
    views: () => (pane ? <ViewsPane /> : broken),
    behaviour: () => (pane ? <BehaviourPane /> : broken),
    json: () => (
      <JsonPane name={name} texts={texts.now} findings={checked?.findings ?? []} readOnly={readOnly} set={texts.set} undo={undo} redo={redo} goTo={goTo} />
    ),
    preview: () => <Preview checked={checked} isStale={isStale} />,
    verdict: () => (
      <>
        <Verdict name={name} checked={checked} error={error} onPlace={place} />
        <Archived name={name} version={version} mayRestore={!readOnly && !texts.isDirty} onSaved={onSaved} />
      </>
    ),
  };
  const tabs: Face[] = isWide ? [...faces] : [...faces, 'preview', 'verdict'];
  return (
    <div className="bench">
      <header className="bench-head">
        <nav aria-label={say('title')}>
          <Link to="/schemas">{say('title')}</Link>
        </nav>
        <h1>
          <code>{name}</code>
        </h1>
        {state && (
          <span className="badge" data-color={stateColors[state]}>
            {say(`states.${state}`)}
          </span>
        )}
        {texts.isDirty && <span className="soft">{say('unsaved')}</span>}
        <span className="bench-space" />
        {state === 'serving' && <Link to={`/pb-${name}`}>{say('openlist')}</Link>}
        <IconButton aria-label={say('undo')} disabled={!texts.canUndo || readOnly} onClick={undo}>
          <UndoIcon fontSize="small" />
        </IconButton>
        <IconButton aria-label={say('redo')} disabled={!texts.canRedo || readOnly} onClick={redo}>
          <RedoIcon fontSize="small" />
        </IconButton>
        <SaveBar
          name={name}
          saved={saved}
          version={version}
          texts={texts}
          checked={checked}
          isStale={isStale}
          readOnly={readOnly}
          onBusy={setSaving}
          onSaved={onSaved}
          onGone={() => {
            leaving.current.free = true;
            texts.drop();
            void navigate('/schemas');
          }}
        />
      </header>
      {readOnly && <Alert severity="info">{say(`readonly.${why ?? 'folder'}`)}</Alert>}
      {texts.isRestored && (
        <Alert severity="info" action={<Button onClick={() => texts.start(saved)}>{say('discard')}</Button>}>
          {say('restored')}
        </Alert>
      )}
      {state === 'serving' && !readOnly && <RowsIn name={name} />}
      {!readOnly && !texts.isDirty && <Waiting name={name} steps={waiting} fields={[...stored].filter((path) => !path.includes('.'))} onDone={onSaved} />}
      <div className="bench-body">
        <div className="bench-left">
          <Tabs value={shown} onChange={(_event, next: Face) => setFace(next)} variant="scrollable" allowScrollButtonsMobile aria-label={say('faces.label')}>
            {tabs.map((one) => (
              <TabButton key={one} value={one} id={`bench-tab-${one}`} aria-controls="bench-panel" label={say(`faces.${one}`)} />
            ))}
          </Tabs>
          <div id="bench-panel" role="tabpanel" aria-labelledby={`bench-tab-${shown}`} className="bench-panel">
            <BenchContext.Provider value={facts}>{parts[shown]()}</BenchContext.Provider>
          </div>
        </div>
        {isWide && (
          <div className="bench-right">
            {parts.preview()}
            {parts.verdict()}
          </div>
        )}
      </div>
      <LeaveGuard dirty={texts.isDirty} saving={isSaving} leaving={leaving} onLeave={texts.drop} />
    </div>
  );
}

/** What fields that were removed left in the table: it comes back into the schema here; on the system page it is deleted for good. */
function Archived({ name, version, mayRestore, onSaved }: { name: string; version: string; mayRestore: boolean; onSaved(): Promise<void> }) {
  const say = useSay();
  const { lang } = useLanguage();
  const send = useOperation();
  const { data = [] } = usePanel('GET /api/system/archived', {}, 60_000);
  const own = data.filter(({ object }) => object === name);
  if (own.length === 0) return null;
  return (
    <section className="bench-verdict" aria-label={say('archived.title')}>
      <p className="soft">
        {say('archived.help')} <Link to="/sysman">{say('list.system')}</Link>
      </p>
      <ul>
        {own.map(({ key, fields }) => (
          <li key={key}>
            <code>{fields.join(language[lang].list)}</code>{' '}
            {mayRestore && (
              <Button
                aria-label={say('archived.restore_of', { fields: fields.join(language[lang].list) })}
                onClick={async () => {
                  if (await send('POST /api/schemas/:name/restore', { at: { name }, body: { key, version } })) await onSaved();
                }}
              >
                {say('archived.restore')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Roles that access is given to, as the permissions page knows them. */
function useRoles(): readonly string[] {
  const { data } = useQuery({ queryKey: ['permissions'], queryFn: () => call('GET /api/permissions', {}) });
  return data?.roles ?? ['[gs]', '[op]', '[]'];
}
