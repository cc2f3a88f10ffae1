/** What the object says of itself: its names, its menu group, columns of the list, search, and who may do what. */
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'react-admin';
import { useObjects } from '#client/objects.tsx';
import type { Role, Verb } from '#codegen/model.ts';
import { language, languages } from '#rules/words/language.ts';
import { columnsOf, labelOf, setAccess, setColumns, setLabel, setObjectWord } from './document/edits.ts';
import { isNode, textsOf, withWord } from './document/schema-document.ts';
import { fieldPaths } from './document/uses.ts';
import { IconLine } from './forms/IconLine.tsx';
import { Ordered, Picks, useFieldNames } from './forms/picks.tsx';
import { SortLine } from './forms/SortLine.tsx';
import { TextLine, TickLine } from './lines.tsx';
import type { PaneProps } from './pane.ts';
import { useSay } from './say.tsx';

const verbs: readonly Verb[] = ['list', 'read', 'create', 'update', 'delete', 'export', 'import'];

export function ObjectPane({ document, edit, readOnly, roles }: PaneProps & { roles: readonly Role[] }) {
  const say = useSay();
  const { schema } = document;
  const entity = isNode(schema['x-entity']) ? schema['x-entity'] : {};
  const all = useFieldNames(false);
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
      <GroupLine
        value={String(entity.group ?? '')}
        readOnly={readOnly}
        onChange={(text) => edit((before) => setObjectWord(before, 'x-entity', withWord(entity, 'group', text)), 'group')}
      />
      <IconLine
        value={String(entity.icon ?? '')}
        readOnly={readOnly}
        onChange={(icon) => edit((before) => setObjectWord(before, 'x-entity', withWord(entity, 'icon', icon)), 'icon')}
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
      <Ordered
        label={say('object.columns')}
        help={say('object.columnshelp')}
        at={isNode(schema['x-list']) ? ['x-list', 'columns'] : ['x-list']}
        options={all}
        value={textsOf(columnsOf(schema))}
        onChange={(names) => edit((before) => setColumns(before, names), 'columns')}
      />
      <SortLine at={['x-list', 'sort']} />
      <Picks
        label={say('object.search')}
        at={['x-search']}
        options={all.filter(([path]) => top.includes(path))}
        value={textsOf(schema['x-search'])}
        onChange={(names) => edit((before) => setObjectWord(before, 'x-search', names), 'search')}
      />
      <Picks
        label={say('object.duplicates')}
        help={say('object.duplicateshelp')}
        at={['x-duplicates']}
        options={all.filter(([path]) => top.includes(path))}
        value={textsOf(schema['x-duplicates'])}
        onChange={(names) => edit((before) => setObjectWord(before, 'x-duplicates', names), 'duplicates')}
      />
      <Access document={document} edit={edit} readOnly={readOnly} roles={roles} />
    </div>
  );
}

/** The groups that the menu has, or another one, which it has then. */
function GroupLine({ value, readOnly, onChange }: { value: string; readOnly: boolean; onChange(group: string): void }) {
  const say = useSay();
  const translate = useTranslate();
  const groups = [...new Set(useObjects().map(({ model }) => model.entity.group))].sort();
  const said = (group: string) => translate(`menu.groups.${group}`, { _: group });
  return (
    <Autocomplete
      freeSolo
      size="small"
      fullWidth
      readOnly={readOnly}
      options={groups}
      inputValue={said(value)}
      value={value}
      getOptionLabel={said}
      onInputChange={(_event, typed, reason) => reason !== 'reset' && onChange(groups.find((group) => said(group) === typed) ?? typed)}
      onChange={(_event, next) => next && onChange(next)}
      renderInput={(props) => <TextField {...props} label={say('object.group')} />}
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
