/** A list of things that a schema says (rules, views, transitions): each folds, is named, moved and taken away. */
import AddIcon from '@mui/icons-material/Add';
import DownIcon from '@mui/icons-material/ArrowDownward';
import UpIcon from '@mui/icons-material/ArrowUpward';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { type ReactNode, useState } from 'react';
import { useLanguage } from '#client/language.tsx';
import type { JsonSchema } from '#codegen/model.ts';
import { type LabelWord, labelOf } from '../document/edits.ts';
import { type At, addAt, entriesAt, freeName, moveAt, removeAt, renameAt } from '../document/places.ts';
import type { SchemaDocument } from '../document/schema-document.ts';
import { TextLine } from '../lines.tsx';
import { useSay } from '../say.tsx';
import { Faults, useFaults } from './Faults.tsx';
import { useBench } from './facts.ts';

interface Props {
  at: At;
  /** the keyword that names an entry, and the texts that go by that name; without, they have no names */
  word?: 'name' | 'key';
  labels?: LabelWord;
  legend: string;
  help: string;
  add: string;
  /** what the first one is called */
  first?: string;
  fresh(name: string): JsonSchema;
  /** adds the first of them otherwise */
  onAdd?(before: SchemaDocument): SchemaDocument;
  /** what one is called where it has no title */
  nameOf?(entry: JsonSchema): string;
  children(entry: JsonSchema, at: At): ReactNode;
}

export function Entries({ at, word, labels, legend, help, add, first = '', fresh, onAdd, nameOf, children }: Props) {
  const { document, edit, readOnly } = useBench();
  const say = useSay();
  const { lang } = useLanguage();
  const faults = useFaults(at, '', false);
  const [open, setOpen] = useState(-1);
  const entries = entriesAt(document, at);
  return (
    <fieldset>
      <legend>{legend}</legend>
      <p className="soft bench-note">{help}</p>
      <Faults of={faults} />
      {entries.map(({ entry, at: place }, index) => {
        const name = word ? String(entry[word] ?? '') : '';
        const called = nameOf?.(entry) || (labels && labelOf(document, lang, name, labels)) || String(entry.title ?? '') || name;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a name that is being typed is no key
          <Entry key={index} at={place} called={called} isOpen={index === open} onOpen={(is) => setOpen(is ? index : -1)}>
            {!readOnly && (
              <div className="bench-acts">
                <IconButton aria-label={say('fields.up', { name: called })} disabled={index === 0} onClick={() => move(-1)}>
                  <UpIcon fontSize="small" />
                </IconButton>
                <IconButton aria-label={say('fields.down', { name: called })} disabled={index === entries.length - 1} onClick={() => move(1)}>
                  <DownIcon fontSize="small" />
                </IconButton>
                <IconButton
                  aria-label={say('fields.remove', { name: called })}
                  onClick={() => {
                    edit((before) => removeAt(before, place, word, labels));
                    setOpen(-1);
                  }}
                >
                  <DeleteIcon fontSize="small" />
                </IconButton>
              </div>
            )}
            {word && <NameLine key={name} at={place} word={word} labels={labels} name={name} taken={entries.map(({ entry: other }) => other[word])} />}
            {children(entry, place)}
          </Entry>
        );
        function move(by: number) {
          edit((before) => moveAt(before, place, by));
          setOpen(index + by);
        }
      })}
      {!readOnly && (
        <Button
          startIcon={<AddIcon />}
          onClick={() => {
            edit((before) => (onAdd && entries.length === 0 ? onAdd(before) : addAt(before, at, fresh(word ? freeName(before, at, word, first) : ''))));
            setOpen(onAdd && entries.length === 0 ? 1 : entries.length);
          }}
        >
          {add}
        </Button>
      )}
    </fieldset>
  );
}

function Entry({ at, called, isOpen, onOpen, children }: { at: At; called: string; isOpen: boolean; onOpen(is: boolean): void; children: ReactNode }) {
  const say = useSay();
  const own = useFaults(at, '', false);
  const all = useFaults(at);
  return (
    <details className="bench-entry" open={isOpen} onToggle={(event) => event.currentTarget.open !== isOpen && onOpen(event.currentTarget.open)}>
      <summary>
        {called}
        {all.length > 0 && (
          <span className="badge" data-color="red">
            {say('verdict.error')}
          </span>
        )}
      </summary>
      {isOpen && (
        <div className="bench-lines">
          <Faults of={own} />
          {children}
        </div>
      )}
    </details>
  );
}

/** A new name takes effect when the box is left: the texts that go by it come along. */
function NameLine({ at, word, labels, name, taken }: { at: At; word: 'name' | 'key'; labels: LabelWord | undefined; name: string; taken: readonly unknown[] }) {
  const { edit, readOnly } = useBench();
  const say = useSay();
  const [typed, setTyped] = useState(name);
  const faults = useFaults([...at, word]);
  const wrong = typed !== name && taken.includes(typed) ? say('entry.taken') : faults[0];
  return (
    <TextLine
      label={say('entry.name')}
      value={typed}
      error={wrong}
      help={say('entry.namehelp')}
      readOnly={readOnly}
      onChange={setTyped}
      onBlur={() => typed !== name && typed !== '' && !taken.includes(typed) && edit((before) => renameAt(before, at, word, labels, typed))}
    />
  );
}
