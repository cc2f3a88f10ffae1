/** RJSF's field for an object whose keys are chosen: a key box and a box of the value's kind a pair. What is no such object is typed as JSON, and so may be the whole. */

import AddIcon from '@mui/icons-material/Add';
import DeleteIcon from '@mui/icons-material/DeleteOutline';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type FieldProps, getUiOptions } from '@rjsf/utils';
import { type FocusEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { textIn } from '#client/text.ts';
import type { FieldModel, JsonValue, Pairs, Row } from '#codegen/model.ts';
import { useFormFacts } from '#fields/contract/form-facts.ts';
import type { Path } from '#fields/contract/path.ts';
import type { FieldOptions } from '#fields/contract/widget.ts';
import { isShown, objectOf, pairsIn, withMember, wrongKey } from '#fields/json/pairs.ts';
import { useRows } from '#fields/list/use-rows.ts';
import { widgetOf } from '#fields/widgets.ts';
import { stepOf } from '#rules/records/field-path.ts';
import { fieldOf } from '#rules/records/pairs.ts';
import { defaultRow, emptyOf, isObject } from '#rules/records/record.ts';
import { isEqual } from '#rules/values/json-value.ts';
import { labelled } from '#rules/words/language.ts';
import { fieldAt } from '#rules/words/wording.ts';
import { domId } from './dom-id.ts';
import { KindField, problemsIn } from './KindField.tsx';

export function PairsField(props: FieldProps) {
  const { fieldPathId, formData, uiSchema, errorSchema, readonly, disabled, onChange } = props;
  const { model, lang, trouble } = useFormFacts();
  const translate = useTranslate();
  const [isCode, setCode] = useState(false);
  const options = getUiOptions(uiSchema) as unknown as FieldOptions; // written by deriveUiSchema, which knows no other shape
  const { path } = fieldPathId;
  const id = domId(fieldPathId.$id);
  const field = fieldAt(model.fields, options.path.replaceAll('.', '/'));
  if (!field?.pairs) return null;
  const value = formData as JsonValue | undefined; // RJSF's any: a row's value
  // Pressing it does not leave the editor, which would lay out its text anew and move the button away from under the pointer.
  const other = (
    <Button
      size="small"
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        trouble(path, undefined);
        setCode(!isCode);
      }}
    >
      {translate(isCode ? 'form.pairs.list' : 'form.pairs.code')}
    </Button>
  );
  if (isCode || !canBePairs(value))
    return (
      <>
        <KindField {...props} />
        {canBePairs(value) && other}
      </>
    );
  return (
    <PairList
      id={id}
      pairs={field.pairs}
      value={value}
      path={path}
      label={textIn(field.label, lang) || field.name}
      labelledBy={`${id}-label`}
      options={options}
      problems={problemsIn(errorSchema)}
      locked={Boolean(readonly || disabled)}
      foot={other}
      onChange={(next) => onChange(Object.keys(next).length > 0 || field.required ? next : emptyOf(field), path, undefined, id)}
    />
  );
}

/** A key that says nothing has no place in the list. */
function canBePairs(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || value === '') return true;
  return isObject(value) ? !Object.hasOwn(value, '') : Array.isArray(value) && value.length === 0;
}

interface PairListProps {
  id: string;
  pairs: Pairs;
  value: JsonValue | undefined;
  /** of the object in the row */
  path: Path;
  label: string;
  labelledBy?: string;
  options: FieldOptions;
  /** inside of it: 'key/member' → the sentence */
  problems: Record<string, string>;
  locked: boolean;
  foot?: ReactNode;
  onChange(value: Row): void;
}

function PairList({ id, pairs, value, path, label, labelledBy, options, problems, locked, foot, onChange }: PairListProps) {
  const { lang, leave, trouble } = useFormFacts();
  const translate = useTranslate();
  const box = useRef<HTMLDivElement>(null);
  const { rows, give } = usePairs(pairs, value, onChange);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const list = useRows(rows, give);
  const keys = rows.map(({ key }) => String(key));
  const wrong = keys.map((_, index) => wrongKey(pairs, keys, index));
  // What cannot be in the value refuses the save in its own name.
  const unsaid = wrong.find((one) => one === 'blank' || one === 'twice');
  const spelled = path.join('/');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `spelled` is the path by value
  useEffect(() => {
    trouble([...path, ''], unsaid && labelled(label, translate(`form.pairs.${unsaid}`), lang));
    return () => trouble([...path, ''], undefined);
  }, [trouble, translate, unsaid, spelled, label, lang]);
  const set = (index: number, patch: Row) => give(rows.map((row, i) => (i === index ? { ...row, ...patch } : row)));
  const focus = (find: string) => requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(find)?.focus());
  const remove = (index: number) => {
    trouble([...path, keys[index] ?? ''], undefined);
    const next = list.items[index + 1] ?? list.items[index - 1];
    list.remove(index);
    focus(next ? `[data-row="${next.key}"] input` : '[data-add]');
  };
  const add = () => focus(`[data-row="${list.add({ key: '', value: freshValue(fieldOf(pairs, '') ?? pairs.values[0]?.field) })}"] input`);
  const faulty = wrong.findIndex((one) => one === 'blank' || one === 'twice');
  const shared = { options, locked };
  const known = new Set([...keys, ...(pairs.fields ?? []).map(({ name }) => name)].map(stepOf));
  const further = Object.entries(problems).filter(([at]) => at !== stepOf('') && !known.has(at.split('/')[0] ?? ''));
  return (
    <Box ref={box} id={id} role="group" tabIndex={-1} {...(labelledBy ? { 'aria-labelledby': labelledBy } : { 'aria-label': label })} sx={{ minWidth: 0 }}>
      {pairs.fields && (
        <Members id={id} fields={pairs.fields} value={isObject(value) ? value : {}} path={path} problems={problems} {...shared} onChange={onChange} />
      )}
      <Box sx={{ display: 'grid', gap: 1 }}>
        {list.items.map(({ key: rowKey, row }, index) => {
          const key = keys[index] ?? '';
          const number = index + 1;
          const fault = wrong[index];
          const isTaken = fault === 'blank' || fault === 'twice';
          const say = fault && (fault !== 'blank' || left.has(rowKey)) ? translate(`form.pairs.${fault}`, { key }) : undefined;
          const field = fieldOf(pairs, key) ?? pairs.values[0]?.field;
          const told = isTaken || fault ? {} : problems;
          const errorId = `${id}-error-${number}`;
          const onRowBlur = (event: FocusEvent) => {
            if (event.currentTarget.contains(event.relatedTarget)) return;
            setLeft((before) => (before.has(rowKey) ? before : new Set([...before, rowKey])));
          };
          return (
            <Box key={rowKey} data-row={rowKey} role="group" aria-label={key || translate('form.pairs.pair', { number })} onBlur={onRowBlur} sx={rowStyle}>
              <OutlinedInput
                id={index === faulty ? domId(`${id}-`) : `${id}-key-${number}`}
                size="small"
                value={key}
                error={say !== undefined}
                readOnly={locked}
                autoComplete="off"
                placeholder={translate('form.pairs.name')}
                onChange={(event) => {
                  trouble([...path, key], undefined);
                  set(index, { key: event.target.value });
                }}
                inputProps={{
                  'aria-label': translate('form.pairs.key', { number }),
                  'aria-invalid': say !== undefined || undefined,
                  'aria-describedby': errorId,
                  spellCheck: false,
                }}
                sx={{ gridArea: 'key' }}
              />
              <Box sx={{ gridArea: 'value', minWidth: 0 }}>
                {field && (
                  <ValueBox
                    id={isTaken ? `${id}-value-${number}` : domId(`${id}-${key}`)}
                    field={field}
                    label={translate('form.pairs.value', { key: key || translate('form.pairs.pair', { number }) })}
                    value={row.value}
                    path={[...path, key]}
                    problems={belowStep(told, stepOf(key))}
                    message={told[stepOf(key)]}
                    describedBy={errorId}
                    {...shared}
                    onChange={(next) => set(index, { value: next })}
                    onBlur={() => leave([...path, key])}
                  />
                )}
                <Box id={errorId} aria-live="polite" sx={errorStyle}>
                  {say ?? told[stepOf(key)]}
                </Box>
              </Box>
              {!locked && (
                <IconButton
                  size="small"
                  aria-label={translate('form.list.remove', { label: key || translate('form.pairs.pair', { number }) })}
                  onClick={() => remove(index)}
                  sx={{ gridArea: 'remove', alignSelf: 'start' }}
                >
                  <DeleteIcon fontSize="small" />
                </IconButton>
              )}
            </Box>
          );
        })}
      </Box>
      {list.items.length === 0 && <Box sx={{ color: 'text.secondary', fontSize: 'var(--size-text)', py: 0.5 }}>{translate('form.list.empty')}</Box>}
      <Box aria-live="polite" sx={errorStyle}>
        {further.map(([, message]) => message).join(' ')}
      </Box>
      <Box sx={{ display: 'inline-flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        {!locked && (
          <Button size="small" data-add startIcon={<AddIcon />} onClick={add} aria-label={`${translate('form.pairs.add')} (${label})`}>
            {translate('form.pairs.add')}
          </Button>
        )}
        {foot}
        {list.last?.did === 'removed' && (
          <Box role="status" sx={{ fontSize: 'var(--size-text)', color: 'text.secondary' }}>
            {translate('form.list.removed')}
            <Button size="small" onClick={list.undo}>
              {translate('form.list.undo')}
            </Button>
          </Box>
        )}
      </Box>
    </Box>
  );
}

/** The pairs while they are typed: more than the value can say, for a key may still be missing or stand twice. Another value from outside takes their place. */
function usePairs(pairs: Pairs, value: JsonValue | undefined, onChange: (value: Row) => void): { rows: Row[]; give(rows: Row[]): void } {
  const [rows, setRows] = useState(() => pairsIn(pairs, value));
  const isOwn = isEqual(objectOf(pairs, rows, value), isObject(value) ? value : {});
  const latest = useRef({ value, onChange });
  latest.current = { value, onChange };
  // A form may be drawn once more with the value of before while it takes the one that was set: only what stays is from outside.
  useEffect(() => {
    if (isOwn) return undefined;
    const timer = setTimeout(() => setRows(pairsIn(pairs, latest.current.value)), settled);
    return () => clearTimeout(timer);
  }, [isOwn, pairs]);
  return {
    rows,
    give(next) {
      setRows(next);
      latest.current.onChange(objectOf(pairs, next, latest.current.value));
    },
  };
}

/** milliseconds after which a value has come to stay */
const settled = 50;

interface ValueBoxProps {
  id: string;
  field: FieldModel;
  label: string;
  value: JsonValue | undefined;
  path: Path;
  options: FieldOptions;
  problems: Record<string, string>;
  message: string | undefined;
  describedBy: string;
  locked: boolean;
  onChange(value: JsonValue): void;
  onBlur(): void;
}

/** One value by its kind; one of another shape than its kind's as JSON. */
function ValueBox(props: ValueBoxProps) {
  const { id, field, label, value, path, options, problems, message, describedBy, locked, onChange, onBlur } = props;
  const { trouble } = useFormFacts();
  const fits = isShown(field, value);
  const shared = { id, path, options, problems, locked };
  if (field.pairs && fits && canBePairs(value)) return <PairList {...shared} pairs={field.pairs} value={value} label={label} onChange={onChange} />;
  if (field.kind === 'object' && fits)
    return (
      <Box id={id} role="group" tabIndex={-1} aria-label={label}>
        <Members {...shared} fields={field.fields ?? []} value={isObject(value) ? value : {}} onChange={onChange} />
      </Box>
    );
  // A box of one line would lose the others.
  const { pairs: _pairs, ...plain } = field;
  const shown: FieldModel =
    !fits || field.kind === 'object'
      ? { ...plain, kind: 'json' }
      : typeof value === 'string' && value.includes('\n') && field.kind === 'string'
        ? { ...plain, kind: 'text' }
        : plain;
  const Widget = widgetOf(shown);
  const isCode = shown.kind === 'json';
  const unset = field.unset ?? '-';
  return (
    <>
      {isCode && (
        <span id={`${id}-label`} hidden>
          {label}
        </span>
      )}
      <Widget
        id={id}
        field={shown}
        label={label}
        value={value}
        options={{ ...options, required: field.required }}
        path={path}
        problems={problems}
        onChange={(next) => onChange(field.kind === 'select' && next === unset && !field.options?.some((option) => option.value === unset) ? null : next)}
        onChangeMany={() => undefined}
        onBlur={onBlur}
        onTrouble={(said) => trouble(path, said)}
        readOnly={locked}
        required={field.required}
        invalid={message !== undefined}
        describedBy={describedBy}
        cell={!isCode}
      />
    </>
  );
}

type MembersProps = Pick<PairListProps, 'id' | 'path' | 'options' | 'problems' | 'locked' | 'onChange'> & { fields: FieldModel[]; value: Row };

/** The fields of a nested object, each with its label. */
function Members({ id, fields, value, path, options, problems, locked, onChange }: MembersProps) {
  const { lang, leave } = useFormFacts();
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 180px), 1fr))', gap: 1, mb: 1 }}>
      {fields.map((field) => {
        const own = domId(`${id}-${field.name}`);
        const step = stepOf(field.name);
        const label = textIn(field.label, lang) || field.name;
        return (
          <Box key={field.name} sx={{ minWidth: 0 }}>
            <Box aria-hidden="true" sx={{ fontSize: 'var(--size-small)', color: 'text.secondary', lineHeight: 1.5 }}>
              {label}
              {field.required && ' *'}
            </Box>
            <ValueBox
              id={own}
              field={field}
              label={label}
              value={value[field.name]}
              path={[...path, field.name]}
              options={options}
              problems={belowStep(problems, step)}
              message={problems[step]}
              describedBy={`${own}-error`}
              locked={locked}
              onChange={(next) => onChange(withMember(value, field, next))}
              onBlur={() => leave([...path, field.name])}
            />
            <Box id={`${own}-error`} aria-live="polite" sx={errorStyle}>
              {problems[step]}
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}

/** What a new pair begins with: nothing that nobody said, but for what has to be there to be typed in. */
function freshValue(field: FieldModel | undefined): JsonValue {
  if (!field) return null;
  if (field.kind === 'object') return defaultRow((field.fields ?? []).filter(({ required }) => required));
  return field.kind === 'select' ? null : field.pairs ? {} : (field.default ?? emptyOf(field));
}

function belowStep(problems: Record<string, string>, step: string): Record<string, string> {
  return Object.fromEntries(Object.entries(problems).flatMap(([at, message]) => (at.startsWith(`${step}/`) ? [[at.slice(step.length + 1), message]] : [])));
}

const rowStyle = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', md: 'minmax(0, 2fr) minmax(0, 3fr) auto' },
  gridTemplateAreas: { xs: '"key remove" "value value"', md: '"key value remove"' },
  gap: { xs: 0.5, md: 1 },
  alignItems: 'start',
  pb: { xs: 1, md: 0 },
  borderBottom: { xs: '1px solid var(--line)', md: 'none' },
} as const;
const errorStyle = { color: 'error.main', fontSize: 'var(--size-text)', lineHeight: 1.5, overflowWrap: 'anywhere' } as const;
