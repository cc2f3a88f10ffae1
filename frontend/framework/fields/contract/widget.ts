/** What a form hands to the widget of a kind. Widgets know nothing of RJSF, nor of the form around them. */
import type { FieldModel, JsonValue, Option, Row } from '#codegen/model.ts';
import type { Path } from './path.ts';

export type Mode = 'create' | 'edit';

/** Why a field is locked, where that may change: by its own condition, by the row's state, by what other rows say of it (S05). */
export type LockReason = 'condition' | 'state' | 'wishes' | 'rows';

/** What a template or widget finds in `ui:options`. */
export interface FieldOptions {
  /** dotted path of the field in the model */
  path: string;
  width: 'full' | 'half' | 'third' | 'quarter';
  required: boolean;
  /** values that may be chosen now; absent = all */
  values?: (string | number)[];
  /** what is offered in place of the field's options */
  offered?: readonly Option[];
  /** why it is locked, where that is more than the field's own nature (S05) */
  reason?: LockReason;
  /** 'nothing chosen' is no choice: a state */
  closed?: boolean;
  /** the record's currency, whose digits the amount shows */
  currency?: JsonValue;
}

export interface WidgetProps {
  id: string;
  field: FieldModel;
  label: string;
  value: JsonValue | undefined;
  options: FieldOptions;
  /** the path of the value in the row */
  path: Path;
  /** digits after the point that an amount always shows */
  digits?: number | undefined;
  /** problems inside the value: '0/link' → the sentence */
  problems: Record<string, string>;
  onChange(value: JsonValue): void;
  /** sets sibling fields with this one */
  onChangeMany(patch: Row): void;
  onBlur(): void;
  /** a text that is no value yet; undefined takes it back */
  onTrouble(message: string | undefined): void;
  readOnly: boolean;
  required: boolean;
  invalid: boolean;
  /** ids of the help and error texts */
  describedBy: string;
  /** in a grid, whose column heading is its label */
  cell: boolean;
}

/** Attributes that tie a box to its label, help and error, and say the language that is written in it. */
export function boxAttributes({ id, field, label, cell, required, invalid, describedBy }: WidgetProps) {
  return {
    lang: field.lang,
    'aria-required': required || undefined,
    'aria-invalid': invalid || undefined,
    'aria-describedby': describedBy,
    ...(cell ? { 'aria-label': label } : { 'aria-labelledby': `${id}-label` }),
  };
}
