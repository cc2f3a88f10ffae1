/** Groups of a list's rows by one field: which fields make groups, and which rows a group has. Pure. */

import type { FieldModel, GroupedBy, JsonValue, ObjectModel, Role, Row, ViewGroup } from '#codegen/model.ts';
import { shapeOf } from '#kinds/index.ts';
import { readableFields } from '#rules/accounts/permission.ts';
import { stepOf } from '#rules/records/field-path.ts';
import { isObject, isSecret } from '#rules/records/record.ts';
import { spanOf } from './relative-day.ts';

export const groupSteps = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type GroupStep = (typeof groupSteps)[number];

/** Kinds of which many rows have the same value; days are taken together by a step. */
export function makesGroups(field: FieldModel): boolean {
  if (!field.column || field.column.type === 'json' || isSecret(field)) return false;
  if (field.relation) return !field.relation.many;
  return shapeOf(field) === 'choice' || shapeOf(field) === 'flag' || ['string', 'integer', 'date'].includes(field.kind);
}

export function groupFields(model: ObjectModel, roles: readonly Role[]): FieldModel[] {
  return readableFields(model, roles).filter(makesGroups);
}

/** Fields with few values by their nature: those that a table of two fields has across. */
export function acrossFields(model: ObjectModel, roles: readonly Role[]): FieldModel[] {
  return groupFields(model, roles).filter((field) => field.relation || shapeOf(field) === 'choice' || shapeOf(field) === 'flag' || field.kind === 'date');
}

/** The group as these roles may ask for it, days by the month unless a step is said, without what is across where they may not; undefined where they may not at all. */
export function fitGroup(group: unknown, model: ObjectModel, roles: readonly Role[]): ViewGroup | undefined {
  const fitted = (said: unknown): GroupedBy | undefined => {
    if (!isObject(said)) return undefined;
    const field = groupFields(model, roles).find(({ name }) => name === said.path);
    const step = groupSteps.find((one) => one === said.step);
    return field && { path: field.name, ...(field.kind === 'date' && { step: step ?? 'month' }) };
  };
  const found = fitted(group);
  const across = fitted(isObject(group) ? group.across : undefined);
  return found && across && across.path !== found.path ? { ...found, across } : found;
}

/** The filter that leaves a group's rows: of a step the days from its first, 'YYYY-MM-DD', to its last; null: what says nothing. */
export function filterOfGroup(field: FieldModel, step: GroupStep | undefined, value: JsonValue): Row {
  const name = stepOf(field.name);
  if (value === null) return { [`${name}@null`]: true };
  if (!step || step === 'day') return { [name]: value };
  const span = spanOf(`this-${step}`, String(value));
  return span ? { [`${name}@gte`]: span.from, [`${name}@lt`]: span.till } : { [name]: value };
}
