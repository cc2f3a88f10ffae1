/** One field: what it is called in each language, its kind, whether it is required, its options and limits. What else its JSON says stays. */
import Button from '@mui/material/Button';
import { useState } from 'react';
import type { JsonSchema } from '#codegen/model.ts';
import { language, languages } from '#rules/words/language.ts';
import { changeKind, fieldAt, fieldName, isRequired, labelOf, renameField, setLabel, setOptions, setRequired, setUnique, setWord } from './document/edits.ts';
import { choiceOf, optionsOf } from './document/kinds.ts';
import { isNode, withWord } from './document/schema-document.ts';
import { FieldBehaviour } from './forms/FieldBehaviour.tsx';
import { KindSelect, ObjectSelect, TextLine, TickLine } from './lines.tsx';
import type { PaneProps } from './pane.ts';
import { useSay } from './say.tsx';

interface Props extends PaneProps {
  path: string;
  field: JsonSchema;
  onRename(path: string): void;
}

/** Limits that a kind may have: the keyword, and whether it is a number. */
const limits: Partial<Record<string, readonly [word: string, isNumber: boolean][]>> = {
  line: [['maxLength', true], ['minLength', true], ['pattern', false]],
  text: [['maxLength', true]],
  html: [['maxLength', true]],
  email: [['maxLength', true]],
  uri: [['maxLength', true]],
  phone: [['maxLength', true]],
  integer: [['minimum', true], ['maximum', true]],
  decimal: [['minimum', true], ['maximum', true], ['multipleOf', true]],
  number: [['minimum', true], ['maximum', true]],
  tags: [['maxItems', true]],
  multiselect: [['minItems', true], ['maxItems', true]],
  references: [['minItems', true], ['maxItems', true]],
  files: [['maxItems', true]],
  list: [['minItems', true], ['maxItems', true]],
}; // biome-ignore format: a table

export function FieldForm({ document, stored, readOnly, edit, path, field, onRename }: Props) {
  const say = useSay();
  const choice = choiceOf(field);
  const relation = isNode(field['x-relation']) ? String(field['x-relation'].to ?? '') : String(field['x-relation'] ?? '');
  const options = choice === 'select' || choice === 'multiselect' ? optionsOf(field) : undefined;
  const isUnique = isNode(field['x-db']) && field['x-db'].unique === true;
  const isInside = path.includes('.');
  return (
    <div className="bench-lines">
      <NameLine
        key={path}
        document={document}
        path={path}
        readOnly={readOnly}
        onName={(name) => {
          edit((before) => renameField(before, path, name, stored));
          onRename([...path.split('.').slice(0, -1), name].join('.'));
        }}
      />
      {choice ? (
        <KindSelect
          value={choice}
          readOnly={readOnly}
          onChange={(next) =>
            edit((before) =>
              changeKind(before, path, next, next === 'reference' || next === 'references' ? relation || firstObject(before.schema) : '', say('new.field')),
            )
          }
        />
      ) : (
        <p className="soft">{say('field.onlyjson')}</p>
      )}
      {(choice === 'reference' || choice === 'references') && (
        <ObjectSelect
          label={say('field.to')}
          value={relation}
          readOnly={readOnly}
          onChange={(to) => edit((before) => setWord(before, path, 'x-relation', isNode(field['x-relation']) ? { ...field['x-relation'], to } : to))}
        />
      )}
      <TextLine
        label={say('field.title')}
        help={say('field.titlehelp')}
        value={String(field.title ?? '')}
        readOnly={readOnly}
        onChange={(text) => edit((before) => setWord(before, path, 'title', text), `title ${path}`)}
      />
      {languages.map((lang) => (
        <TextLine
          key={lang}
          label={say('field.label', { language: language[lang].name })}
          value={labelOf(document, lang, path)}
          readOnly={readOnly}
          onChange={(text) => edit((before) => setLabel(before, lang, path, text), `label ${lang} ${path}`)}
        />
      ))}
      {languages.map((lang) => (
        <TextLine
          key={lang}
          label={say('field.help', { language: language[lang].name })}
          value={labelOf(document, lang, path, 'fieldHelp')}
          readOnly={readOnly}
          onChange={(text) => edit((before) => setLabel(before, lang, path, text, 'fieldHelp'), `help ${lang} ${path}`)}
        />
      ))}
      <div>
        <TickLine
          label={say('field.required')}
          value={isRequired(document.schema, path)}
          readOnly={readOnly}
          onChange={(is) => edit((before) => setRequired(before, path, is))}
        />
        {!isInside && choice && !['html', 'text', 'files', 'object', 'list', 'json', 'tags', 'multiselect', 'references', 'boolean'].includes(choice) && (
          <TickLine label={say('field.unique')} value={isUnique} readOnly={readOnly} onChange={(is) => edit((before) => setUnique(before, path, is))} />
        )}
        <TickLine
          label={say('field.readonly')}
          value={field.readOnly === true}
          readOnly={readOnly}
          onChange={(is) => edit((before) => setWord(before, path, 'readOnly', is || undefined))}
        />
      </div>
      {options && (
        <OptionLines options={options} readOnly={readOnly} onChange={(next) => edit((before) => setOptions(before, path, next), `options ${path}`)} />
      )}
      {(limits[choice ?? ''] ?? []).map(([word, isNumber]) => (
        <TextLine
          key={word}
          label={say(`limits.${word}`)}
          value={field[word] === undefined ? '' : String(field[word])}
          readOnly={readOnly}
          {...(isNumber ? { type: 'number' } : {})}
          onChange={(text) => edit((before) => setWord(before, path, word, text === '' ? undefined : isNumber ? Number(text) : text), `${word} ${path}`)}
        />
      ))}
      {choice && <FieldBehaviour path={path} field={field} />}
      {field.default !== undefined && !readOnly && (
        <p className="soft">
          {say('field.default', { value: JSON.stringify(field.default) })}{' '}
          <Button onClick={() => edit((before) => ({ ...before, schema: setWord(before, path, 'default', undefined).schema }))}>
            {say('field.nodefault')}
          </Button>
        </p>
      )}
    </div>
  );
}

/** A new name takes effect when the box is left: everything that names the field follows it. */
function NameLine({ document, path, readOnly, onName }: { document: PaneProps['document']; path: string; readOnly: boolean; onName(name: string): void }) {
  const say = useSay();
  const now = path.split('.').at(-1) ?? '';
  const [typed, setTyped] = useState(now);
  const beside = [...path.split('.').slice(0, -1), typed].join('.');
  const wrong = typed === now ? undefined : !fieldName.test(typed) ? say('field.badname') : fieldAt(document.schema, beside) ? say('field.taken') : undefined;
  return (
    <TextLine
      label={say('field.name')}
      value={typed}
      error={wrong}
      help={say('field.renamehelp')}
      readOnly={readOnly}
      onChange={setTyped}
      onBlur={() => !wrong && typed !== now && onName(typed)}
    />
  );
}

interface OptionLinesProps {
  options: { const: string; title?: string }[];
  readOnly: boolean;
  onChange(options: { const: string; title?: string }[]): void;
}

/** Options line by line, 'code = title'. A line that is being typed stays as it is until the box is left. */
function OptionLines({ options, readOnly, onChange }: OptionLinesProps) {
  const say = useSay();
  const spelled = options.map(({ const: value, title }) => (title && title !== value ? `${value} = ${title}` : value)).join('\n');
  const [typed, setTyped] = useState<string>();
  const read = (text: string) => {
    const lines = text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
    const seen = new Map(
      lines.map((line) => {
        const [value = '', ...rest] = line.split('=').map((part) => part.trim());
        return [value, rest.join('=')] as const;
      }),
    );
    return [...seen].map(
      ([value, title]) =>
        ({ ...withWord(options.find((one) => one.const === value) ?? {}, 'title', title), const: value }) as { const: string; title?: string },
    ); // what else an option says stays
  };
  return (
    <TextLine
      label={say('field.options')}
      help={say('field.optionshelp')}
      value={typed ?? spelled}
      rows={3}
      readOnly={readOnly}
      onChange={(text) => {
        setTyped(text);
        if (read(text).length > 0) onChange(read(text));
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}

/** A reference has to lead somewhere: to the object that another field of the file leads to, else a person chooses. */
function firstObject(schema: JsonSchema): string {
  return /"x-relation":"(\w+)"/.exec(JSON.stringify(schema))?.[1] ?? '';
}
