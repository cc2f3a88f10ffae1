/** An expression: written with completion, read as one types, and tried at once on a row of the table. */
import MenuItem from '@mui/material/MenuItem';
import OutlinedInput from '@mui/material/OutlinedInput';
import TextField from '@mui/material/TextField';
import { useId, useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { useLanguage, useWords } from '#client/language.tsx';
import { useObjects } from '#client/objects.tsx';
import { readExpression, Unreadable } from '#codegen/describe/parse-expression.ts';
import type { FieldModel, Row, Tree } from '#codegen/model.ts';
import { useCodeWords } from '#fields/json/use-code-words.ts';
import { stampOf } from '#framework/time.ts';
import { evaluate } from '#rules/expressions/evaluate.ts';
import { withFormulas } from '#rules/expressions/formulas.ts';
import { linksOf } from '#rules/expressions/outside.ts';
import { aroundAt } from '#rules/expressions/rules.ts';
import { type Allowed, type Fault, sortOf } from '#rules/expressions/sorts.ts';
import { isBlank, isNumber, Place, plainNumber, type Value } from '#rules/expressions/value.ts';
import { isObject, titleOf } from '#rules/records/record.ts';
import { type FindingWords, sayPart } from '#rules/words/finding-words.ts';
import { fieldAt } from '#rules/words/wording.ts';
import { CodeBox } from '#ui/code/CodeBox.tsx';
import { useFindingWords } from '../../system/use-finding-words.ts';
import { wordsFor } from '../document/expression-words.ts';
import { useSay } from '../say.tsx';
import { Faults } from './Faults.tsx';
import { useBench } from './facts.ts';

interface Props {
  label: string;
  help?: string;
  value: string;
  onChange(text: string): void;
  /** what the lint says of it */
  faults: readonly string[];
  /** path of the object that holds what is worked out; '' for the record */
  at?: string;
  around?: Allowed['around'];
  /** it may read other rows */
  isFormula?: boolean;
  /** rows by a name, with what they have */
  names?: ReadonlyMap<string, readonly FieldModel[]>;
  /** there is no row */
  isBare?: boolean;
}

export function ExpressionLine({ label, help, value, onChange, faults, at = '', around = [], isFormula = false, names, isBare = false }: Props) {
  const { model, name, readOnly } = useBench();
  const objects = useObjects();
  const { lang } = useLanguage();
  const code = useCodeWords();
  const words = useFindingWords();
  const id = useId();
  const allowed = useMemo((): Allowed => {
    const record = isBare ? [] : (model?.fields ?? []);
    const self = at ? (fieldAt(record as FieldModel[], at.replaceAll('.', '/'))?.fields ?? []) : record; // read only
    const others = (object: string) => (object === name ? model : objects.find((one) => one.name === object)?.model)?.fields;
    return { self, record, around, object: name, ...(isFormula && { others }), ...(names && { names }) };
  }, [model, isBare, at, around, name, isFormula, names, objects]);
  const { tree, said } = useMemo(() => read(value, allowed, words), [value, allowed, words]);
  // The server's word names what was meant; until it is there, the same without that.
  const wrong = faults.length > 0 ? faults : said;
  const labelId = `${id}-label`;
  return (
    <div className="bench-expression">
      <span id={labelId} className="bench-label">
        {label}
      </span>
      <CodeBox
        id={id}
        language="expression"
        text={value}
        attributes={{ 'aria-labelledby': labelId, 'aria-invalid': wrong.length > 0, 'aria-multiline': true }}
        readOnly={readOnly}
        marks={said.length > 0 && value ? [{ from: 0, to: value.length, severity: 'error', message: said.join(' ') }] : []}
        words={code}
        isInvalid={wrong.length > 0}
        onText={onChange}
        wordsFor={(text, cursor) => wordsFor(text, cursor, allowed, lang)}
        plain={
          <OutlinedInput
            fullWidth
            multiline
            readOnly={readOnly}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            inputProps={{ 'aria-labelledby': labelId, spellCheck: false, style: { fontFamily: 'var(--mono)' } }}
          />
        }
      />
      <Faults of={wrong} />
      {help && <p className="soft bench-note">{help}</p>}
      {tree && said.length === 0 && !isBare && <Tried tree={tree} at={at} names={names} />}
    </div>
  );
}

function read(text: string, allowed: Allowed, words: FindingWords): { tree?: Tree; said: string[] } {
  if (text.trim() === '') return { said: [] };
  try {
    const tree = readExpression(text);
    const { faults } = sortOf(tree, allowed);
    return { tree, said: [...new Set(faults.map((fault) => sayFault(fault, words)))] };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { said: [[error.message, error.should].map((part) => sayPart(part, words)).join(words['; '] ?? '; ')] };
  }
}

function sayFault({ wrong, should }: Fault, words: FindingWords): string {
  return [wrong, should ?? '']
    .filter(Boolean)
    .map((part) => sayPart(part, words))
    .join(words['; '] ?? '; ');
}

/** What it gives over a row of the table; of what lies in a list, over its first entry. */
function Tried({ tree, at, names }: { tree: Tree; at: string; names: Props['names'] }) {
  const { model, samples, sample, setSample } = useBench();
  const say = useSay();
  const { lang } = useLanguage();
  const show = useShown();
  const row = samples[sample] ?? samples[0];
  if (!model || !row) return null;
  if (linksOf(tree, at, model.fields).length > 0) return <p className="soft bench-note">{say('expression.outside')}</p>;
  const whole = withFormulas(row, model.fields);
  const around = {
    ...aroundAt(stampOf(Date.now()), 'me'),
    names: new Map([...(names ?? [])].map(([name, fields]) => [name, new Place(name === 'old' ? whole : {}, fields)] as const)),
  };
  const self = placeAt(whole, at, model.fields);
  const outcome = self && evaluate(tree, self, new Place(whole, model.fields), around);
  return (
    <p className="bench-tried" role="status">
      {samples.length > 1 ? (
        <TextField
          select
          variant="standard"
          size="small"
          value={sample}
          onChange={(event) => setSample(Number(event.target.value))}
          slotProps={{ htmlInput: { 'aria-label': say('expression.sample') } }}
        >
          {samples.map((one, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is the choice
            <MenuItem key={index} value={index}>
              {titleOf(one, model, lang) || String(index + 1)}
            </MenuItem>
          ))}
        </TextField>
      ) : (
        titleOf(row, model, lang)
      )}
      {' → '}
      <output>{!outcome ? say('expression.noentry') : show(outcome)}</output>
    </p>
  );
}

function placeAt(row: Row, at: string, fields: readonly FieldModel[]): Place | undefined {
  let [value, level]: [unknown, readonly FieldModel[]] = [row, fields];
  for (const name of at ? at.split('.') : []) {
    const held: unknown = isObject(value) ? value[name] : undefined;
    value = Array.isArray(held) ? held[0] : held;
    level = level.find((field) => field.name === name)?.fields ?? [];
  }
  return isObject(value) ? new Place(value, level) : undefined;
}

function useShown(): (outcome: ReturnType<typeof evaluate>) => string {
  const translate = useTranslate();
  const words = useWords();
  const say = useSay();
  const shown = (value: Value): string => {
    if (isBlank(value)) return say('expression.empty');
    if (typeof value === 'boolean') return translate(`ra.boolean.${value}`);
    if (isNumber(value)) return plainNumber(value);
    if (Array.isArray(value)) return say('expression.entries', { smart_count: value.length });
    return value instanceof Place ? say('expression.row') : String(value);
  };
  return ({ value, failure }) => (failure ? words(failure, { label: '' }) : shown(value ?? null));
}
