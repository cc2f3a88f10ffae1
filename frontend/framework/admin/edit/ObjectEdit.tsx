/** The edit screen of any object: `?id=` names the row, without it a new one is begun. */
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { Link, useLocation, useSearchParams } from 'react-router';
import { ApiError } from '#client/http-client.ts';
import { useText, useWords } from '#client/language.tsx';
import { type ClientEntry, loadValidator, validatorOf } from '#client/objects.tsx';
import { listPath } from '#client/paths.ts';
import { useStoredRow } from '#client/providers/stored-row.ts';
import { useSession } from '#client/session.ts';
import type { Row } from '#codegen/model.ts';
import { FormBones } from '#form/rjsf/FormBones.tsx';
import { isObject } from '#rules/records/record.ts';
import { Awaited } from '#ui/part.tsx';
import { ObjectForm } from './ObjectForm.tsx';
import '../errors/errors.css';

export default function ObjectEdit({ entry }: { entry: ClientEntry }) {
  const [search] = useSearchParams();
  const { state } = useLocation();
  const id = search.get('id') ?? undefined;
  const { data: module } = useQuery({
    queryKey: ['validator', entry.validator],
    queryFn: () => loadValidator(entry.validator),
    staleTime: Number.POSITIVE_INFINITY,
    // an edited schema file changes the address: the form goes on with the old rules until the new ones are here
    placeholderData: (before) => before,
  });
  const { data: row, error, isPending } = useStoredRow(entry.name, id);
  if (error instanceof ApiError && error.status === 404) return <Missing entry={entry} id={id ?? ''} />;
  if (error) throw error;
  if (!module) return <Awaited source={validatorOf(entry.validator)} name="form" pending={<FormBones model={entry.model} />} />;
  if (id !== undefined && isPending) return <FormBones model={entry.model} />;
  const copy = isObject(state) && isObject(state.copy) ? (state.copy as Row) : undefined; // put there by 'duplicate'
  return (
    <ObjectForm
      key={`${entry.name} ${id ?? ''} ${copy ? 'copy' : ''} ${begunOf(state)}`}
      entry={entry}
      module={module}
      id={id}
      row={row}
      copy={id === undefined ? copy : undefined}
    />
  );
}

/** When a new record was begun after another: its form is not the one before. */
function begunOf(state: unknown): number {
  return isObject(state) && typeof state.begun === 'number' ? state.begun : 0;
}

/** K06, with what may have become of it and the ways on. */
function Missing({ entry, id }: { entry: ClientEntry; id: string }) {
  const words = useWords();
  const translate = useTranslate();
  const text = useText();
  const { may } = useSession();
  return (
    <section className="error-page" role="alert">
      <h1>{words('msg.notfound')}</h1>
      <p className="error-message">{translate('form.missing', { object: text(entry.model.label), id })}</p>
      <p className="error-ways">
        <Link to={listPath(entry.model)}>{translate('form.tolist')}</Link>
        {entry.model.trash && may(entry.model, 'delete') && <Link to="/trash">{translate('trash.title')}</Link>}
      </p>
    </section>
  );
}
