/**
 * Who may do what with which object, row and field: x-access read in one place (specification section 6, P01, P02).
 * List, search, sort, filter, references, history and export all pass through these functions. Pure.
 */

import type { Condition, FieldModel, ObjectModel, Role, Verb } from '#codegen/model.ts';
import { fieldsAlong } from '#rules/queries/filter.ts';
import { namesIn } from '#rules/queries/filter-names.ts';
import { rootOf, stepOf } from '#rules/records/field-path.ts';
import { isSecret } from '#rules/records/record.ts';
import { madeOnce } from '#rules/values/made-once.ts';
import { administrator } from './actor.ts';
import { isInScope } from './key-scope.ts';

/** May a person with these roles do this to rows of the object? No roles, no rights. */
export function may(model: ObjectModel, roles: readonly Role[], verb: Verb): boolean {
  return isInScope(model.name, roles, verb) && model.access.verbs[verb].some((role) => roles.includes(role));
}

/** May a person with these roles take the named action of x-actions or x-workflow? */
export function mayAct(model: ObjectModel, roles: readonly Role[], action: string): boolean {
  return isInScope(model.name, roles, 'act') && (model.access.actions[action] ?? []).some((role) => roles.includes(role));
}

/** writeOnly fields are in no answer; the others follow the field's own x-access, which never shuts the administrator out. */
export function mayReadField(field: FieldModel, roles: readonly Role[]): boolean {
  if (isSecret(field) || !roles.length) return false;
  return holds(field.access?.read, roles);
}

/** A field that a role may not read may be written by it only if x-access says so outright (or if nobody reads it: passwords). */
export function mayWriteField(field: FieldModel, roles: readonly Role[]): boolean {
  if (field.readOnly || !roles.length) return false;
  return holds(field.access?.write ?? field.access?.read, roles);
}

/** The object's fields that the roles may read; nested ones are filtered too. Asked by every list, so remembered with the model. */
export function readableFields(model: ObjectModel, roles: readonly Role[]): FieldModel[] {
  let known = readable.get(model);
  if (!known) {
    known = new Map();
    readable.set(model, known);
  }
  const name = roles.join(' ');
  let fields = known.get(name);
  if (!fields) {
    fields = select(model.fields, (field) => mayReadField(field, roles));
    known.set(name, fields);
  }
  return fields;
}

const readable = new WeakMap<ObjectModel, Map<string, FieldModel[]>>();

/** The same, found by the name or by the name as a step of a path. */
export function readableNamed(model: ObjectModel, roles: readonly Role[], name: string): FieldModel | undefined {
  const fields = readableFields(model, roles);
  return namedOf(fields).get(name);
}

const namedOf = madeOnce((fields: FieldModel[]) => new Map(fields.flatMap((field) => [[stepOf(field.name), field] as const, [field.name, field] as const])));

/** The object's fields that the roles may write; nested ones are filtered too. */
export function writableFields(model: ObjectModel, roles: readonly Role[]): FieldModel[] {
  return select(model.fields, (field) => mayWriteField(field, roles));
}

/** The model as a role sees it: fields it may neither read nor write are absent everywhere, access names its own roles only. */
export function projectModel(model: ObjectModel, roles: readonly Role[]): ObjectModel {
  const known = select(model.fields, (field) => mayReadField(field, roles) || mayWriteField(field, roles));
  const fields = known.map((field) => ({
    ...field,
    readOnly: field.readOnly || !mayWriteField(field, roles),
    writeOnly: field.writeOnly || !mayReadField(field, roles),
  }));
  const names = new Set(fields.map((field) => field.name));
  const readable = new Set(fields.filter((field) => mayReadField(field, roles)).map((field) => field.name));
  const open = readableFields(model, roles);
  const isOpen = (path: string) => readable.has(path) || fieldsAlong(open, path) !== undefined;
  const own = (list: Role[]) => list.filter((role) => roles.includes(role));
  const verbs = Object.fromEntries(
    Object.entries(model.access.verbs).map(([verb, list]) => [verb, isInScope(model.name, roles, verb as Verb) ? own(list) : []]),
  ); // its keys are the verbs
  // Views and reminders come apart, fitted to who asks: GET /api/views, GET /api/reminders; automations are the server's and its administrators'.
  const { views: _, reminders: __, automations: ___, ...shown } = model;
  return {
    ...shown,
    fields,
    list: {
      ...model.list,
      columns: model.list.columns.filter(isOpen),
      filters: model.list.filters.filter(isOpen),
      quick: model.list.quick.filter((quick) => namesIn(quick.filter).every(isOpen)),
      sums: model.list.sums?.filter(({ field, by }) => readable.has(field) && (by === undefined || readable.has(by))),
      sort: readable.has(rootOf(model.list.sort.field)) ? model.list.sort : { field: model.entity.key, order: 'ASC' },
    },
    form: {
      tabs: model.form.tabs.map((tab) => ({
        ...tab,
        sections: tab.sections.map((section) => ({ ...section, fields: section.fields.filter((name) => names.has(name)) })),
      })),
      sidebar: model.form.sidebar.filter((name) => names.has(name)),
    },
    search: model.search.filter((name) => readable.has(rootOf(name))),
    ...(model.duplicates && { duplicates: model.duplicates.filter((name) => readable.has(name)) }),
    access: {
      verbs: verbs as ObjectModel['access']['verbs'], // the same keys, mapped one by one
      actions: Object.fromEntries(Object.entries(model.access.actions).map(([action, list]) => [action, own(list)])),
      rows: Object.fromEntries(Object.entries(model.access.rows).filter(([role]) => roles.includes(role))),
    },
    actions: model.actions.filter((action) => mayAct(model, roles, action.name) || action.roles.some((role) => roles.includes(role))),
  };
}

/**
 * The condition a row must meet for these roles and this verb; undefined = every row. A role without the verb opens nothing,
 * a role with the verb and no rule of its own opens every row, several rules are alternatives.
 */
export function rowCondition(model: ObjectModel, roles: readonly Role[], verb: Verb = 'read'): Condition | undefined {
  const holding = isInScope(model.name, roles, verb) ? model.access.verbs[verb].filter((role) => roles.includes(role)) : [];
  const rules = holding.map((role) => model.access.rows[role]);
  if (!holding.length) return { not: {} };
  const given = rules.filter((rule): rule is Condition => rule !== undefined);
  if (given.length < rules.length) return undefined;
  return given.length === 1 ? given[0] : { anyOf: given };
}

function holds(allowed: readonly Role[] | undefined, roles: readonly Role[]): boolean {
  return !allowed || roles.includes(administrator) || allowed.some((role) => roles.includes(role));
}

function select(fields: FieldModel[], test: (field: FieldModel) => boolean): FieldModel[] {
  return fields.filter(test).map((field) => (field.fields ? { ...field, fields: select(field.fields, test) } : field));
}
