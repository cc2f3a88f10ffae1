/** The words of the enrolment's pages in the visitor's language. */
import type { FieldModel, Lang } from '#codegen/model.ts';
import { shapeOf } from '#kinds/index.ts';
import type words from '#locales/tw/site-enrol.json';
import { fill } from '#rules/words/fill.ts';
import type { Problem, Values } from '#rules/words/problem.ts';
import { wordsOf as wordsOfPart } from '#screens/site/words.ts';

export type EnrolTexts = typeof words;

export function enrolTexts(): EnrolTexts {
  return wordsOfPart('site-enrol');
}

export { fill };

/** A problem of a field as a helpful sentence; `more` adds values, such as the accepted kinds of a file field. */
export function wordsOf(problem: Problem, field: FieldModel | undefined, lang: Lang, more: Values = {}): string {
  const { wrong } = enrolTexts();
  const values: Values = { label: field?.label[lang] ?? '', ...problem.values, ...more };
  const template = wrong[templateOf(problem, field)] ?? wrong['field.invalid'];
  return fill(template, values);
}

type Wording = keyof EnrolTexts['wrong'];

/** The sentence for an empty field depends on how the field is filled in: choose, tick, upload or write. */
function templateOf({ code }: Problem, field: FieldModel | undefined): Wording {
  if (code === 'field.required' || code === 'field.items') {
    if (field?.options) return 'chooseRequired';
    if (field?.file) return 'fileRequired';
    if (field && shapeOf(field) === 'flag') return 'tickRequired';
  }
  return code in enrolTexts().wrong ? (code as Wording) : 'field.invalid'; // just looked up
}
