/** Is a row, as it would be stored, a good one? The schema's validator, the object's rules, references and row rules, asked in this order. */

import type { FieldModel, ObjectModel, Row } from '#codegen/model.ts';
import { missingReferences } from '#framework/data/rows/references.ts';
import { stampOf } from '#framework/time.ts';
import { kinds } from '#kinds/index.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { rowCondition } from '#rules/accounts/permission.ts';
import { rulesOf } from '#rules/application.ts';
import { rowProblems } from '#rules/expressions/rules.ts';
import { meetsCondition } from '#rules/records/condition.ts';
import { initialState, transitionTo } from '#rules/records/workflow.ts';
import { madeOnce } from '#rules/values/made-once.ts';
import { type Problem, Refusal } from '#rules/words/problem.ts';
import { checkFiles } from './check-files.ts';
import { checkStyles } from './check-styles.ts';
import { type RecordTools, refuseProblems } from './record-tools.ts';

export interface Decision {
  model: ObjectModel;
  actor: Actor;
  next: Row;
  /** the stored row; undefined for a new one */
  previous: Row | undefined;
  /** the fields that are new or changed */
  names: readonly string[];
  /** problems found so far, reported together with those found here */
  problems: Problem[];
  now: Date;
  /** fields whose dead references the database refuses, see dead-references */
  keyed?: ReadonlySet<string>;
}

/** @throws Refusal with every problem of the row at once */
export async function decideRecord(tools: RecordTools, decision: Decision): Promise<void> {
  const { model, actor, next, previous, names, now } = decision;
  const problems = [...decision.problems];
  const unchanged = secretFields(model).filter((name) => previous !== undefined && !names.includes(name));
  const found = await schemaProblems(tools, model, next, unchanged);
  problems.push(...found.filter((problem) => !isKnown(problem, problems)));
  problems.push(...stateProblems(decision));
  const rules = rulesOf(model.name);
  problems.push(...(rules.draft?.(next, previous, stampOf(now)) ?? []), ...(rules.save?.(next, previous, actor, stampOf(now)) ?? []));
  problems.push(...(await checkStyles(model, next, names)));
  const find = (object: string) => tools.registry.get(object)?.model;
  if (!problems.length) problems.push(...(await missingReferences(tools.db, find, model, next, names, decision.keyed)));
  if (!problems.length) problems.push(...(await checkFiles(tools, actor, { model, next, previous, names })));
  refuseProblems(problems);
  const verb = previous ? 'update' : 'create';
  // A row may not be changed so that its writer could not reach it.
  if (!meetsCondition(rowCondition(model, actor.roles, verb), next, model)) throw new Refusal('msg.forbidden', { values: { object: model.name, verb } });
}

/** What the schema says of a row, its rules among it, in which these secrets, usually all, are stored already: a password that stays is a hash, which the rules for typed ones do not measure. */
export async function schemaProblems(
  { registry, now }: Pick<RecordTools, 'registry' | 'now'>,
  model: ObjectModel,
  row: Row,
  stored: readonly string[] = secretFields(model),
): Promise<Problem[]> {
  const hashed = new Set(stored);
  const { validate } = await registry.validator(model.name);
  return rowProblems(validate(withStandIns(row, hashed)), row, model, stampOf(now())).filter(({ path }) => !hashed.has(path));
}

/** Names of the fields whose stored value is a hash. */
export const secretFields = madeOnce((model: ObjectModel): readonly string[] =>
  model.fields.filter((field) => kinds[field.kind].secret).map((field) => field.name),
);

/** Fields that are not stored (E17) are checked, and then dropped. */
export function isStored(field: FieldModel): boolean {
  return field.column !== undefined || field.child !== undefined;
}

function withStandIns(row: Row, secrets: ReadonlySet<string>): Row {
  if (!secrets.size) return row;
  return { ...row, ...Object.fromEntries([...secrets].map((name) => [name, 'unchanged'])) };
}

function isKnown(problem: Problem, problems: Problem[]): boolean {
  return problems.some((known) => known.path === problem.path || problem.path.startsWith(`${known.path}/`));
}

/** A state is reached by a transition only: who may take it and what it requires stand in x-workflow. */
function stateProblems({ model, actor, next, previous }: Decision): Problem[] {
  const field = model.workflow?.field;
  if (!field) return [];
  const [from, to] = [previous?.[field], next[field]];
  if (!previous) return to === initialState(model) ? [] : [{ path: field, code: 'field.option' }];
  if (from === to) return [];
  const step = transitionTo(model, actor.roles, String(from), String(to));
  return step && meetsCondition(step.requires, next, model) ? [] : [{ path: field, code: 'field.option' }];
}
