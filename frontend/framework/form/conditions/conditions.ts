/**
 * Which fields are shown, demanded, locked and limited for this record: the conditions of the object model
 * (x-visibleWhen, x-requiredWhen, x-readOnlyWhen, x-optionsWhen), asked of the compiled module where it has them.
 * Paths are dotted ('contract.start'); a condition always sees the whole record. Pure.
 */

import type { Condition, FieldModel, ObjectModel, Option, Row } from '#codegen/model.ts';
import type { LockReason } from '#fields/contract/widget.ts';
import { stepOf } from '#rules/records/field-path.ts';
import { meets } from './subschema.ts';

export type Conditions = Record<string, (record: Row) => boolean>;

export interface ConditionState {
  hidden: string[];
  required: string[];
  readOnly: string[];
  /** path → why it is locked */
  reasons: Record<string, LockReason>;
  /** path → the values that may be chosen */
  options: Record<string, (string | number)[]>;
  /** path → what is offered in place of the options */
  offered?: Record<string, readonly Option[]>;
}

export const noConditions: ConditionState = { hidden: [], required: [], readOnly: [], reasons: {}, options: {} };

export function evaluateConditions(model: ObjectModel, conditions: Conditions, record: Row): ConditionState {
  const state: ConditionState = { hidden: [], required: [], readOnly: [], reasons: {}, options: {} };
  const visit = (fields: FieldModel[], prefix: string): void => {
    for (const field of fields) {
      const path = prefix + stepOf(field.name);
      if (field.rest === 'allowed' && !Object.keys(record[field.name] ?? {}).length) state.hidden.push(path);
      if (field.visibleWhen && !holds(conditions, `visible:${path}`, field.visibleWhen, record)) state.hidden.push(path);
      if (field.requiredWhen && holds(conditions, `required:${path}`, field.requiredWhen, record)) state.required.push(path);
      if (field.readOnlyWhen && holds(conditions, `readonly:${path}`, field.readOnlyWhen, record)) {
        state.readOnly.push(path);
        state.reasons[path] = 'condition';
      }
      const limited = field.optionsWhen?.findIndex((rule, i) => holds(conditions, `options:${path}:${i}`, rule.when, record)) ?? -1;
      if (limited >= 0) state.options[path] = field.optionsWhen?.[limited]?.options ?? [];
      if (field.fields) visit(field.fields, `${path}.`);
    }
  };
  visit(model.fields, '');
  return state;
}

/** One condition over the record: the compiled one where the module has it. */
export function holds(conditions: Conditions, key: string, condition: Condition, record: Row): boolean {
  const compiled = conditions[key];
  return compiled ? compiled(record) : meets(condition, record);
}
