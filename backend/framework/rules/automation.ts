/** Automations (x-on, decision 080): which of an object's are due by a change, what a mail of one says, and what its expressions give. Pure. */
import type { Automation, AutomationStep, Expression, FieldModel, ObjectModel, Row, Text } from '#codegen/model.ts';
import { evaluate } from './expressions/evaluate.ts';
import { fitted } from './expressions/formulas.ts';
import type { Around } from './expressions/functions.ts';
import { readsOf } from './expressions/reads.ts';
import { Place, type Value } from './expressions/value.ts';
import { differences, fieldNamed, valueAt } from './records/record.ts';

/** How often an automation may lead to another: its own changes are changes too. */
export const deepest = 5;
/** ms until a step is tried again, by how often it was tried. */
const waits = [5_000, 30_000, 120_000, 600_000, 1_800_000, 7_200_000] as const;
export const mostTries = waits.length + 1;

/** @returns ms */
export function waitAfterStep(tries: number): number {
  return waits[Math.min(Math.max(tries, 1), waits.length) - 1] ?? 5_000;
}

/** A row that was written; `before` is absent where it is new, `after` where it is gone. */
export interface Happening {
  before: Row | undefined;
  after: Row | undefined;
}

/** The automations that a change sets off; one with a date (`at`) is set off by the clock alone. */
export function dueBy(model: ObjectModel, { before, after }: Happening, around: Around): Automation[] {
  const row = after ?? before;
  if (!row || !model.automations?.length) return [];
  const changed = before && after ? differences(before, after, model.fields) : [];
  const asked = before && after ? { ...around, names: new Map([['old', new Place(before, model.fields)]]) } : around;
  return model.automations.filter((one) => suits(one, model, { before, after }, changed) && holds(one, model, row, asked));
}

/** Places of the earlier steps whose records a step reads, by the names that they go by. */
export function stepsBefore(steps: readonly AutomationStep[], index: number): Map<string, number> {
  const step = steps[index];
  const read = new Set<string>();
  if (step?.do === 'set' || step?.do === 'create')
    for (const { tree } of Object.values(step.values)) for (const path of tree ? readsOf(tree, '') : []) read.add(path.split('.')[0] ?? '');
  if (step?.do === 'mail')
    for (const text of [...Object.values(step.subject), ...Object.values(step.text)])
      for (const [, path = ''] of text.matchAll(place)) read.add(path.split('.')[0] ?? '');
  return new Map(steps.slice(0, index).flatMap((one, at) => (one.do === 'create' && one.as !== undefined && read.has(one.as) ? [[one.as, at]] : [])));
}

function suits({ when }: Automation, { workflow }: ObjectModel, { before, after }: Happening, changed: readonly string[]): boolean {
  switch (when.is) {
    case 'created':
      return !before;
    case 'deleted':
      return !after;
    case 'changed':
      return Boolean(before && after) && (when.fields.length ? when.fields.some((name) => changed.includes(name)) : changed.length > 0);
    case 'moved': {
      if (!workflow || !before || !after || !changed.includes(workflow.field)) return false;
      const [from, to] = [before[workflow.field], after[workflow.field]];
      return (when.from === undefined || when.from === String(from)) && (when.to === undefined || when.to === String(to));
    }
    case 'at':
    case 'every':
      return false;
  }
}

/** Is the condition true of the row? What cannot be worked out is not. */
export function holds({ condition }: Automation, model: ObjectModel, row: Row, around: Around): boolean {
  if (!condition) return true;
  return condition.tree !== undefined && worked(condition, model, row, around).value === true;
}

function worked({ tree }: Expression, { fields }: ObjectModel, row: Row, around: Around): ReturnType<typeof evaluate> {
  const place = new Place(row, fields);
  return tree ? evaluate(tree, place, place, around) : { failure: 'formula.kind' };
}

/** What the expressions give to fields of `target`, as these store it; `failures`: of those that give nothing that fits, by their fields. */
export function valuesOf(
  values: Record<string, Expression>,
  model: ObjectModel,
  row: Row,
  target: readonly FieldModel[],
  around: Around,
): { row: Row; failures: Record<string, string> } {
  const given: { row: Row; failures: Record<string, string> } = { row: {}, failures: {} };
  for (const [name, expression] of Object.entries(values)) {
    const field = fieldNamed(target, name);
    const { value = null, failure } = worked(expression, model, row, around);
    const made = failure || !field ? { failure: failure ?? 'formula.kind' } : fitted(value, field);
    if (made.failure !== undefined) given.failures[name] = made.failure;
    else given.row[name] = made.value;
  }
  return given;
}

const place = /\{([^{}]+)\}/g;

/** A mail's text with the values of the row in its places: '{name}', and of what an earlier step made: '{task.id}'. A list, an object and what is empty leave nothing. */
export function spokenOf(text: Text, row: Row, lang: keyof Text, made: ReadonlyMap<string, Value> = new Map()): string {
  return text[lang].replace(place, (_whole, path: string) => {
    const [first = '', ...rest] = path.split('.');
    const other = rest.length && !Object.hasOwn(row, first) ? made.get(first) : undefined;
    const value = other instanceof Place ? valueAt(other.row, rest.join('.')) : valueAt(row, path);
    return value === null || value === undefined || typeof value === 'object' ? '' : String(value);
  });
}
