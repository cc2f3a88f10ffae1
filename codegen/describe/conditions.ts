/** The conditions of a model under the keys of docs/decisions/003: `visible:{path}`, `row:{role}` and the rest. Pure. */
import { stepOf } from '#rules/records/field-path.ts';
import type { Condition, FieldModel, ObjectModel } from '../model.ts';

export function conditionsOf(model: ObjectModel): Record<string, Condition> {
  const found: Record<string, Condition> = {};
  collect(model.fields, '', found);
  model.list.rowColor.forEach(({ when }, index) => {
    found[`rowColor:${index}`] = when;
  });
  for (const { name, requires } of model.workflow?.transitions ?? []) if (requires) found[`transition:${name}`] = requires;
  for (const { name, when } of model.actions) if (when) found[`action:${name}`] = when;
  for (const [role, condition] of Object.entries(model.access.rows)) found[`row:${role}`] = condition;
  return found;
}

function collect(fields: FieldModel[], prefix: string, found: Record<string, Condition>): void {
  for (const field of fields) {
    const path = `${prefix}${stepOf(field.name)}`;
    if (field.visibleWhen) found[`visible:${path}`] = field.visibleWhen;
    if (field.requiredWhen) found[`required:${path}`] = field.requiredWhen;
    if (field.readOnlyWhen) found[`readonly:${path}`] = field.readOnlyWhen;
    field.optionsWhen?.forEach(({ when }, index) => {
      found[`options:${path}:${index}`] = when;
    });
    if (field.fields) collect(field.fields, `${path}.`, found);
  }
}
