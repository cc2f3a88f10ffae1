/** The page in the preview's frame: the list's table or the form of an object that is not registered, with rows to look at. Nothing in it is saved, and no link leads away. */
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useEffect, useMemo, useState } from 'react';
import { Form, useTranslate } from 'react-admin';
import { LanguageProvider, useText } from '#client/language.tsx';
import { loadValidator, ObjectsProvider, type ValidatorModule } from '#client/objects.tsx';
import { loadCatalogue } from '#client/providers/i18n.ts';
import { useSession } from '#client/session.ts';
import type { Row, Sort } from '#codegen/model.ts';
import { ObjectFields } from '#form/rjsf/ObjectFields.tsx';
import { useObjectForm } from '#form/state/use-object-form.ts';
import { defaultsOf } from '#rules/records/record.ts';
import { SessionGate } from '../account/SessionGate.tsx';
import { Pending } from '../layout/Layout.tsx';
import { shownColumns } from '../list/columns.ts';
import { RowTable } from '../list/RowTable.tsx';
import type { PreviewMessage } from './Preview.tsx';
import '#form/rjsf/form.css';
import '../list/list.css';
import '../list/rows.css';
import '../layout/layout.css';
import './schemas.css';

export default function PreviewPage() {
  return (
    <SessionGate pending={<Pending />}>
      <ObjectsProvider pending={<Pending />}>
        <Stage />
      </ObjectsProvider>
    </SessionGate>
  );
}

function Stage() {
  const [message, setMessage] = useState<PreviewMessage>();
  useEffect(() => {
    const hear = ({ origin, source, data }: MessageEvent) => {
      if (origin === location.origin && source === parent && data?.kind === 'preview') setMessage(data);
    };
    addEventListener('message', hear);
    parent.postMessage('ready', location.origin);
    return () => removeEventListener('message', hear);
  }, []);
  const { data: catalogue } = useQuery({
    queryKey: ['preview-words', message?.lang],
    queryFn: () => loadCatalogue(message?.lang ?? 'tw'),
    enabled: message !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data: module } = useQuery({
    queryKey: ['preview', message?.entry.validator],
    queryFn: () => loadValidator(message?.entry.validator ?? ''),
    enabled: message !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
  });
  if (!message || !catalogue || !module) return <Pending />;
  const stay = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a[href]')) event.preventDefault();
  };
  return (
    <LanguageProvider key={message.lang} first={message.lang} catalogue={catalogue}>
      {/* It only keeps links, which the keyboard presses as clicks, from leading away. */}
      <div className="bench-stage" onClickCapture={stay}>
        <Faces {...message} module={module} />
      </div>
    </LanguageProvider>
  );
}

function Faces({ entry, samples, face, module }: PreviewMessage & { module: ValidatorModule }) {
  const text = useText();
  const translate = useTranslate();
  const [sort, setSort] = useState<Sort>(entry.model.list.sort);
  const columns = useMemo(() => shownColumns(entry.model, undefined), [entry.model]);
  useEffect(() => {
    document.title = `${text(entry.model.plural)} · Reelbase`;
  }, [text, entry.model]);
  if (face === 'form') return <SampleForm key={`${entry.validator} ${entry.model.hash}`} entry={entry} sample={samples[0]} module={module} />;
  return (
    <>
      <h1>{text(entry.model.plural)}</h1>
      {samples.length === 0 && <p className="soft">{translate('form.notfound')}</p>}
      <RowTable
        entry={entry}
        columns={columns}
        rows={samples}
        count={samples.length}
        sort={sort}
        setSort={setSort}
        selected={[]}
        place=""
        open={() => undefined}
        prepare={() => undefined}
        isStale={false}
        label={text(entry.model.plural)}
        searched=""
      />
    </>
  );
}

type FormProps = Pick<PreviewMessage, 'entry'> & { sample: Row | undefined; module: ValidatorModule };

function SampleForm(props: FormProps) {
  const [record] = useState(() => ({ id: '', row: { ...defaultsOf(props.entry.model), ...props.sample } }));
  return (
    <Form record={record} className="object-form" noValidate>
      <Fields {...props} base={record.row} />
    </Form>
  );
}

function Fields({ entry, module, base }: FormProps & { base: Row }) {
  const { roles } = useSession();
  const form = useObjectForm({ entry, module, mode: 'edit', roles, writable: true, base });
  return <ObjectFields form={form} />;
}
