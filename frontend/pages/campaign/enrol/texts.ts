/** The words of the enrolment's pages in the visitor's language. */
import type { FieldModel, Lang } from '#codegen/model.ts';
import { fill, type Problem, type Values } from '#domain/problem.ts';
import { pageLang } from '../facts.ts';

export type EnrolTexts = typeof import('#locales/tw/site-enrol.json');

// A page stays in its language: the other one's words are never fetched.
const texts: EnrolTexts = pageLang() === 'en' ? (await import('#locales/en/site-enrol.json')).default : (await import('#locales/tw/site-enrol.json')).default;

export function enrolTexts(): EnrolTexts {
  return texts;
}

export { fill };

/** A problem of a field in words that help; `more` adds values such as the kinds of a file field. */
export function wordsOf(problem: Problem, field: FieldModel | undefined, lang: Lang, more: Values = {}): string {
  const { wrong } = texts;
  const values: Values = { label: field?.label[lang] ?? '', ...problem.values, ...more };
  const template = wrong[templateOf(problem, field)] ?? wrong['field.invalid'];
  return fill(template, values);
}

type Wording = keyof EnrolTexts['wrong'];

/** What is missing is asked for by the way it is given: chosen, ticked, uploaded, or written. */
function templateOf({ code }: Problem, field: FieldModel | undefined): Wording {
  if (code === 'field.required' || code === 'field.items') {
    if (field?.kind === 'select' || field?.kind === 'multiselect') return 'chooseRequired';
    if (field?.kind === 'boolean') return 'tickRequired';
    if (field?.kind === 'files') return 'fileRequired';
  }
  return code in texts.wrong ? (code as Wording) : 'field.invalid'; // just looked up
}
