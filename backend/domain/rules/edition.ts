/** Options with a `version` belong to one edition of a campaign; 999 to every one. Server and form share it. Pure. */
import type { FieldModel, JsonValue, ObjectModel, Row } from '#codegen/model.ts';
import type { Problem } from '#domain/problem.ts';

export const everyEdition = 999;

/** The reference to a campaign in objects that have fields with editioned options; undefined for the others. */
export function campaignField(model: ObjectModel): string | undefined {
  if (!editioned(model).length) return undefined;
  return model.fields.find((field) => field.kind === 'reference' && field.relation?.to === 'campaign')?.name;
}

/** Fields whose options differ by edition. */
export function editioned(model: ObjectModel): FieldModel[] {
  return model.fields.filter((field) => field.options?.some((option) => option.version !== undefined && option.version !== everyEdition));
}

/** The field's option values that an edition has; a campaign without an edition has them all. */
export function optionsOf(field: FieldModel, edition: number | null): (string | number)[] {
  return (field.options ?? [])
    .filter(({ version }) => edition === null || version === undefined || version === everyEdition || version === edition)
    .map(({ value }) => (typeof value === 'boolean' ? String(value) : value));
}

/** Values, among the named fields, that the campaign's edition does not have. */
export function editionProblems(model: ObjectModel, row: Row, names: readonly string[], campaign: Row): Problem[] {
  const edition = typeof campaign.edition === 'number' ? campaign.edition : null;
  const problems: Problem[] = [];
  for (const field of editioned(model)) {
    if (!names.includes(field.name)) continue;
    const open: JsonValue[] = optionsOf(field, edition);
    const value = row[field.name];
    const chosen = Array.isArray(value) ? value : value === undefined || value === field.unset ? [] : [value];
    const known = new Set((field.options ?? []).map((option) => option.value));
    // What is no option at all, the schema has told already.
    if (chosen.some((one) => known.has(one as string) && !open.includes(one))) problems.push({ path: field.name, code: 'rule.edition' });
  }
  return problems;
}
