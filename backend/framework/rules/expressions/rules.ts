/** Rules of a record that its schema says as expressions (x-rules), and values that a new one begins with (x-default). Pure. */
import type { FieldModel, ObjectModel, Row } from '#codegen/model.ts';
import { dateAt, instant } from '#framework/time.ts';
import { today } from '#rules/queries/relative-day.ts';
import { emptyOf, sameValue } from '#rules/records/record.ts';
import { type RawError, toProblems } from '#rules/records/validation.ts';
import { madeOnce } from '#rules/values/made-once.ts';
import type { Problem } from '#rules/words/problem.ts';
import { evaluate, type Outcome } from './evaluate.ts';
import { fitted, formulaProblems } from './formulas.ts';
import type { Around } from './functions.ts';
import { readsOf } from './reads.ts';
import { Place } from './value.ts';

/** What is going on at a moment, 'YYYY-MM-DD hh:mm:ss' UTC; the day is that of the house's own zone. */
export function aroundAt(now: string, me?: string): Around {
  return {
    now,
    // Few expressions ask for it.
    get today() {
      return today(dateAt(instant(now)));
    },
    ...(me !== undefined && { me }),
  };
}

/** What the schema's expressions say against a row: formulas without a result, and rules that are broken. A rule that is neither true nor false is not broken. */
export function expressionProblems(row: Row, model: ObjectModel, now: string): Problem[] {
  const problems = formulaProblems(row, model.fields);
  if (!model.rules?.length) return problems;
  const place = new Place(row, model.fields);
  const around = aroundAt(now);
  for (const { when, rule, field, message } of model.rules) {
    if (!rule.tree) continue;
    const asked: Outcome = when?.tree ? evaluate(when.tree, place, place, around) : { value: true };
    const outcome = asked.value === true ? evaluate(rule.tree, place, place, around) : asked;
    const failure = asked.failure ?? outcome.failure;
    const path = field.replaceAll('.', '/');
    if (failure) problems.push({ path, code: failure });
    else if (asked.value === true && outcome.value === false) problems.push({ path, code: 'rule.broken', values: { rule: message } });
  }
  return problems;
}

/** Everything that a schema says against a row: what its validator found, and its expressions. */
export function rowProblems(errors: readonly RawError[], row: Row, model: ObjectModel, now: string): Problem[] {
  return [...toProblems(errors, row, model), ...expressionProblems(row, model, now)];
}

/** Fields that begin with what an expression makes (x-default). */
const initialsOf = madeOnce((fields: readonly FieldModel[]) => fields.flatMap((field) => (field.initial?.tree ? [{ field, tree: field.initial.tree }] : [])));

/** A new row with what its fields begin with by themselves; `given` are those that somebody has said already. */
export function withDefaults(row: Row, fields: readonly FieldModel[], around: Around, given: (name: string) => boolean = () => false): Row {
  let next = row;
  for (const { field, tree } of initialsOf(fields)) {
    if (given(field.name)) continue;
    const { value = null } = evaluate(tree, new Place(next, fields), undefined, around);
    const made = fitted(value, field).value;
    if (made !== undefined && !sameValue(field, next[field.name], made)) next = { ...next, [field.name]: made };
  }
  return next;
}

/** A new row after a keystroke: a field that still has what it began with (x-default) follows the fields that this is made of. The same object where none does. */
export function withFollowingDefaults(before: Row, next: Row, fields: readonly FieldModel[], around: Around): Row {
  let row = next;
  for (const { field, tree } of initialsOf(fields)) {
    const { name } = field;
    if (!readsOf(tree, '').size) continue;
    const made = (of: Row) => fitted(evaluate(tree, new Place(of, fields), undefined, around).value ?? null, field).value ?? emptyOf(field);
    const isOwn = !sameValue(field, next[name], before[name]) || !sameValue(field, before[name], made(before));
    const value = isOwn ? undefined : made(row);
    if (value !== undefined && !sameValue(field, row[name], value)) row = { ...row, [name]: value };
  }
  return row;
}
