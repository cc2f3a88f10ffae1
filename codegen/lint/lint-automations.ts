/** Rule: what an automation names is there and suits: its date or states, the fields that it asks, sets and fills, the people of its mails, what an earlier step made. */
import { kinds } from '#kinds/index.ts';
import { accountObject, staff } from '#rules/accounts/realm.ts';
import type { Sort } from '#rules/expressions/functions.ts';
import { readsOf } from '#rules/expressions/reads.ts';
import { type Allowed, sortOfField } from '#rules/expressions/sorts.ts';
import { fieldsAlong } from '#rules/queries/filter.ts';
import type { Automation, AutomationStep, Expression, FieldModel, ObjectModel } from '../model.ts';
import type { Finding, Lintable } from './finding.ts';
import { expression } from './lint-expressions.ts';
import { suggestion } from './nearest.ts';
import { stampNames } from './vocabulary.ts';

type At = NonNullable<Finding['at']>;
type Tell = (wrong: string, should: string, ...more: At) => void;
type Names = ReadonlyMap<string, readonly FieldModel[]>;

/** What a name of a made record would hide. */
const taken: readonly string[] = ['self', 'record', 'old', 'true', 'false', 'null', 'in'];

export function lintAutomations(it: Lintable): void {
  const { fields, automations = [] } = it.entry.model;
  for (const [index, one] of automations.entries()) {
    const tell: Tell = (wrong, should, ...at) => it.report('', 'x-on', `of the automation "${one.name}": ${wrong}`, should, 'error', [index, ...at]);
    if (automations.findIndex(({ name }) => name === one.name) < index) tell('it is there twice', 'each should have a name of its own', 'name');
    if (it.entry.model.entity.virtual && one.when.is !== 'every')
      tell('the object has no table, so nothing happens to its rows', 'it should be left out', 'when');
    moment(it, one, tell);
    const own = one.when.is === 'every' ? [] : fields;
    if (one.condition) {
      const names: Names = one.when.is === 'changed' || one.when.is === 'moved' ? new Map([['old', fields]]) : new Map();
      const allowed: Allowed = { self: own, record: own, around: ['now'], names };
      expression(it, '', 'x-on', one.condition, allowed, 'flag', { where: `of the automation "${one.name}": `, at: [index, 'if'] });
    }
    const made = new Map<string, readonly FieldModel[]>();
    for (const [place, step] of one.steps.entries()) {
      doing(it, { one, index, place, own, made }, step, (wrong, should, ...at) => tell(wrong, should, 'do', place, ...at));
      if (step.do !== 'create' || step.as === undefined) continue;
      const target = otherModel(it, step.object);
      if (taken.includes(step.as) || fields.some(({ name }) => name === step.as) || made.has(step.as))
        tell(`"${step.as}" is the name of something else`, 'it should be another name', 'do', place, 'create', 'as');
      else if (target) made.set(step.as, target.fields);
    }
  }
}

function moment(it: Lintable, { when }: Automation, tell: Tell): void {
  const { fields, workflow } = it.entry.model;
  if (when.is === 'changed') for (const name of when.fields) named(fields, name, (...said) => tell(...said, 'fields'));
  if (when.is === 'every' && when.every !== 'day' && when.on === undefined)
    tell(`it does not say on which day of the ${when.every}`, 'it should say "on"', 'when', 'on');
  if (when.is === 'every' && when.on !== undefined && when.on > { day: 0, week: 7, month: 31 }[when.every])
    tell(`a ${when.every} has no day ${when.on}`, when.every === 'week' ? 'it should be 1 (Monday) to 7' : 'it should be left out', 'when', 'on');
  if (when.is === 'at') {
    const field = named(fields, when.field, (...said) => tell(...said, 'when'))?.at(-1);
    if (field && kinds[field.kind].input !== 'date' && kinds[field.kind].instant !== true)
      tell(`"${when.field}" is not a date`, 'it should be a field of the format date or date-time', 'when');
    if (when.field.includes('.'))
      tell(`"${when.field}" is inside another field, where no index reaches it`, 'it should be a date in a field of its own', 'when');
  }
  if (when.is !== 'moved') return;
  if (!workflow) {
    tell('the object has no workflow', '"when" should be "changed", or the object should have "x-workflow"', 'when');
    return;
  }
  const states: readonly string[] = workflow.states.map(({ value: code }) => String(code));
  for (const part of ['from', 'to'] as const) {
    const state = when[part];
    if (state !== undefined && !states.includes(state)) tell(`there is no state "${state}"`, suggestion(state, states), part);
  }
}

interface Place {
  one: Automation;
  index: number;
  place: number;
  /** fields of the row that it happened to; none where it is by the clock */
  own: readonly FieldModel[];
  /** what earlier steps made, by name */
  made: Names;
}

function doing(it: Lintable, at: Place, step: AutomationStep, tell: Tell): void {
  const { one, own, made } = at;
  if (step.do === 'mail') {
    for (const role of step.roles) if (it.roles && !it.roles.has(role)) tell(`there is no role "${role}"`, suggestion(role, it.roles), 'mail', 'to');
    for (const path of step.fields) {
      const field = named(own, path, (...said) => tell(...said, 'mail', 'to'))?.at(-1);
      if (field && field.format !== 'email' && field.relation?.to !== accountObject(staff) && field.name !== 'update_by')
        tell(`"${path}" is not anybody's address`, 'it should be a field of the format email, an account of staff or a role such as "[op]"', 'mail', 'to');
    }
    for (const word of ['subject', 'text'] as const)
      for (const text of Object.values(step[word]))
        for (const [, path = ''] of text.matchAll(/\{([^{}]+)\}/g)) {
          const [first = '', ...rest] = path.split('.');
          const other = rest.length ? made.get(first) : undefined;
          const along = named(other ?? own, other ? rest.join('.') : path, (...said) => tell(...said, 'mail', word));
          if (along?.some(({ writeOnly }) => writeOnly)) tell(`nobody may ever read "${path}"`, 'it should be another field', 'mail', word);
        }
    return;
  }
  if (step.do === 'webhook') return;
  const target = step.do === 'set' ? it.entry.model : otherModel(it, step.object);
  if (!target) {
    if (step.do === 'create')
      tell(
        `there is no object "${step.object}"`,
        suggestion(
          step.object,
          [...it.others.values()].map((entry) => entry.model.name),
        ),
        'create',
        'object',
      );
    return;
  }
  if (step.do === 'set' && one.when.is === 'deleted')
    tell('a row that was deleted has no fields to set', '"do" should be a mail, a webhook or "create"', 'set');
  if (step.do === 'set' && one.when.is === 'every')
    tell('at a time of the clock there is no row to set', '"do" should be a mail, a webhook or "create"', 'set');
  const inside: At = step.do === 'set' ? ['set'] : ['create', 'values'];
  for (const [name, said] of Object.entries(step.values)) value(it, at, target, name, said, inside, (wrong, should) => tell(wrong, should, ...inside, name));
}

/** What a field is given by an expression of the row that it happened to. */
function value(it: Lintable, { one, index, place, own, made }: Place, target: ObjectModel, name: string, said: Expression, inside: At, tell: Tell): void {
  const field = named(target.fields, name, tell)?.at(0);
  if (!field) return;
  const wanted = sortOfField(field).sort;
  if (stampNames.includes(name) || field.formula || field.computed !== undefined || target.naming?.field === name)
    tell(`the server gives "${name}" its value`, 'it should be another field');
  else if (wanted === 'row' || wanted === 'list' || wanted === 'any')
    tell(`a field of the kind ${field.kind} cannot be set by an expression`, 'it should be a field with one value');
  else if (said.tree && !own.some(({ name: field }) => field === 'old') && [...readsOf(said.tree, '')].some((path) => path.split('.')[0] === 'old'))
    tell('only "if" knows what the row was before', 'it should be asked there');
  else {
    const allowed: Allowed = { self: own, record: own, around: ['now'], names: made };
    const where = { where: `of the automation "${one.name}", "${name}": `, at: [index, 'do', place, ...inside, name] };
    expression(it, '', 'x-on', said, allowed, field.kind === 'reference' ? 'any' : (wanted as Sort), where); // no field is 'empty'
  }
}

function otherModel(it: Lintable, object: string): ObjectModel | undefined {
  const model = object === it.entry.model.name ? it.entry.model : it.others.get(object)?.model;
  return model?.entity.virtual ? undefined : model;
}

function named(fields: readonly FieldModel[], path: string, tell: Tell): FieldModel[] | undefined {
  const found = fieldsAlong(fields, path);
  if (!found)
    tell(
      `there is no field "${path}"`,
      suggestion(
        path.split('.')[0] ?? path,
        fields.map(({ name }) => name),
      ),
    );
  return found;
}
