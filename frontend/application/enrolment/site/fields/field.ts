/** What every kind of field is given; it knows nothing of the form around it. */
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
  /** in words; shown under the field */
  problem?: string;
  /** the problem is only that nothing stands there yet: said gently */
  isGentle?: boolean;
  onChange(value: JsonValue): void;
  /** the person has left the field */
  onLeave(): void;
}

/** The DOM id of the field's control (of its first, where there are several). */
export function idOf(path: string): string {
  return `field-${path.replaceAll('/', '-')}`;
}

/** Ids of what describes the control: help and problem, in that order. */
export function describedBy({ path, field, problem }: Pick<FieldProps, 'path' | 'field' | 'problem'>): string | undefined {
  const ids = [...(field.help ? [`${idOf(path)}-help`] : []), ...(problem ? [`${idOf(path)}-problem`] : [])];
  return ids.length ? ids.join(' ') : undefined;
}

/** What a text control says about itself to assistive technology. */
export function aria(props: FieldProps) {
  return {
    'aria-describedby': describedBy(props),
    'aria-invalid': props.problem && !props.isGentle ? true : undefined,
    'aria-required': props.isRequired || undefined,
  };
}
