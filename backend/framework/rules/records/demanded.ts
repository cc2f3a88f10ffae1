/** Texts that have to be given and may be given empty: required ones with `minLength: 0`, as any text of a file of the standard is that says no least length. Pure. */
import type { FieldModel, JsonValue, Row } from '#codegen/model.ts';
import { shapeOf } from '#kinds/index.ts';
import { madeOnce } from '#rules/values/made-once.ts';
import type { Problem } from '#rules/words/problem.ts';
import { stepOf } from './field-path.ts';
import { isEmpty, isObject, mayBeBlank, ownValue } from './record.ts';

/**
 * Those that are not there, in nested objects and lists too. A stored row carries every key, so the validator cannot tell: whoever sees what was sent asks here.
 * An optional object with nothing in it is none.
 */
export function missingTexts(
  fields: readonly FieldModel[],
  row: Row,
  isThere: (value: JsonValue | undefined, path: readonly (string | number)[]) => boolean,
  above: readonly (string | number)[] = [],
): Problem[] {
  return demandedOf(fields).flatMap((field): Problem[] => {
    const inner = field.fields;
    const isText = mayBeBlank(field);
    const value = ownValue(row, field.name);
    const path = [...above, field.name];
    if (isText) {
      const isAsked = !field.readOnly && !isThere(value, path) && (value !== undefined || isEmpty(field, field.default));
      return isAsked ? [{ path: path.map((step) => stepOf(String(step))).join('/'), code: 'field.required' }] : [];
    }
    if (!inner) return [];
    if (Array.isArray(value)) return value.flatMap((entry, at) => (isObject(entry) ? missingTexts(inner, entry, isThere, [...path, at]) : []));
    if (shapeOf(field) !== 'object' || (!field.required && isEmpty(field, value))) return [];
    return missingTexts(inner, isObject(value) ? value : {}, isThere, path);
  });
}

/** Those that may be missing, and what holds one: few, of which every save asks. */
const demandedOf: (fields: readonly FieldModel[]) => readonly FieldModel[] = madeOnce((fields) =>
  fields.filter((field) => mayBeBlank(field) || (field.fields !== undefined && demandedOf(field.fields).length > 0)),
);
