import type { FieldModel } from '#codegen/model.ts';
import { PhoneInput } from '../screens/later.ts';
import { ChecksInput } from './ChecksInput.tsx';
import { ChoiceInput } from './ChoiceInput.tsx';
import { FlagInput } from './FlagInput.tsx';
import type { FieldProps } from './field.ts';
import { LinkInput } from './LinkInput.tsx';
import { NamesInput } from './NamesInput.tsx';
import { TextAreaInput } from './TextAreaInput.tsx';
import { TextInput } from './TextInput.tsx';

/** The control of a field, by its kind. Files have a component of their own, because they have more than a value. */
export function Field(props: FieldProps) {
  const Control = controlOf(props.field);
  return <Control {...props} />;
}

function controlOf({ kind, format, ui }: FieldModel) {
  if (kind === 'select') return ChoiceInput;
  if (kind === 'multiselect') return ChecksInput;
  if (kind === 'boolean') return FlagInput;
  if (kind === 'tags') return NamesInput;
  if (kind === 'text' || ui.widget === 'textarea') return TextAreaInput;
  if (format === 'phone') return PhoneInput;
  return format === 'uri' ? LinkInput : TextInput;
}
