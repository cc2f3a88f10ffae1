/** Formulas of a record (x-formula): the order in which they have to be worked out, and their results in the form that a field has. Pure. */

import type { FieldModel, JsonValue, Row, Tree } from '#codegen/model.ts';
import { kinds } from '#kinds/index.ts';
import { emptyOf, isObject, sameValue } from '#rules/records/record.ts';
import { round, toNumber } from '#rules/values/decimal.ts';
import { madeOnce } from '#rules/values/made-once.ts';
import type { Problem } from '#rules/words/problem.ts';
import { evaluate } from './evaluate.ts';
import { linksOf, readsOutside, waysOut } from './outside.ts';
import { readsOf, touches } from './reads.ts';
import { type Failure, isBlank, isNumber, type Outside, Place, plainNumber, Unread, type Value } from './value.ts';

/** One field with a formula; `at` is the path of what holds it, [] for the record. */
export interface Formula {
  at: readonly string[];
  field: FieldModel;
  tree: Tree;
}

/** All formulas of a record, each after those that it reads; asked at every save and keystroke. */
export const formulasOf = madeOnce((fields: readonly FieldModel[]) => arranged(collected(fields, [])).order);

/** All ways out of a record that its formulas have; asked at every save. */
export const linksOfRecord = madeOnce((fields: readonly FieldModel[]) => formulasOf(fields).flatMap(({ at, tree }) => linksOf(tree, at.join('.'), fields)));

/** Paths that go round in a circle, 'total → lines.share → total'; undefined where none do. */
export function circleOf(fields: readonly FieldModel[]): string[] | undefined {
  return arranged(collected(fields, [])).circle;
}

/**
 * The row with every formula worked out; the same object where nothing changes. One that fails leaves its field empty: `formulaProblems` says so. Without
 * `outside`, what reads other rows stays as it is: the server works it out as it writes. So it does where not all of them are at hand, and what names a field that the
 * other object has no more.
 */
export function withFormulas(row: Row, fields: readonly FieldModel[], outside?: Outside): Row {
  let next = row;
  for (const { at, field, tree } of formulasOf(fields)) {
    const ways = waysOut(tree, at, fields);
    if (ways.length && (!outside || outside.isKnown?.(ways, next) === false)) continue;
    const whole = next;
    next = inPlaces(whole, fields, at, '', (place) => {
      const { value, isUnread } = outcomeUnlessUnread(tree, field, place, new Place(whole, fields), outside);
      if (isUnread) return place.row;
      const made = value ?? emptyOf(field);
      const existing = place.row[field.name];
      return existing === undefined || !sameValue(field, existing, made) ? { ...place.row, [field.name]: made } : place.row;
    });
  }
  return next;
}

/** Formulas that have no result over this row, each at its field. */
export function formulaProblems(row: Row, fields: readonly FieldModel[]): Problem[] {
  const problems: Problem[] = [];
  for (const { at, field, tree } of formulasOf(fields)) {
    if (readsOutside(tree, at, fields)) continue;
    inPlaces(row, fields, at, '', (place, path) => {
      const { failure } = outcomeOf(tree, field, place, new Place(row, fields));
      if (failure) problems.push({ path: path + field.name, code: failure });
      return place.row;
    });
  }
  return problems;
}

type Outcome = { value: JsonValue; failure?: undefined } | { value?: undefined; failure: Failure };

function outcomeOf(tree: Tree, field: FieldModel, self: Place, record: Place, outside?: Outside): Outcome {
  const { value, failure } = evaluate(tree, self, record, outside ? { outside } : {});
  return failure ? { failure } : fitted(value, field);
}

function outcomeUnlessUnread(...of: Parameters<typeof outcomeOf>): Outcome & { isUnread?: boolean } {
  try {
    return outcomeOf(...of);
  } catch (error) {
    if (error instanceof Unread) return { failure: 'formula.kind', isUnread: true };
    throw error;
  }
}

/** A result as the field stores it: a number half up to the field's places, what is empty as the field's own empty value. */
export function fitted(value: Value, field: FieldModel): Outcome {
  if (isBlank(value)) return { value: emptyOf(field) };
  const { shape } = kinds[field.kind];
  if (shape === 'number') return isNumber(value) ? { value: toNumber(round(value, Math.min(placesOf(field), value.scale))) } : { failure: 'formula.kind' };
  if (shape === 'flag') return typeof value === 'boolean' ? { value } : { failure: 'formula.kind' };
  if (isNumber(value)) return { value: field.kind === 'select' ? toNumber(value) : plainNumber(value) };
  if (typeof value === 'boolean' && field.kind === 'select') return { value };
  if (typeof value !== 'string') return { failure: 'formula.kind' };
  return { value: field.kind === 'date' ? value.slice(0, 10) : value };
}

/** Digits after the point that a number's field stores. */
function placesOf(field: FieldModel): number {
  if (field.kind === 'integer') return 0;
  if (field.column?.scale !== undefined) return field.column.scale;
  return field.multipleOf === undefined ? Number.POSITIVE_INFINITY : Math.max(0, Math.ceil(-Math.log10(field.multipleOf) - 1e-9));
}

function collected(fields: readonly FieldModel[], at: readonly string[]): Formula[] {
  return fields.flatMap((field) => [
    ...(field.formula?.tree ? [{ at, field, tree: field.formula.tree }] : []),
    ...(field.fields ? collected(field.fields, [...at, field.name]) : []),
  ]);
}

function arranged(formulas: readonly Formula[]): { order: Formula[]; circle?: string[] } {
  const paths = new Map(formulas.map((formula) => [formula, [...formula.at, formula.field.name].join('.')]));
  const order: Formula[] = [];
  const way: Formula[] = [];
  let circle: string[] | undefined;
  const visit = (formula: Formula): void => {
    if (order.includes(formula)) return;
    const begin = way.indexOf(formula);
    if (begin >= 0) {
      circle ??= [...way.slice(begin), formula].map((one) => paths.get(one) ?? '');
      return;
    }
    way.push(formula);
    const reads = [...readsOf(formula.tree, formula.at.join('.'))];
    for (const other of formulas) if (reads.some((read) => touches(read, paths.get(other) ?? ''))) visit(other);
    way.pop();
    order.push(formula);
  };
  for (const formula of formulas) visit(formula);
  return { order, ...(circle && { circle }) };
}

/** Every object at a path (one of each entry of the lists on the way) given to `change`, with its own path as problems have it ('lines/0/'). */
function inPlaces(row: Row, fields: readonly FieldModel[], at: readonly string[], path: string, change: (place: Place, path: string) => Row): Row {
  const [name, ...further] = at;
  if (name === undefined) return change(new Place(row, fields), path);
  const inner = fields.find((field) => field.name === name)?.fields ?? [];
  const value = row[name];
  const next = Array.isArray(value)
    ? value.map((entry, index) => (isObject(entry) ? inPlaces(entry, inner, further, `${path}${name}/${index}/`, change) : entry))
    : isObject(value)
      ? inPlaces(value, inner, further, `${path}${name}/`, change)
      : value;
  const isChanged = Array.isArray(next) ? next.some((entry, index) => entry !== (value as JsonValue[])[index]) : next !== value; // a list of a list
  return isChanged && next !== undefined ? { ...row, [name]: next } : row;
}
