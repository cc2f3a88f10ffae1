import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useLanguage, useText } from '#client/language.tsx';
import { useObjects } from '#client/objects.tsx';
import { editPath } from '#client/paths.ts';
import { textIn } from '#client/text.ts';
import { saidTitle } from '#client/titles.ts';
import type { ObjectModel } from '#codegen/model.ts';
import { showInstant } from '#fields/show.ts';
import { ChangedFields } from '#form/panels/ChangedFields.tsx';
import { useOperationName } from '#form/panels/operation-name.ts';
import type { ExportNote, FoundChange } from '#framework/records/wire.ts';
import { language } from '#rules/words/language.ts';

interface Props {
  entries: FoundChange[];
  /** asks for all changes of an entry's record */
  onRow(entry: FoundChange): void;
}

/** An entry a line: who, what, which record and when, and below it the fields. */
export function ChangeList({ entries, onRow }: Props) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const text = useText();
  const objects = useObjects();
  const actionName = useOperationName();
  return (
    <ul className="panel changes-list" aria-label={translate('changes.title')}>
      {entries.map((entry) => {
        const { object, row, title, by, name, action, at, isThere } = entry;
        const model = objects.find((one) => one.name === object)?.model;
        const said = (model && saidTitle(model, { id: row, title }, lang)) || row;
        return (
          <li key={entry.entry} data-change={`${object} ${row}`}>
            <div className="changes-head">
              <strong>{name || by || '–'}</strong>
              <span>{actionName(action, model)}</span>
              <span className="badge">{model ? text(model.label) : object}</span>
              {row && (model && isThere ? <Link to={editPath(model, row)}>{said}</Link> : <span>{said}</span>)}
              {row && !isThere && <span className="soft">{translate('changes.gone')}</span>}
              <time className="soft">{showInstant(at)}</time>
            </div>
            {entry.export && model && <Exported note={entry.export} model={model} />}
            {model && action !== 'delete' && <ChangedFields model={model} changes={entry.changes} isNew={action === 'create'} />}
            {row && (
              <Button size="small" onClick={() => onRow(entry)} aria-label={translate('changes.row_of', { title: said })}>
                {translate('changes.row')}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Exported({ note, model }: { note: ExportNote; model: ObjectModel }) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const objects = useObjects();
  const labelOf = (name: string) => {
    const field = model.fields.find((candidate) => candidate.name === name);
    return (field && textIn(field.label, lang)) || name;
  };
  const objectOf = (name: string) => {
    const entry = objects.find((one) => one.name === name);
    return entry ? textIn(entry.model.label, lang) : name;
  };
  const { list } = language[lang];
  const parts = [
    note.format.toUpperCase(),
    note.count === null ? translate('changes.export.unfinished') : translate('changes.export.count', { smart_count: note.count }),
    note.fields.length > 0 && translate('changes.export.fields', { fields: note.fields.map(labelOf).join(list) }),
    note.with && translate('changes.export.with', { objects: note.with.map(objectOf).join(list) }),
    note.filter && note.filter !== '{}' && translate('changes.export.filter', { filter: note.filter }),
  ];
  return <p className="soft changes-export">{parts.filter(Boolean).join(' · ')}</p>;
}
