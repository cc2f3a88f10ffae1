/** What the object says of itself: its names, its menu group, columns of the list, search, and who may do what. */
import { useState } from 'react';
import { useLanguage } from '#client/language.tsx';
import type { Role, Verb } from '#codegen/model.ts';
import { language, languages } from '#rules/words/language.ts';
import { columnsOf, labelOf, setAccess, setColumns, setLabel, setObjectWord } from './document/edits.ts';
import { isNode, textsOf, withWord } from './document/schema-document.ts';
import { fieldPaths } from './document/uses.ts';
import { TextLine, TickLine } from './lines.tsx';
import type { PaneProps } from './pane.ts';
import { useSay } from './say.tsx';

const verbs: readonly Verb[] = ['list', 'read', 'create', 'update', 'delete', 'export', 'import'];

export function ObjectPane({ document, edit, readOnly, roles }: PaneProps & { roles: readonly Role[] }) {
  const say = useSay();
  const { schema } = document;
  const entity = isNode(schema['x-entity']) ? schema['x-entity'] : {};
  const top = fieldPaths(schema).filter((path) => !path.includes('.'));
  const title = typeof schema['x-titleTemplate'] === 'string' ? schema['x-titleTemplate'] : '';
  return (
    <div className="bench-lines">
      <TextLine
        label={say('object.title')}
        value={String(schema.title ?? '')}
        readOnly={readOnly}
        onChange={(text) => edit((before) => setObjectWord(before, 'title', text), 'title')}
      />
      {languages.map((lang) => (
        <TextLine
          key={lang}
          label={say('field.label', { language: language[lang].name })}
          value={labelOf(document, lang, '')}
          readOnly={readOnly}
          onChange={(text) => edit((before) => setLabel(before, lang, '', text), `name ${lang}`)}
        />
      ))}
      {languages.map((lang) => (
        <TextLine
          key={lang}
          label={say('field.help', { language: language[lang].name })}
          value={labelOf(document, lang, '', 'fieldHelp')}
          readOnly={readOnly}
          onChange={(text) => edit((before) => setLabel(before, lang, '', text, 'fieldHelp'), `help ${lang}`)}
        />
      ))}
      <TextLine
        label={say('object.group')}
        value={String(entity.group ?? '')}
        readOnly={readOnly}
        onChange={(text) => edit((before) => setObjectWord(before, 'x-entity', withWord(entity, 'group', text)), 'group')}
      />
      {!isNode(schema['x-titleTemplate']) && (
        <TextLine
          label={say('object.template')}
          help={say('object.templatehelp')}
          value={title}
          readOnly={readOnly}
          onChange={(text) => edit((before) => setObjectWord(before, 'x-titleTemplate', text), 'template')}
        />
      )}
      <Names
        label={say('object.columns')}
        help={say('object.order')}
        all={fieldPaths(schema)}
        value={textsOf(columnsOf(schema))}
        readOnly={readOnly}
        onChange={(names) => edit((before) => setColumns(before, names), 'columns')}
      />
      <Names
        label={say('object.search')}
        all={top}
        value={textsOf(schema['x-search'])}
        readOnly={readOnly}
        onChange={(names) => edit((before) => setObjectWord(before, 'x-search', names), 'search')}
      />
      <Access document={document} edit={edit} readOnly={readOnly} roles={roles} />
    </div>
  );
}

/** Names of fields in an order, separated by commas; those that there are not stay until the box is left. */
function Names({
  label,
  help = '',
  all,
  value,
  readOnly,
  onChange,
}: {
  label: string;
  help?: string;
  all: string[];
  value: string[];
  readOnly: boolean;
  onChange(names: string[]): void;
}) {
  const say = useSay();
  const { list } = language[useLanguage().lang];
  const [typed, setTyped] = useState<string>();
  const read = (text: string) => [...new Set(text.split(/[,，、\s]+/).filter(Boolean))];
  const wrong = typed === undefined ? [] : read(typed).filter((name) => !all.includes(name) && !value.includes(name));
  return (
    <TextLine
      label={label}
      value={typed ?? value.join(list)}
      error={wrong.length > 0 ? say('object.unknown', { names: wrong.join(list) }) : undefined}
      help={`${help} ${say('object.names', { names: all.slice(0, 12).join(list) })}`}
      readOnly={readOnly}
      onChange={(text) => {
        setTyped(text);
        const names = read(text);
        if (names.every((name) => all.includes(name) || value.includes(name))) onChange(names);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}

/** Role by verb; a role that is not named may what it may without it. */
function Access({ document, edit, readOnly, roles }: Pick<PaneProps, 'document' | 'edit' | 'readOnly'> & { roles: readonly Role[] }) {
  const say = useSay();
  const access = isNode(document.schema['x-access']) ? document.schema['x-access'] : {};
  return (
    <fieldset>
      <legend>{say('object.access')}</legend>
      {roles.map((role) => {
        const said = access[role];
        const own = said === 'all' ? [...verbs] : textsOf(said);
        return (
          <fieldset key={role}>
            <legend>{say(`roles.${role}`, { _: role })}</legend>
            <TickLine
              label={say('object.usual')}
              value={said === undefined}
              readOnly={readOnly}
              onChange={(is) => edit((before) => setAccess(before, role, is ? undefined : ['list', 'read']))}
            />
            {said !== undefined &&
              verbs.map((verb) => (
                <TickLine
                  key={verb}
                  label={say(`verbs.${verb}`)}
                  value={own.includes(verb)}
                  readOnly={readOnly}
                  onChange={(is) =>
                    edit((before) =>
                      setAccess(
                        before,
                        role,
                        verbs.filter((one) => (one === verb ? is : own.includes(one))),
                      ),
                    )
                  }
                />
              ))}
          </fieldset>
        );
      })}
    </fieldset>
  );
}
