/** Can enrolment open? Every list of the form has to have something to choose from in the campaign's edition. Pure. */
import { applicantPaths } from '#application/enrolment/rules/enrolment.ts';
import type { FieldModel, ObjectModel, Row, Text } from '#codegen/model.ts';
import { editionOf, everyEdition, hasEditions, namedEditions, serves } from '#rules/records/edition.ts';
import type { Load } from '#rules/records/facts.ts';
import { inEach, language } from '#rules/words/language.ts';
import type { Problem } from '#rules/words/problem.ts';
import { fieldAt } from '#rules/words/wording.ts';

/** A list of the enrolment form, as one edition has it. */
export interface ListInEdition {
  field: string;
  label: Text;
  /** editions that it names options for, this one among them where one of its own serves it */
  editions: number[];
  /** how many can be chosen in this edition */
  open: number;
}

/** The lists of the form that applicants choose from: of the film, of director and producer, those of one edition or of all. */
export function listsOf(model: ObjectModel | undefined, edition: number | null): ListInEdition[] {
  const fields = model ? applicantPaths(model).map((path): [string, FieldModel | undefined] => [path, fieldAt(model.fields, path)]) : [];
  return fields.flatMap(([path, field]) => {
    const options = field?.options;
    if (!field || !options) return [];
    const offered = options.filter(({ deprecated }) => !deprecated);
    const editions = options.filter(hasEditions).flatMap(namedEditions);
    if (edition !== null && offered.some((option) => hasEditions(option) && serves(option, edition))) editions.push(edition);
    const named = [...new Set(editions)].filter((one) => one !== everyEdition);
    return [{ field: path, label: field.label, editions: named, open: offered.filter((option) => serves(option, edition)).length }];
  });
}

/** Lists without anything to choose, as people call them; undefined where there are none. */
export function emptyLists(model: ObjectModel | undefined, edition: number | null): Text | undefined {
  const empty = listsOf(model, edition).filter(({ open }) => open === 0);
  return empty.length ? namesOf(empty) : undefined;
}

export function namesOf(lists: readonly Pick<ListInEdition, 'label'>[]): Text {
  return inEach((lang) => lists.map(({ label }) => label[lang]).join(language[lang].list));
}

/** A campaign is given an opening, or another edition, only while every list has an option: no visitor meets a question that has no answer. */
export async function openingRule(load: Load, next: Row, previous: Row | undefined): Promise<Problem[]> {
  const changed = (['cStart', 'cEnd', 'edition'] as const).filter((name) => (next[name] ?? null) !== (previous?.[name] ?? null));
  if (!changed.length || !next.cStart) return [];
  const fields = emptyLists(load.model('enrolment'), editionOf(next));
  return fields ? [{ path: changed.includes('edition') ? 'edition' : (changed[0] ?? ''), code: 'rule.nooptions', values: { fields } }] : [];
}
