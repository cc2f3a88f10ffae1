/**
 * Finds the problems of an enrolment with the server's compiled validator and rules, as if it were submitted now. Problems come in the order of the
 * pages. Pure.
 */

import { applicantPaths, type CampaignTerms, inOrder, isUnasked, lastInstant, missingOf, withoutDoubles } from '#application/enrolment/rules/enrolment.ts';
import type { ObjectModel, Row } from '#codegen/model.ts';
import { shapeOf } from '#kinds/index.ts';
import { completeRow } from '#rules/records/record.ts';
import { type RawError, toProblems } from '#rules/records/validation.ts';
import type { Problem } from '#rules/words/problem.ts';
import { asSubmitted, type Conditions, type FieldStates, fieldStatesOf } from './field-states.ts';

/** The module whose address GET /api/site/form gives as `validator`. */
export interface Validator {
  validate: (record: unknown) => RawError[];
  conditions: Conditions;
}

export interface Form {
  model: ObjectModel;
  validator: Validator;
  terms: CampaignTerms;
  /** names it, as `form` of an enrolment's facts does */
  mark: string;
}

/** All problems that prevent a submission at the instant ('YYYY-MM-DD hh:mm:ss' UTC), at most one for each path. */
export function problemsOf(values: Row, { model, validator, terms }: Form, now = lastInstant): Problem[] {
  const known = Object.fromEntries(Object.entries(values).filter(([name]) => model.fields.some((field) => field.name === name)));
  const record = completeRow(asSubmitted(known), model.fields);
  const open = applicantPaths(model);
  const isOpen = ({ path }: Problem) => !isUnasked(path, values, terms, now) && open.some((field) => path === field || path.startsWith(`${field}/`));
  const bySchema = toProblems(validator.validate(record), record, model).filter(isOpen);
  return inOrder(withoutDoubles([...missingOf(values, terms, model, now), ...bySchema]));
}

/** The paths that are required while nothing is filled in, except choices that others depend on: the form marks them as required. */
export function requiredPaths(values: Row, form: Form, demanded: ReadonlySet<string>, now = lastInstant): Set<string> {
  const choices = Object.fromEntries(
    form.model.fields.filter((field) => field.options && shapeOf(field) === 'values').map(({ name }) => [name, values[name] ?? []]),
  );
  const bare = missingOf(choices, form.terms, undefined, now).filter(isMissing);
  const always = missingOf({}, form.terms, undefined, now).filter(isMissing);
  return new Set([...demanded, ...bare.map(({ path }) => path), ...always.map(({ path }) => path)].filter((path) => path !== ''));
}

/** The states of the fields, with what the campaign asks. */
export function statesOf(values: Row, { model, validator, terms }: Form, now: string): FieldStates {
  return fieldStatesOf(model.fields, validator.conditions, values, (path) => isUnasked(path, values, terms, now));
}

/** The problems of one field, including those of its parts and rows. */
export function problemsAt(problems: readonly Problem[], path: string): Problem[] {
  return problems.filter((problem) => problem.path === path || problem.path.startsWith(`${path}/`));
}

/** True when the field is only empty. The message is then a gentle one, because a draft need not be complete. */
export function isMissing(problem: Problem): boolean {
  return problem.code === 'field.required' || problem.code === 'field.items';
}

/** Number of characters as a person counts them: a rare character is one, though it has two UTF-16 units. */
export function lengthOf(text: string): number {
  return [...text].length;
}
