/** The properties of every kind of field. A field knows nothing about the form around it. */
import type { Limits } from '#application/enrolment/rules/demands.ts';
import type { FieldModel, JsonValue, Lang } from '#codegen/model.ts';
import type { EnrolTexts } from '../texts.ts';

export interface FieldProps {
  /** 'director/bio' */
  path: string;
  field: FieldModel;
  value: JsonValue;
  lang: Lang;
  t: EnrolTexts;
  isRequired: boolean;
  /** words that the campaign takes at most */
  words?: number | undefined;
  /** all that it asks of the field */
  limits?: Limits;
  /** the problem in words, shown below the field */
  problem?: string;
  /** the field is only empty: the message is a gentle one */
  isGentle?: boolean;
  onChange(value: JsonValue): void;
  /** called when the focus leaves the field */
  onLeave(): void;
}

/** DOM id of the field's control, or of the first one where there are several. */
export function idOf(path: string): string {
  return `field-${path.replaceAll('/', '-')}`;
}

/** Ids of the elements that describe the control: first the help text, then the problem. */
export function describedBy({ path, field, problem }: Pick<FieldProps, 'path' | 'field' | 'problem'>): string | undefined {
  const ids = [...(field.help ? [`${idOf(path)}-help`] : []), ...(problem ? [`${idOf(path)}-problem`] : [])];
  return ids.length ? ids.join(' ') : undefined;
}

/** The ARIA attributes of a text control, and the language that is written in it. */
export function aria(props: FieldProps) {
  return {
    lang: props.field.lang,
    'aria-describedby': describedBy(props),
    'aria-invalid': props.problem && !props.isGentle ? true : undefined,
    'aria-required': props.isRequired || undefined,
  };
}
