/** Choices of fields, roles and states, and a text in each language. */
import Autocomplete from '@mui/material/Autocomplete';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { useMemo, useState } from 'react';
import { useLanguage } from '#client/language.tsx';
import { OrderList } from '#fields/ranking/OrderList.tsx';
import { language, languages } from '#rules/words/language.ts';
import { fieldAt, type LabelWord, labelOf, setLabel } from '../document/edits.ts';
import { type At, putAt, valueAt } from '../document/places.ts';
import { fieldPaths } from '../document/uses.ts';
import { TextLine } from '../lines.tsx';
import { useSay } from '../say.tsx';
import { Faults, useFaults } from './Faults.tsx';
import { useBench } from './facts.ts';

/** What every object has without saying so, as far as people choose it. */
const ofEvery = ['id', 'create_at', 'update_at', 'update_by'] as const;

/** The paths of the object's fields with what they are called; `top`: those of the object itself only. */
export function useFieldNames(top = true): (readonly [path: string, said: string])[] {
  const { document } = useBench();
  const say = useSay();
  const { lang } = useLanguage();
  return useMemo(() => {
    const paths = fieldPaths(document.schema).filter((path) => !top || !path.includes('.'));
    const named = paths.map((path) => [path, labelOf(document, lang, path) || String(fieldAt(document.schema, path)?.title ?? path)] as const);
    return [...named, ...ofEvery.filter((name) => !paths.includes(name)).map((name) => [name, say(`stamps.${name}`)] as const)];
  }, [document, lang, say, top]);
}

interface PickProps {
  label: string;
  help?: string;
  /** where it stands, for what the lint says of it */
  at?: At;
  options: readonly (readonly [value: string, said: string])[];
}

/** One of several, or none. */
export function Pick({ label, help, at = [], options, value, onChange }: PickProps & { value: string; onChange(value: string): void }) {
  const { readOnly } = useBench();
  const faults = useFaults(at);
  const all = options.some(([one]) => one === value) || value === '' ? options : [...options, [value, value] as const];
  const said = useSaid(all);
  return (
    <Autocomplete
      size="small"
      fullWidth
      readOnly={readOnly}
      options={all.map(([one]) => one)}
      value={value === '' ? null : value}
      getOptionLabel={said}
      onChange={(_event, next) => onChange(next ?? '')}
      renderInput={(props) => <FaultyField {...props} label={label} help={help} faults={faults} />}
    />
  );
}

/** Several, in the order in which they are chosen. */
export function Picks({ label, help, at = [], options, value, onChange }: PickProps & { value: readonly string[]; onChange(value: string[]): void }) {
  const { readOnly } = useBench();
  const faults = useFaults(at);
  const all = [...options, ...value.filter((one) => !options.some(([known]) => known === one)).map((one) => [one, one] as const)];
  const said = useSaid(all);
  return (
    <Autocomplete
      multiple
      size="small"
      fullWidth
      disableCloseOnSelect
      filterSelectedOptions
      readOnly={readOnly}
      options={all.map(([one]) => one)}
      value={[...value]}
      getOptionLabel={said}
      onChange={(_event, next) => onChange(next)}
      renderInput={(props) => <FaultyField {...props} label={label} help={help} faults={faults} />}
    />
  );
}

/** Several, in an order that can be changed. */
export function Ordered({ label, help, at = [], options, value, onChange }: PickProps & { value: readonly string[]; onChange(value: string[]): void }) {
  const { readOnly } = useBench();
  const say = useSay();
  const faults = useFaults(at);
  const said = useSaid(options);
  const [typed, setTyped] = useState('');
  return (
    <fieldset>
      <legend>{label}</legend>
      <OrderList label={label} ids={value} useTitleOf={said} readOnly={readOnly} onChange={onChange} />
      {!readOnly && (
        <Autocomplete
          size="small"
          fullWidth
          autoHighlight
          value={null}
          inputValue={typed}
          options={options.map(([one]) => one).filter((one) => !value.includes(one))}
          getOptionLabel={said}
          onInputChange={(_event, next, reason) => setTyped(reason === 'input' ? next : '')}
          onChange={(_event, next) => next && onChange([...value, next])}
          renderInput={(props) => <TextField {...props} label={say('entry.more')} helperText={help} />}
        />
      )}
      <Faults of={faults} />
    </fieldset>
  );
}

function FaultyField({ help, faults, ...props }: TextFieldProps & { help: string | undefined; faults: ReturnType<typeof useFaults> }) {
  const isFaulty = faults.length > 0;
  return <TextField {...props} error={isFaulty} helperText={isFaulty ? <Faults of={faults} /> : help} slotProps={{ formHelperText: { component: 'div' } }} />;
}

function useSaid(all: PickProps['options']): (value: string) => string {
  const say = useSay();
  return (value) => {
    const said = all.find(([one]) => one === value)?.[1] ?? value;
    return said === value ? value : say('entry.named', { said, name: value });
  };
}

export function RolesPick({ label, at, value, onChange }: { label: string; at: At; value: readonly string[]; onChange(value: string[]): void }) {
  const { roles } = useBench();
  const say = useSay();
  return <Picks label={label} at={at} options={roles.map((role) => [role, say(`roles.${role}`, { _: role })])} value={value} onChange={onChange} />;
}

/** The title that stands in the schema, and what it is called in each language. */
export function Spoken({ at, name, word }: { at: At; name: string; word: LabelWord }) {
  const { document, edit, readOnly } = useBench();
  const say = useSay();
  const title = valueAt(document.schema, at);
  return (
    <>
      <TextLine
        label={say('field.title')}
        value={typeof title === 'string' ? title : ''}
        readOnly={readOnly}
        onChange={(text) => edit((before) => putAt(before, at, text), at.join())}
      />
      <div className="bench-pair">
        {languages.map((lang) => (
          <TextLine
            key={lang}
            label={say('entry.title', { language: language[lang].name })}
            value={labelOf(document, lang, name, word)}
            readOnly={readOnly}
            onChange={(text) => edit((before) => setLabel(before, lang, name, text, word), `${word} ${lang} ${name}`)}
          />
        ))}
      </div>
    </>
  );
}
