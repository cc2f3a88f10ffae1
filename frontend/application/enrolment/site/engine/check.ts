/** What is wrong with an enrolment: the compiled validator and the rules of the server, asked as of submission, in the order of the pages. Pure. */

import { applicantPaths, type CampaignTerms, inOrder, missingOf, withoutDoubles } from '#application/enrolment/rules/enrolment.ts';
import type { ObjectModel, Row } from '#codegen/model.ts';
import { completeRow } from '#rules/records/record.ts';
import { type RawError, toProblems } from '#rules/records/validation.ts';
import type { Problem } from '#rules/words/problem.ts';
import { asSubmitted, type Conditions } from './field-states.ts';

/** The module at GET /api/site/form's `validator`. */
export interface Validator {
  validate: (record: unknown) => RawError[];
  conditions: Conditions;
}

export interface Form {
  model: ObjectModel;
  validator: Validator;
  terms: CampaignTerms;
}

/** Everything that keeps it from being submitted, one problem a path. */
export function problemsOf(values: Row, { model, validator, terms }: Form): Problem[] {
  const known = Object.fromEntries(Object.entries(values).filter(([name]) => model.fields.some((field) => field.name === name)));
  const record = completeRow(asSubmitted(known), model.fields);
  const open = applicantPaths(model);
  const isOpen = ({ path }: Problem) => open.some((field) => path === field || path.startsWith(`${field}/`));
  const bySchema = toProblems(validator.validate(record), record, model).filter(isOpen);
  return inOrder(withoutDoubles([...missingOf(values, terms, model), ...bySchema]));
}

/** What would be demanded if nothing of it were filled in, the choices apart that others depend on: the marks of the form. */
export function demandedPaths(values: Row, form: Form, demanded: ReadonlySet<string>): Set<string> {
  const choices = Object.fromEntries(form.model.fields.filter((field) => field.kind === 'multiselect').map(({ name }) => [name, values[name] ?? []]));
  const bare = missingOf(choices, form.terms).filter(isMissing);
  const always = missingOf({}, form.terms).filter(isMissing);
  return new Set([...demanded, ...bare.map(({ path }) => path), ...always.map(({ path }) => path)].filter((path) => path !== ''));
}

/** The problems of one field, those of its parts and rows among them. */
export function problemsAt(problems: readonly Problem[], path: string): Problem[] {
  return problems.filter((problem) => problem.path === path || problem.path.startsWith(`${path}/`));
}

/** Is it only that nothing stands there yet? Then it is said gently, for a draft may wait. */
export function isMissing(problem: Problem): boolean {
  return problem.code === 'field.required' || problem.code === 'field.items';
}

/** Characters as a person counts them, not as UTF-16 does: a rare character is one. */
export function lengthOf(text: string): number {
  return [...text].length;
}
