import type { FieldModel } from '#codegen/model.ts';
import { isNumberField } from '#rules/records/record.ts';
import { Frame } from './Frame.tsx';
import { aria, type FieldProps, idOf } from './field.ts';

/** One line: text, a number, a date. The keyboard of a phone follows the format. */
export function TextInput(props: FieldProps) {
  const { path, field, value, onChange, onLeave } = props;
  return (
    <Frame of={props}>
      <input
        className="ui-box"
        id={idOf(path)}
        type={typeOf(field)}
        inputMode={isNumberField(field) ? 'decimal' : undefined}
        value={typeof value === 'string' || typeof value === 'number' ? value : ''}
        maxLength={field.maxLength}
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
  if (kind === 'date' || kind === 'time') return kind;
  return format === 'email' ? 'email' : 'text';
}

/** What is no number stays as typed, so that the sentence about it can be read beside it. */
function numberOf(text: string): number | string | null {
  const plain = text.normalize('NFKC').trim();
  if (plain === '') return null;
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : text;
}

/** The people of an enrolment are others than whoever types: nothing of theirs is offered, an address apart. */
function completeBy(field: FieldModel): string {
  return field.format === 'email' ? 'email' : 'off';
}
