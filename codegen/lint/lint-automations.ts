/** Rule: what an automation names is there and suits: its date or states, the fields that it asks, sets and fills, the people of its mails. */
import { kinds } from '#kinds/index.ts';
import { accountObject, staff } from '#rules/accounts/realm.ts';
import type { Sort } from '#rules/expressions/functions.ts';
import { sortOfField } from '#rules/expressions/sorts.ts';
import { fieldsAlong } from '#rules/records/filter.ts';
import type { Automation, AutomationStep, Expression, FieldModel, ObjectModel } from '../model.ts';
import type { Lintable } from './finding.ts';
import { expression } from './lint-expressions.ts';
import { suggestion } from './nearest.ts';
import { stampNames } from './vocabulary.ts';

type Tell = (wrong: string, should: string) => void;

export function lintAutomations(it: Lintable): void {
  const { fields, automations = [] } = it.entry.model;
  for (const [index, one] of automations.entries()) {
    const tell: Tell = (wrong, should) => it.report('', 'x-on', `of the automation "${one.name}": ${wrong}`, should);
    if (automations.findIndex(({ name }) => name === one.name) < index) tell('it is there twice', 'each should have a name of its own');
    if (it.entry.model.entity.virtual) tell('the object has no table, so nothing happens to its rows', 'it should be left out');
    moment(it, one, tell);
    if (one.condition)
      expression(it, '', 'x-on', one.condition, { self: fields, record: fields, around: ['now'] }, 'flag', `of the automation "${one.name}": `);
    for (const step of one.steps) doing(it, one, step, tell);
  }
}

function moment(it: Lintable, { when }: Automation, tell: Tell): void {
  const { fields, workflow } = it.entry.model;
  if (when.is === 'changed') for (const name of when.fields) named(fields, name, tell);
  if (when.is === 'at') {
    const field = named(fields, when.field, tell)?.at(-1);
    if (field && kinds[field.kind].input !== 'date' && kinds[field.kind].instant !== true)
      tell(`"${when.field}" is no date`, 'it should be a field of the format date or date-time');
    if (when.field.includes('.')) tell(`"${when.field}" lies where no index finds it`, 'it should be a date in a field of its own');
  }
  if (when.is !== 'moved') return;
  if (!workflow) {
    tell('the object has no workflow', '"when" should be "changed", or the object should have "x-workflow"');
    return;
  }
  const states: readonly string[] = workflow.states.map(({ value: code }) => String(code));
  for (const state of [when.from, when.to]) if (state !== undefined && !states.includes(state)) tell(`there is no state "${state}"`, suggestion(state, states));
}

function doing(it: Lintable, one: Automation, step: AutomationStep, tell: Tell): void {
  const { model } = it.entry;
  if (step.do === 'mail') {
    for (const role of step.roles) if (it.roles && !it.roles.has(role)) tell(`there is no role "${role}"`, suggestion(role, it.roles));
    for (const path of step.fields) {
      const field = named(model.fields, path, tell)?.at(-1);
      if (field && field.format !== 'email' && field.relation?.to !== accountObject(staff) && field.name !== 'update_by')
        tell(`"${path}" is nobody's address`, 'it should be a field of the format email, an account of staff or a role such as "[op]"');
    }
    for (const text of [...Object.values(step.subject), ...Object.values(step.text)])
      for (const [, path = ''] of text.matchAll(/\{([^{}]+)\}/g)) {
        const along = named(model.fields, path, tell);
        if (along?.some(({ writeOnly }) => writeOnly)) tell(`"${path}" is never read by anybody`, 'it should be another field');
      }
    return;
  }
  if (step.do === 'webhook') return;
  const target = step.do === 'set' ? model : otherModel(it, step.object);
  if (!target) {
    if (step.do === 'create')
      tell(
        `there is no object "${step.object}"`,
        suggestion(
          step.object,
          [...it.others.values()].map((entry) => entry.model.name),
        ),
      );
    return;
  }
  if (step.do === 'set' && one.when.is === 'deleted') tell('a row that is deleted has nothing to set', '"do" should be a mail, a webhook or "create"');
  for (const [name, said] of Object.entries(step.values)) value(it, one, target, name, said, tell);
}

/** What a field is given by an expression of the row that it happened to. */
function value(it: Lintable, one: Automation, target: ObjectModel, name: string, said: Expression, tell: Tell): void {
  const { fields } = it.entry.model;
  const field = named(target.fields, name, tell)?.at(0);
  if (!field) return;
  const wanted = sortOfField(field).sort;
  if (stampNames.includes(name) || field.formula || field.computed !== undefined || target.naming?.field === name)
    tell(`the server gives "${name}" its value`, 'it should be another field');
  else if (wanted === 'row' || wanted === 'list' || wanted === 'any')
    tell(`a field of the kind ${field.kind} is not given by an expression`, 'it should be a field of one value');
  else {
    const allowed = { self: fields, record: fields, around: ['now' as const] };
    expression(it, '', 'x-on', said, allowed, field.kind === 'reference' ? 'any' : (wanted as Sort), `of the automation "${one.name}", "${name}": `); // no field is 'empty'
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
