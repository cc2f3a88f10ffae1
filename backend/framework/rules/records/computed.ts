/**
 * Computed fields: of x-computed the name is one of the application's rules, of x-formula the expression is the rule. The server runs them before it checks a
 * row, and ignores what a payload says of such a field; the form runs them at every change, so that both show the same sums. Pure.
 */

import type { FieldModel, JsonValue, ObjectModel, Row } from '#codegen/model.ts';
import { formulasOf, withFormulas } from '#rules/expressions/formulas.ts';
import type { Outside } from '#rules/expressions/value.ts';
import { computationOf, isComputed } from './is-computed.ts';
import { isObject, sameValue } from './record.ts';

/** The row with every computed field worked out, nested ones too, formulas last; the same object where nothing changes. `outside`: other rows, for formulas that read them. */
export function computeRow(row: Row, model: ObjectModel, outside?: Outside): Row {
  if (!hasComputed(model.fields)) return row;
  const made = computed(row, model.fields, row);
  return formulasOf(model.fields).length ? withFormulas(made, model.fields, outside) : made;
}

const known = new WeakMap<FieldModel[], boolean>();

/** Asked at every save of every object, so remembered with the model. */
function hasComputed(fields: FieldModel[]): boolean {
  let found = known.get(fields);
  if (found === undefined) {
    found = fields.some((field) => isComputed(field) || (field.fields !== undefined && hasComputed(field.fields)));
    known.set(fields, found);
  }
  return found;
}

function computed(scope: Row, fields: FieldModel[], whole: Row): Row {
  let next = scope;
  const put = (name: string, value: JsonValue): void => {
    if (next === scope) next = { ...scope };
    next[name] = value;
  };
  for (const field of fields) {
    const rule = computationOf(field.computed);
    const value = scope[field.name];
    if (rule) {
      const made = rule(scope, whole);
      if (value === undefined || !sameValue(field, value, made)) put(field.name, made);
    } else if (field.fields && hasComputed(field.fields)) {
      const inner = field.fields;
      if (Array.isArray(value)) {
        const entries = value.map((entry) => (isObject(entry) ? computed(entry, inner, whole) : entry));
        if (entries.some((entry, index) => entry !== value[index])) put(field.name, entries);
      } else if (isObject(value)) {
        const made = computed(value, inner, whole);
        if (made !== value) put(field.name, made);
      }
    }
  }
  return next;
}
