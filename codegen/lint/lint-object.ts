/** Rules about the object's own keywords: every field, role and column that they name is there, and a big object is asked only what an index answers. */

import { shapeOf } from '#kinds/index.ts';
import { schemaFaces } from '#kinds/schemas.ts';
import { namesIn } from '#rules/queries/filter-names.ts';
import { rootOf } from '#rules/records/field-path.ts';
import { isForeign } from '../load/dialect.ts';
import type { FieldModel } from '../model.ts';
import { asArray, asObject, objects, strings } from '../schema-node.ts';
import type { Finding, Lintable } from './finding.ts';
import { nearest, suggestion } from './nearest.ts';
import { keyLength, verbs } from './vocabulary.ts';

export function lintObject(it: Lintable): void {
  names(it);
  for (const { field, by } of it.entry.model.list.sums ?? []) sum(it, field, by);
  access(it);
  workflow(it);
  hiddenRequired(it);
  former(it);
  counted(it);
  if (it.entry.model.entity.big) indexes(it);
}

/** Every field that a keyword of the object names exists. */
function names({ entry, report }: Lintable): void {
  const { model, schema } = entry;
  const fields = new Map(model.fields.map((field) => [field.name, field]));
  const need = (keyword: string, list: Iterable<string>, at: Finding['at'] = []): void => {
    for (const name of list) {
      if (!fields.has(name))
        report(
          '',
          keyword,
          `there is no field "${name}"`,
          nearest(name, fields.keys()) ? suggestion(name, fields.keys()) : 'it should name a field of this object',
          'error',
          at,
        );
    }
  };
  need('required', strings(schema.required));
  need(
    'x-titleTemplate',
    [...[model.titleTemplate, ...Object.values(model.titles ?? {})].join(' ').matchAll(/\{([^{}]+)\}/g)].map(([, path]) => rootOf(path ?? '')),
  );
  need('x-list', [...model.list.columns, ...model.list.filters, model.list.sort.field].map(rootOf));
  for (const { filter } of [...model.list.quick, ...(model.list.sums ?? [])]) need('x-list', namesIn(filter ?? {}).map(rootOf));
  need(
    'x-list',
    (model.list.sums ?? []).flatMap(({ field, by }) => [field, ...(by ? [by] : [])]),
  );
  for (const [index, { settings }] of (model.views ?? []).entries())
    for (const [word, paths] of [
      ['columns', settings.columns.map(({ path }) => path)],
      ['filter', namesIn(settings.filter)],
      ['sort', settings.sort ? [settings.sort.field] : []],
      ['group', settings.group ? [settings.group.path, ...(settings.group.across ? [settings.group.across.path] : [])] : []],
      ['layout', settings.layout ? [settings.layout.field, ...(settings.layout.until ? [settings.layout.until] : [])] : []],
    ] as const)
      need('x-views', paths.map(rootOf), [index, word]);
  need('x-form', [...model.form.tabs.flatMap(({ sections }) => sections.flatMap((section) => section.fields)), ...model.form.sidebar]);
  need('x-search', model.search.map(rootOf));
  need('x-duplicates', model.duplicates ?? []);
  need('x-indexes', model.indexes.flat());
  need('x-uniques', model.uniques.flat());
  if (model.naming) need('x-naming', [model.naming.field], ['field']);
  if (model.naming && !/\{#+\}/.test(model.naming.pattern))
    report('', 'x-naming', `"${model.naming.pattern}" has no counter`, 'it should have a counter, such as {####}', 'error', ['pattern']);
  const on = model.naming?.on;
  if (on !== undefined && !model.workflow?.states.some(({ value }) => value === on))
    report('', 'x-naming', `"${on}" is not a state of the workflow`, 'it should be one of x-workflow', 'error', ['on']);
  need('x-entity', [model.entity.key]);
  const key = fields.get(model.entity.key);
  if (key && key.column?.type !== 'string' && key.column?.type !== 'numericKey')
    report(key.name, 'type', 'the key is neither a text nor a number', 'it should be a string of at most 64 characters, or an integer or number');
  if ((key?.column?.length ?? 0) > 64) report(model.entity.key, 'maxLength', 'a key has at most 64 characters', 'it should be 64 or less');
  for (const { name, child } of model.fields)
    if ((child?.table.length ?? 0) > keyLength)
      report(name, 'x-child', 'its table has a name of the object and the list that is too long', 'both together should have at most 62 characters', 'warning');
  for (const name of model.search.map(rootOf)) {
    const field = fields.get(name);
    if (field && !schemaFaces[field.kind].searched) report(name, 'x-search', 'only text can be searched', 'it should not be in x-search');
  }
  for (const name of [...model.indexes, ...model.uniques].flat()) {
    const field = fields.get(name);
    if (field && (!field.column || field.column.type === 'json' || field.column.type === 'text'))
      report(name, 'x-indexes', 'it is not a column that can be in an index', 'it should not be in the index');
  }
  for (const field of model.fields) if (field.relation?.copies) need('x-relation', Object.keys(field.relation.copies));
}

/** Only numbers in a column add up, and only one value in a column sets them apart. */
function sum({ entry, report }: Lintable, name: string, by: string | undefined): void {
  const find = (wanted: string | undefined): FieldModel | undefined => entry.model.fields.find((field) => field.name === wanted);
  const [field, group] = [find(name), find(by)];
  if (field && !(field.column && shapeOf(field) === 'number')) report(name, 'x-list', 'only numbers can be added up', 'it should not be in the sums');
  if (group && !(group.column && schemaFaces[group.kind].groups))
    report(group.name, 'x-list', 'sums cannot be grouped by it', '"by" should name a select, a reference or a boolean');
}

/** Rows can be taken over from an object that is gone only: one that has its file keeps them. */
function former({ entry, others, report }: Lintable): void {
  for (const name of entry.model.was ?? []) {
    if (name === entry.model.name) report('', 'x-was', 'it names the object itself', 'it should name what the object was called before');
    else if (others.has(name)) report('', 'x-was', `"${name}" has a file of its own and keeps its rows`, `schemas/${name}.json should be gone`);
  }
}

/** How many members a file from elsewhere wants cannot be told of a record, which carries every field. */
function counted({ loaded, report }: Lintable): void {
  for (const word of ['minProperties', 'maxProperties'])
    if (loaded.schema[word] !== undefined && isForeign(loaded.declared))
      report('', word, 'a record always has all its fields', 'it should say which fields are required');
}

function access({ entry, report, roles }: Lintable): void {
  const hint = asObject(entry.schema['x-access']) ?? {};
  const named = [...Object.keys(hint).filter((key) => key !== 'rows' && key !== 'actions'), ...Object.keys(asObject(hint.rows) ?? {})];
  for (const list of Object.values(asObject(hint.actions) ?? {})) named.push(...strings(list));
  for (const role of named) if (roles && !roles.has(role)) report('', 'x-access', `there is no role "${role}"`, suggestion(role, roles));
  const actions = new Set([...entry.model.actions.map(({ name }) => name), ...(entry.model.workflow?.transitions.map(({ name }) => name) ?? [])]);
  for (const action of Object.keys(asObject(hint.actions) ?? {})) {
    if (!actions.has(action))
      report(
        '',
        'x-access',
        `there is no action "${action}"`,
        actions.size ? suggestion(action, actions) : `it should be declared in x-actions (the verbs, such as list and read, are ${verbs.join(', ')})`,
      );
  }
  for (const action of objects(entry.schema['x-actions'])) {
    for (const role of strings(action.roles)) if (roles && !roles.has(role)) report('', 'x-actions', `there is no role "${role}"`, suggestion(role, roles));
  }
}

function workflow({ entry, report, roles }: Lintable): void {
  const { model, schema } = entry;
  if (!model.workflow) return;
  const field = model.fields.find(({ name }) => name === model.workflow?.field);
  if (!field) {
    report(
      '',
      'x-workflow',
      `there is no field "${model.workflow.field}"`,
      suggestion(
        model.workflow.field,
        model.fields.map(({ name }) => name),
      ),
      'error',
      ['field'],
    );
    return;
  }
  if (shapeOf(field) !== 'choice')
    report(field.name, 'x-workflow', 'the field of a workflow has no options', 'it should have enum, oneOf or x-codes with the states', 'error', ['field']);
  const values = (field.options ?? []).map(({ value }) => String(value));
  const states = model.workflow.states.map(({ value }) => String(value));
  for (const state of states)
    if (values.length > 0 && !values.includes(state))
      report(field.name, 'x-workflow', `"${state}" is not an option of the field`, suggestion(state, values), 'error', ['states']);
  for (const [index, transition] of model.workflow.transitions.entries()) {
    const at = (word: string) => ['transitions', index, word];
    for (const [word, list] of [
      ['from', transition.from],
      ['to', [transition.to]],
    ] as const)
      for (const state of list)
        if (!states.includes(state))
          report(field.name, 'x-workflow', `transition "${transition.name}" names the state "${state}"`, suggestion(state, states), 'error', at(word));
    for (const [said, word] of [
      ['locks', 'locks'],
      ['asks for', 'asks'],
      ['stamps', 'stamps'],
      ['clears', 'clears'],
    ] as const) {
      for (const name of transition[word] ?? []) {
        if (!model.fields.some((candidate) => candidate.name === name))
          report(
            '',
            'x-workflow',
            `transition "${transition.name}" ${said} "${name}", which is not a field`,
            'it should name a field of this object',
            'error',
            at(word),
          );
      }
    }
  }
  for (const [index, transition] of objects(asObject(schema['x-workflow'])?.transitions).entries()) {
    for (const role of strings(transition.roles))
      if (roles && !roles.has(role)) report('', 'x-workflow', `there is no role "${role}"`, suggestion(role, roles), 'error', ['transitions', index, 'roles']);
  }
}

/** A record that no form can make valid. */
function hiddenRequired({ entry, report }: Lintable): void {
  const { model } = entry;
  const shown = new Set([...model.form.tabs.flatMap(({ sections }) => sections.flatMap((section) => section.fields)), ...model.form.sidebar]);
  for (const field of model.fields) {
    if (!field.required || field.readOnly || isFilled(field)) continue;
    if (!shown.has(field.name))
      report(field.name, 'x-form', 'it is required, but no tab of the form shows it', 'x-form should show it, or it should have a default');
    else if (!field.surfaces.create)
      report(
        field.name,
        'x-surfaces',
        'it is required, but hidden where a record is created',
        'x-surfaces should show it on create, or it should have a default',
      );
  }
}

/** It has a default that counts as given. */
function isFilled({ default: value, unset }: FieldModel): boolean {
  return value !== null && value !== '' && value !== unset && !(Array.isArray(value) && value.length === 0);
}

/** Sorting and filtering of a big object where only a scan could answer. */
function indexes({ entry, report }: Lintable): void {
  const { model, schema } = entry;
  const leads = new Set([...model.indexes, ...model.uniques].flatMap(([first]) => first ?? []));
  const hasIndex = (name: string): boolean => {
    const field = model.fields.find((candidate) => candidate.name === name);
    return name === model.entity.key || leads.has(name) || field?.column?.index === true || field?.column?.unique === true;
  };
  const should = 'it should have "x-db": { "index": true } or lead one of x-indexes';
  for (const field of model.fields) {
    if (hasIndex(field.name)) continue;
    for (const surface of ['sort', 'filter'] as const) {
      if (field.surfaces[surface]) report(field.name, 'x-surfaces', `${surface} on a big object without an index`, should);
    }
  }
  const list = asObject(schema['x-list']);
  const named = [
    ...[...strings(asArray(list?.filters)), model.list.sort.field].map(rootOf),
    ...model.list.quick.flatMap(({ filter }) => Object.keys(filter).map((key) => key.split('@')[0] ?? key)),
  ];
  for (const name of named)
    if (name !== 'q' && model.fields.some((field) => field.name === name) && !hasIndex(name))
      report(name, 'x-list', 'lists of a big object filter or sort by it, and it has no index', should);
}
