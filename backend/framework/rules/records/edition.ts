/** Options with a `version` belong to one edition, or several, of the row that a record refers to (a fair), 999 to every one, and to all those between `from` and `to`. Server and form share it. Pure. */

import type { FieldModel, JsonValue, ObjectModel, Option, Row } from '#codegen/model.ts';
import { applicationRules } from '#rules/application.ts';
import { madeOnce } from '#rules/values/made-once.ts';
import type { Problem } from '#rules/words/problem.ts';

export const everyEdition = 999;

/** Does the option serve the edition? One without any serves all; of null, or none, all do. */
export function serves({ version, from, to }: Pick<Option, 'version' | 'from' | 'to'>, edition: number | null | undefined): boolean {
  if (edition === null || edition === undefined || (version === undefined && from === undefined && to === undefined)) return true;
  const isWithin = (from !== undefined || to !== undefined) && edition >= (from ?? edition) && edition <= (to ?? edition);
  const named = namedEditions({ version });
  return isWithin || named.includes(everyEdition) || named.includes(edition);
}

/** The editions that it names one by one. */
export function namedEditions({ version }: { version?: number | number[] | undefined }): number[] {
  return version === undefined ? [] : Array.isArray(version) ? version : [version];
}

/** The reference to what has an edition, in objects that have fields with editioned options; undefined for the others. */
export function editionReference(model: ObjectModel): { field: string; object: string } | undefined {
  const object = applicationRules().versions?.object;
  if (object === undefined || !editioned(model).length) return undefined;
  const field = model.fields.find(({ relation }) => relation?.to === object && !relation.many)?.name;
  return field === undefined ? undefined : { field, object };
}

/** The edition of a row that has one; null where none was entered: then every option is open. */
export function editionOf(row: Row): number | null {
  const value = row[applicationRules().versions?.field ?? ''];
  return typeof value === 'number' ? value : null;
}

/** Does it serve some editions and no others? */
export function hasEditions({ version, from, to }: Pick<Option, 'version' | 'from' | 'to'>): boolean {
  const isEvery = namedEditions({ version }).includes(everyEdition);
  return !isEvery && (version !== undefined || from !== undefined || to !== undefined);
}

/** Fields whose options differ by edition. */
export const editioned = madeOnce((model: ObjectModel) => model.fields.filter((field) => field.options?.some(hasEditions)));

/** The field's option values that an edition has; null: all of them. */
export function optionsOf(field: FieldModel, edition: number | null): (string | number)[] {
  return (field.options ?? []).filter((option) => serves(option, edition)).map(({ value }) => (typeof value === 'boolean' ? String(value) : value));
}

/** Values, among the named fields, that the edition of `of` does not have. */
export function editionProblems(model: ObjectModel, row: Row, names: readonly string[], of: Row): Problem[] {
  const edition = editionOf(of);
  const problems: Problem[] = [];
  for (const field of editioned(model)) {
    if (!names.includes(field.name)) continue;
    const open: JsonValue[] = optionsOf(field, edition);
    const value = row[field.name];
    const chosen = Array.isArray(value) ? value : value === undefined || value === field.unset ? [] : [value];
    const known = new Set((field.options ?? []).map((option) => option.value));
    // The schema has already refused what is no option at all.
    if (chosen.some((one) => known.has(one as string) && !open.includes(one))) problems.push({ path: field.name, code: 'rule.edition' });
  }
  return problems;
}
