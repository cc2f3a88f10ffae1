/** A filter measured against a row in memory; data/queries/query.ts asks the table the same, and tests hold the two together. Pure. */
import type { FieldModel, JsonValue, ObjectModel, Row } from '#codegen/model.ts';
import { utcText } from '#framework/time.ts';
import type { Scalar } from '#kinds/kind.ts';
import { isZoned } from '#kinds/string.ts';
import { emptyOf, isArrayField, isObject, ownValue } from '#rules/records/record.ts';
import { type Compare, type Filter, fieldsAlong, foldsCase, isOfMoments, meansEmpty } from './filter.ts';

/** A row measured by the same filter as rows in the table; a search it cannot see, and takes no row. Accents are left to the table, which may fold them. */
export function meets(filter: Filter, row: Row, model: ObjectModel): boolean {
  if (filter.kind === 'and' || filter.kind === 'or') {
    return filter.kind === 'and' ? filter.of.every((part) => meets(part, row, model)) : filter.of.some((part) => meets(part, row, model));
  }
  if (filter.kind === 'not') return !meets(filter.of, row, model);
  if (filter.kind === 'search') return false;
  const along = fieldsAlong(model.fields, filter.field);
  const [root, ...deeper] = along ?? [];
  const field = along?.at(-1);
  return root && field ? compares(field, filter, valuesAt(ownValue(row, root.name), root, deeper)) : false;
}

/** The values at the end of the path: none of an empty list, one of what is no list. */
function valuesAt(value: JsonValue | undefined, field: FieldModel, deeper: readonly FieldModel[]): JsonValue[] {
  if (isArrayField(field)) return Array.isArray(value) ? value.flatMap((entry) => inside(entry, deeper)) : [];
  return deeper.length ? inside(value, deeper) : [value ?? emptyOf(field)];
}

function inside(value: JsonValue | undefined, [next, ...deeper]: readonly FieldModel[]): JsonValue[] {
  if (!next) return [value ?? null];
  return valuesAt(isObject(value) ? ownValue(value, next.name) : undefined, next, deeper);
}

function compares(field: FieldModel, { op, value, exact = false }: Compare, held: JsonValue[]): boolean {
  const wanted = Array.isArray(value) ? value : [value];
  const isFolded = !exact && foldsCase(field) && !isArrayField(field);
  const isMoment = isZoned(field) && isOfMoments({ op });
  const folded = <T>(one: T) => (typeof one !== 'string' ? one : isMoment ? utcText(one) : isFolded ? one.toLowerCase() : one);
  const filled = held.some((one) => !isBlank(field, one));
  const said = wanted.filter((other) => !meansEmpty(field, other)).map(folded);
  const isOneOf = () => held.some((one) => said.includes(folded(one) as Scalar)) || (!filled && said.length < wanted.length); // what is no scalar is not among them
  if (op === 'null') return filled !== (wanted[0] === true);
  if (op === 'has') return held.some((one) => wanted.some((other) => one === other));
  if (op === 'eq' || op === 'in') return isOneOf();
  if (op === 'ne' || op === 'nin') return !isOneOf();
  return held.some((one) => !isBlank(field, one) && inPlace(folded(one), op, wanted.map(folded), field));
}

function inPlace(held: JsonValue, op: Compare['op'], [first, second]: Scalar[], field: FieldModel): boolean {
  if (first === undefined || typeof held !== typeof first) return false;
  const [one, other] = [held as string | number, first as string | number]; // same type, and only texts and numbers have an order
  if (op === 'like') return String(one).toLowerCase().includes(String(other).toLowerCase());
  if (op === 'starts') return foldsCase(field) ? String(one).toLowerCase().startsWith(String(other).toLowerCase()) : String(one).startsWith(String(other));
  if (op === 'within') return one >= other && second !== undefined && one < second;
  if (op === 'gt') return one > other;
  if (op === 'gte') return one >= other;
  return op === 'lt' ? one < other : one <= other;
}

function isBlank(field: FieldModel, value: JsonValue): boolean {
  if (value === null) return true;
  if (typeof value !== 'object') return meansEmpty(field, value);
  return field.kind === 'json' && Object.keys(value).length === 0;
}
