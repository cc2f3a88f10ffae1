/**
 * Which fields are shown and which are demanded, by the compiled conditions of the schema (x-visibleWhen, x-requiredWhen). What is
 * required is asked as of submission: a draft itself demands nothing, but its writer shall know what will be wanted. Pure.
 */
import type { FieldModel, Row } from '#codegen/model.ts';

/** As the compiled module exports them: 'visible:director.bio' → does the record meet it? */
export type Conditions = Record<string, (record: Row) => boolean>;

export interface FieldStates {
  /** paths with slashes of the fields that do not show now */
  hidden: ReadonlySet<string>;
  /** paths with slashes of the fields that a submission needs */
  required: ReadonlySet<string>;
}

/** The record as it would be handed in. */
export function asSubmitted(values: Row): Row {
  return { ...values, status: 'submitted' };
}

export function fieldStatesOf(fields: readonly FieldModel[], conditions: Conditions, values: Row): FieldStates {
  const record = asSubmitted(values);
  const hidden = new Set<string>();
  const required = new Set<string>();
  const visit = (level: readonly FieldModel[], prefix: string): void => {
    for (const field of level) {
      const path = prefix + field.name;
      const isShown = !field.visibleWhen || holds(conditions, `visible:${dotted(path)}`, record);
      if (!isShown) hidden.add(path);
      else if (field.required || (field.requiredWhen && holds(conditions, `required:${dotted(path)}`, record))) required.add(path);
      if (isShown && field.kind === 'object' && field.fields) visit(field.fields, `${path}/`);
    }
  };
  visit(fields, '');
  return { hidden, required };
}

/** A path is out of sight with the object around it. */
export function isHidden(states: FieldStates, path: string): boolean {
  const parts = path.split('/');
  return parts.some((_part, index) => states.hidden.has(parts.slice(0, index + 1).join('/')));
}

/** A condition that the module does not have shows the field and demands nothing. */
function holds(conditions: Conditions, key: string, record: Row): boolean {
  return conditions[key]?.(record) ?? key.startsWith('visible:');
}

const dotted = (path: string): string => path.replaceAll('/', '.');
