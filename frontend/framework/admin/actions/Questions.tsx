/** What has to be said before a transition or an operation is carried out: the fields it asks for, and a name that is typed to confirm it. */
import TextField from '@mui/material/TextField';
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import { useText } from '#client/language.tsx';
import type { FieldModel, ObjectModel, Row } from '#codegen/model.ts';
import type { Operation } from './calls.ts';

/** Fields that it asks for, of those that the object has. */
export function askedFields(model: ObjectModel, operation: Operation): FieldModel[] {
  return operation.asks.flatMap((name) => model.fields.filter((field) => field.name === name));
}

export function isAnswered(fields: readonly FieldModel[], input: Row): boolean {
  return fields.every(({ name }) => String(input[name] ?? '').trim());
}

export function AskedFields({ fields, input, onChange }: { fields: readonly FieldModel[]; input: Row; onChange(change: (before: Row) => Row): void }) {
  const text = useText();
  return fields.map((field, index) => (
    <TextField
      key={field.name}
      fullWidth
      multiline
      minRows={3}
      required
      autoFocus={index === 0}
      label={text(field.label)}
      value={input[field.name] ?? ''}
      slotProps={{ htmlInput: { maxLength: field.maxLength } }}
      onChange={(event) => onChange((before) => ({ ...before, [field.name]: event.target.value }))}
    />
  ));
}

/** The name stands above the box, for it may be longer than a box's own label can show. */
export function TypedName({ name, typed, onChange }: { name: string; typed: string; onChange(typed: string): void }) {
  const translate = useTranslate();
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{translate('actions.typed', { name })}</label>
      <TextField id={id} fullWidth autoComplete="off" value={typed} onChange={(event) => onChange(event.target.value)} />
    </div>
  );
}
