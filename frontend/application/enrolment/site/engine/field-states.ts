/**
 * Which fields are visible and which are required, by the compiled conditions of the schema (x-visibleWhen, x-requiredWhen). 'Required' means
 * required for a submission: a draft can be saved without it, but the form shows early what will be needed. Pure.
 */
import type { FieldModel, Row } from '#codegen/model.ts';
import { shapeOf } from '#kinds/index.ts';

/** The functions that the compiled module exports: 'visible:director.bio' → does the record meet the condition? */
export type Conditions = Record<string, (record: Row) => boolean>;

export interface FieldStates {
  /** paths with slashes of the fields that are hidden now */
  hidden: ReadonlySet<string>;
  /** paths with slashes of the fields that a submission needs */
  required: ReadonlySet<string>;
}

/** The record with the state it has after submission. */
export function asSubmitted(values: Row): Row {
  return { ...values, status: 'submitted' };
}

/** `isUnasked`: paths that the campaign does not ask, whatever the schema says. */
export function fieldStatesOf(
  fields: readonly FieldModel[],
  conditions: Conditions,
  values: Row,
  isUnasked: (path: string) => boolean = () => false,
): FieldStates {
  const record = asSubmitted(values);
  const hidden = new Set<string>();
  const required = new Set<string>();
  const visit = (level: readonly FieldModel[], prefix: string): void => {
    for (const field of level) {
      const path = prefix + field.name;
      const isShown = !field.visibleWhen || holds(conditions, `visible:${dotted(path)}`, record);
      if (!isShown || isUnasked(path)) hidden.add(path);
      else if (field.required || (field.requiredWhen && holds(conditions, `required:${dotted(path)}`, record))) required.add(path);
      if (isShown && shapeOf(field) === 'object' && field.fields) visit(field.fields, `${path}/`);
    }
  };
  visit(fields, '');
  return { hidden, required };
}

/** A field is hidden when the object around it is hidden. */
export function isHidden(states: FieldStates, path: string): boolean {
  const parts = path.split('/');
  return parts.some((_part, index) => states.hidden.has(parts.slice(0, index + 1).join('/')));
}

/** Where the module has no condition for a field, the field is visible and not required. */
function holds(conditions: Conditions, key: string, record: Row): boolean {
  return conditions[key]?.(record) ?? key.startsWith('visible:');
}

const dotted = (path: string): string => path.replaceAll('/', '.');
