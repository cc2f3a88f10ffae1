import type { FieldModel } from '#codegen/model.ts';
import { kinds } from '#kinds/index.ts';
import { isNumberField } from '#rules/records/record.ts';
import { Counter } from './Counter.tsx';
import { Frame } from './Frame.tsx';
import { aria, type FieldProps, idOf } from './field.ts';

/** One line: text, a number or a date. The format decides which keyboard a phone shows. What is too long is told, never cut. */
export function TextInput(props: FieldProps) {
  const { path, field, value, words, t, onChange, onLeave } = props;
  const text = typeof value === 'string' ? value : '';
  return (
    <Frame of={props} note={<Counter text={text} words={words} most={field.maxLength} isQuiet={words === undefined} t={t} />}>
      <input
        className="ui-box"
        id={idOf(path)}
        type={typeOf(field)}
        inputMode={isNumberField(field) ? 'decimal' : undefined}
        value={typeof value === 'string' || typeof value === 'number' ? value : ''}
        autoCapitalize={field.format === 'email' ? 'none' : undefined}
        autoComplete={completeBy(field)}
        onChange={(event) => onChange(isNumberField(field) ? numberOf(event.target.value) : event.target.value)}
        onBlur={onLeave}
        {...aria(props)}
      />
    </Frame>
  );
}

function typeOf({ kind, format }: FieldModel): string {
  return kinds[kind].input ?? (format === 'email' ? 'email' : 'text');
}

/** Input that is not a number stays as typed, so that the message beside it makes sense. */
function numberOf(text: string): number | string | null {
  const plain = text.normalize('NFKC').trim();
  if (plain === '') return null;
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : text;
}

/** The people in an enrolment are not the person who types, so the browser must not fill in that person's data, except the e-mail address. */
function completeBy(field: FieldModel): string {
  return field.format === 'email' ? 'email' : 'off';
}
