/** The fields of a schema as a list, and the chosen one as a form; fields inside others stand below them. */
import AddIcon from '@mui/icons-material/Add';
import DownIcon from '@mui/icons-material/ArrowDownward';
import UpIcon from '@mui/icons-material/ArrowUpward';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { useLanguage } from '#client/language.tsx';
import { AddField } from './AddField.tsx';
import { addField, fieldAt, isRequired, labelOf, moveField, removeField } from './document/edits.ts';
import { choiceOf } from './document/kinds.ts';
import { fieldPaths } from './document/uses.ts';
import { FieldForm } from './FieldForm.tsx';
import type { PaneProps } from './pane.ts';
import { useSay } from './say.tsx';

export function FieldsPane(props: PaneProps & { chosen: string; choose(path: string): void }) {
  const { document, edit, readOnly, chosen, choose } = props;
  const say = useSay();
  const { lang } = useLanguage();
  const [isAdding, setAdding] = useState(false);
  const paths = fieldPaths(document.schema);
  const field = chosen ? fieldAt(document.schema, chosen) : undefined;
  const nameOf = (path: string) => labelOf(document, lang, path) || String(fieldAt(document.schema, path)?.title ?? path.split('.').at(-1));
  return (
    <div className="bench-fields">
      <div className="bench-field-list">
        <ul aria-label={say('fields.title')}>
          {paths.map((path) => {
            const node = fieldAt(document.schema, path) ?? {};
            const kind = choiceOf(node);
            return (
              <li key={path} data-depth={Math.min(3, path.split('.').length - 1)}>
                <button type="button" aria-pressed={path === chosen} onClick={() => choose(path)}>
                  <span>
                    {nameOf(path)}
                    {isRequired(document.schema, path) && <span title={say('field.required')}> *</span>}
                  </span>
                  <code>{path.split('.').at(-1)}</code>
                  <span className="soft">{kind ? say(`kinds.${kind}`) : typeof node?.$ref === 'string' ? <code>{node.$ref}</code> : 'JSON'}</span>
                </button>
              </li>
            );
          })}
        </ul>
        {paths.length === 0 && <p className="soft">{say('fields.none')}</p>}
        {!readOnly && (
          <Button startIcon={<AddIcon />} variant="outlined" onClick={() => setAdding(true)}>
            {say('fields.add')}
          </Button>
        )}
      </div>
      {field && (
        <section className="bench-field" aria-label={nameOf(chosen)}>
          <div className="bench-bar">
            <h2>{nameOf(chosen)}</h2>
            {!readOnly && (
              <>
                <IconButton aria-label={say('fields.up', { name: nameOf(chosen) })} onClick={() => edit((before) => moveField(before, chosen, -1))}>
                  <UpIcon fontSize="small" />
                </IconButton>
                <IconButton aria-label={say('fields.down', { name: nameOf(chosen) })} onClick={() => edit((before) => moveField(before, chosen, 1))}>
                  <DownIcon fontSize="small" />
                </IconButton>
                <IconButton
                  aria-label={say('fields.remove', { name: nameOf(chosen) })}
                  onClick={() => {
                    edit((before) => removeField(before, chosen));
                    choose('');
                  }}
                >
                  <DeleteIcon fontSize="small" />
                </IconButton>
              </>
            )}
          </div>
          <FieldForm key={chosen} {...props} path={chosen} field={field} onRename={choose} />
        </section>
      )}
      {isAdding && (
        <AddField
          document={document}
          parents={['', ...paths.filter((path) => ['object', 'list'].includes(choiceOf(fieldAt(document.schema, path) ?? {}) ?? ''))]}
          onClose={() => setAdding(false)}
          onAdd={(path, choice, more) => {
            edit((before) => addField(before, path, choice, { ...more, first: say('new.field') }));
            setAdding(false);
            choose(path);
          }}
        />
      )}
    </div>
  );
}
