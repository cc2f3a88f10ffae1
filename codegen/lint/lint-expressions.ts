/** Rules about expressions: each can be read, what it names is there, it gives what is wanted of it, and formulas do not go round in a circle. */
import { administrator } from '#rules/accounts/actor.ts';
import { circleOf, type Formula, formulasOf } from '#rules/expressions/formulas.ts';
import type { Sort } from '#rules/expressions/functions.ts';
import { linksOf } from '#rules/expressions/outside.ts';
import { readsOf, touches } from '#rules/expressions/reads.ts';
import { type Allowed, type Fault, said, sortOf, sortOfField, suits } from '#rules/expressions/sorts.ts';
import { fieldsAlong } from '#rules/queries/filter.ts';
import { readExpression, Unreadable } from '../describe/parse-expression.ts';
import type { Expression, FieldKind, FieldModel, ObjectModel, RowRule } from '../model.ts';
import type { Finding, Lintable } from './finding.ts';
import { suggestion } from './nearest.ts';
import { stampNames } from './vocabulary.ts';

/** Kinds of one value, which an expression can give. */
const fillable: readonly FieldKind[] = ['integer', 'decimal', 'number', 'string', 'text', 'boolean', 'date', 'datetime', 'select'];

export function lintExpressions(it: Lintable): void {
  const { fields } = it.entry.model;
  everyField(fields, [], (field, at, self) => {
    formula(it, field, at, self);
    initial(it, field, at);
  });
  for (const [index, one] of (it.entry.model.rules ?? []).entries()) rule(it, one, index);
  const circle = circleOf(fields);
  if (circle) it.report(circle[0] ?? '', 'x-formula', `the formulas form a circle: ${circle.join(' → ')}`, 'one of them should do without the next');
  const wide = circle ? undefined : wideCircle(it);
  if (wide)
    it.report(wide[0] ?? '', 'x-formula', `formulas of several objects go round in a circle: ${wide.join(' → ')}`, 'one of them should do without the next');
  for (const one of formulasOf(fields)) guarded(it, one);
}

function existingModel(it: Lintable, object: string): ObjectModel | undefined {
  const model = object === it.entry.model.name ? it.entry.model : it.others.get(object)?.model;
  return model?.entity.virtual ? undefined : model;
}

/** A way from a formula of this object over other objects back to itself: 'order.total → payment.amount → order.total'. */
function wideCircle(it: Lintable): string[] | undefined {
  const own = it.entry.model;
  const next = ({ name, fields }: ObjectModel, path: string): [ObjectModel, string][] => {
    const one = formulasOf(fields).find(({ at, field }) => [...at, field.name].join('.') === path);
    if (!one) return [];
    const inside = formulasOf(fields).flatMap(({ at, field }): [ObjectModel, string][] => {
      const other = [...at, field.name].join('.');
      return [...readsOf(one.tree, one.at.join('.'))].some((read) => touches(read, other)) ? [[{ ...own, name, fields }, other]] : [];
    });
    const outside = linksOf(one.tree, one.at.join('.'), fields).flatMap((link): [ObjectModel, string][] => {
      const model = existingModel(it, link.object);
      if (!model) return [];
      return formulasOf(model.fields).flatMap(({ at, field }): [ObjectModel, string][] =>
        link.names.has(at[0] ?? field.name) ? [[model, [...at, field.name].join('.')]] : [],
      );
    });
    return [...inside, ...outside];
  };
  for (const { at, field } of formulasOf(own.fields)) {
    const begin = [...at, field.name].join('.');
    const seen = new Set<string>();
    const ways: { model: ObjectModel; path: string; way: string[] }[] = [{ model: own, path: begin, way: [`${own.name}.${begin}`] }];
    for (let one = ways.pop(); one; one = ways.pop())
      for (const [model, path] of next(one.model, one.path)) {
        const said = `${model.name}.${path}`;
        if (said === `${own.name}.${begin}`) return [...one.way, said];
        if (!seen.has(said)) ways.push({ model, path, way: [...one.way, said] });
        seen.add(said);
      }
  }
  return undefined;
}

function everyField(
  fields: readonly FieldModel[],
  at: readonly string[],
  visit: (field: FieldModel, at: readonly string[], self: readonly FieldModel[]) => void,
): void {
  for (const field of fields) {
    visit(field, at, fields);
    if (field.fields) everyField(field.fields, [...at, field.name], visit);
  }
}

function formula(it: Lintable, field: FieldModel, at: readonly string[], self: readonly FieldModel[]): void {
  const { model } = it.entry;
  const path = [...at, field.name].join('.');
  const tell = (wrong: string, should: string): void => it.report(path, 'x-formula', wrong, should);
  if (!field.formula) return;
  if (!fillable.includes(field.kind)) tell(`a field of the kind ${field.kind} has no formula`, `it should be ${fillable.join(', ')}`);
  if (field.computed !== undefined) tell('the field has x-computed as well', 'one of them should be left out');
  if (!at.length && (field.name === model.entity.key || model.naming?.field === field.name || stampNames.includes(field.name)))
    tell('the server gives this field its value', 'another field should have the formula');
  if (!at.length && !field.column) tell('the field is stored nowhere', '"x-db" should not say "store": false');
  const wanted = sortOfField(field).sort;
  expression(
    it,
    path,
    'x-formula',
    field.formula,
    { self, record: model.fields, around: [], others: (object) => existingModel(it, object)?.fields, object: model.name },
    wanted === 'row' ? 'any' : (wanted as Sort),
  ); // no field is 'empty'
}

function initial(it: Lintable, field: FieldModel, at: readonly string[]): void {
  const { fields } = it.entry.model;
  const path = [...at, field.name].join('.');
  if (!field.initial) return;
  const tell = (wrong: string, should: string): void => it.report(path, 'x-default', wrong, should);
  if (at.length) tell('only a field of the object itself can begin with what an expression gives', 'it should be "default"');
  if (![...fillable, 'reference'].includes(field.kind))
    tell(`a field of the kind ${field.kind} cannot begin with what an expression gives`, 'it should be "default"');
  if (field.readOnly) tell('the field is not written by anybody', 'one of them should be left out');
  const wanted = sortOfField(field).sort;
  expression(it, path, 'x-default', field.initial, { self: fields, record: fields, around: ['now', 'me'] }, wanted === 'row' ? 'any' : (wanted as Sort)); // no field is 'empty'
}

function rule(it: Lintable, one: RowRule, index: number): void {
  const { fields, rules = [] } = it.entry.model;
  const where = `of the rule "${one.name}": `;
  const tell = (part: string, wrong: string, should: string): void => it.report('', 'x-rules', where + wrong, should, 'error', [index, part]);
  if (rules.findIndex(({ name }) => name === one.name) < index) tell('name', 'it is there twice', 'each should have a name of its own');
  if (!fieldsAlong(fields, one.field))
    tell(
      'field',
      `there is no field "${one.field}"`,
      suggestion(
        one.field.split('.')[0] ?? '',
        fields.map(({ name }) => name),
      ),
    );
  const allowed: Allowed = { self: fields, record: fields, around: ['now'] };
  expression(it, '', 'x-rules', one.rule, allowed, 'flag', { where, at: [index, 'rule'] });
  if (one.when) expression(it, '', 'x-rules', one.when, allowed, 'flag', { where, at: [index, 'when'] });
}

/** Says what is wrong with an expression that shall give `wanted`; `where` stands before it, `at` is its place in the keyword. */
export function expression(
  it: Lintable,
  path: string,
  keyword: string,
  { text, tree }: Expression,
  allowed: Allowed,
  wanted: Sort,
  { where = '', at }: { where?: string; at?: Finding['at'] } = {},
): void {
  const tell = ({ wrong, should, name, known }: Fault): void =>
    it.report(path, keyword, `${where}${wrong}`, name !== undefined && known ? suggestion(name, known) : (should ?? 'it should be another one'), 'error', at);
  if (!tree) {
    try {
      readExpression(text);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      tell({ wrong: error.message, should: error.should });
    }
    return;
  }
  const { given, faults } = sortOf(tree, allowed);
  for (const fault of faults) tell(fault);
  if (!faults.length && !suits(given, [wanted]))
    tell({ wrong: `it gives ${said(given)}`, should: `it should give ${said(wanted === 'list' ? { sort: 'any' } : { sort: wanted })}` });
}

/** What is made of a field that not everybody reads is not for everybody either. */
function guarded(it: Lintable, { at, field, tree }: Formula): void {
  const path = [...at, field.name].join('.');
  const open = fieldsAlong(it.entry.model.fields, path)?.find(({ access }) => access?.read)?.access?.read;
  for (const { object, names } of linksOf(tree, at.join('.'), it.entry.model.fields)) {
    const other = existingModel(it, object);
    if (!other) continue;
    const closed = other.fields.filter(({ name, access }) => names.has(name) && access?.read).map(({ access }) => access?.read ?? []);
    const may = [other.access.verbs.read, ...closed].reduce((all, some) => all.filter((role) => some.includes(role)));
    const roles = open ?? it.entry.model.access.verbs.read;
    if (!roles.every((role) => may.includes(role) || role === administrator))
      it.report(
        path,
        'x-formula',
        `it shows "${object}" to roles that may not read it`,
        `the field should have "x-access": { "read": ${JSON.stringify(may)} }`,
      );
  }
  for (const read of readsOf(tree, at.join('.'))) {
    const closed = read && fieldsAlong(it.entry.model.fields, read)?.find(({ access }) => access?.read);
    const roles = closed ? (closed.access?.read ?? []) : undefined;
    if (roles && !open?.every((role) => roles.includes(role)))
      it.report(
        path,
        'x-formula',
        `it shows "${read}" to roles that may not read it`,
        `the field should have "x-access": { "read": ${JSON.stringify(roles)} }`,
      );
  }
}
