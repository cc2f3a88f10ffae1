import type { FieldModel } from '#codegen/model.ts';
import { kinds } from '#kinds/index.ts';
import { PhoneInput } from '../screens/form/later.ts';
import { ChecksInput } from './ChecksInput.tsx';
import { ChoiceInput } from './ChoiceInput.tsx';
import { FlagInput } from './FlagInput.tsx';
import type { FieldProps } from './field.ts';
import { LinkInput } from './LinkInput.tsx';
import { NamesInput } from './NamesInput.tsx';
import { TextAreaInput } from './TextAreaInput.tsx';
import { TextInput } from './TextInput.tsx';

/** The control of a field, by what its kind says of it. Files have a component of their own, because they have more than a value. */
export function Field(props: FieldProps) {
  const Control = controlOf(props.field);
  return <Control {...props} />;
}

function controlOf({ kind, format, ui, options }: FieldModel) {
  const { shape, long } = kinds[kind];
  if (shape === 'choice') return ChoiceInput;
  if (shape === 'values') return options ? ChecksInput : NamesInput;
  if (shape === 'flag') return FlagInput;
  if (long || ui.widget === 'textarea') return TextAreaInput;
  if (format === 'phone') return PhoneInput;
  return format === 'uri' ? LinkInput : TextInput;
}
