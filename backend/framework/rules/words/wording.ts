/**
 * Problems in words: the catalogue's text in a language, with the field's label filled in. Server and browser share it,
 * so a warning reads as the refusal will (specification sections 5 and 8). Pure.
 */

import type { FieldModel, JsonValue, Lang, ObjectModel, Option } from '#codegen/model.ts';
import { nameOf } from '#rules/records/field-path.ts';
import { fill } from '#rules/words/fill.ts';
import { defaultLang, inAll, inEach, inLang, labelled, language } from './language.ts';
import type { Problem, ProblemCode, Values } from './problem.ts';

/** locales/{lang}/messages.json: flat, code → template */
export type Messages = Record<string, string>;

/** The field at a problem's path ('contract/0/start' → start inside contract), or undefined. */
export function fieldAt(fields: FieldModel[], path: string): FieldModel | undefined {
  let found: FieldModel | undefined;
  let level: FieldModel[] | undefined = fields;
  for (const part of path.split('/')) {
    if (/^\d+$/.test(part)) continue;
    found = level?.find((field) => field.name === nameOf(part));
    if (!found) return undefined;
    level = found.fields;
  }
  return found;
}

/** 'Contract 1, start' in the language: the labels along the path, rows counted from one. */
export function labelAt(model: ObjectModel, path: string, lang: Lang): string {
  const labels: string[] = [];
  let level: FieldModel[] | undefined = model.fields;
  let isKey = false;
  for (const part of path.split('/')) {
    if (/^\d+$/.test(part) && !isKey) {
      labels.push(labels.length ? `${labels.pop()} ${Number(part) + 1}` : part);
      continue;
    }
    const field: FieldModel | undefined = level?.find((candidate) => candidate.name === nameOf(part));
    labels.push(field?.label[lang] ?? nameOf(part));
    level = field?.fields;
    isKey = field?.pairs !== undefined;
  }
  return labels.reduceRight((value, label) => labelled(label, value, lang));
}

/** One problem's sentence; without a model the bare path serves as the label. */
export function sentence(problem: Problem, messages: Messages, lang: Lang, model?: ObjectModel): string {
  return text(problem.code, messages, { label: labelOf(problem.path, model, lang), ...problem.values }, lang);
}

/** A problem's field as people call it; the bare path without a model. */
export function labelOf(path: string, model: ObjectModel | undefined, lang: Lang): string {
  return path && model ? labelAt(model, path, lang) : path;
}

/** The catalogue's text of a code; a database error without a message, or one that may not be shown, is 'unknown' in the reader's language (K24). A value with a text for each language is given in this one. */
export function text(code: ProblemCode, messages: Messages, values: Values = {}, lang: Lang = defaultLang): string {
  return fill(messages[code] ?? code, { message: messages['api.unknown'] ?? '', ...spokenIn(values, lang) });
}

/** The values as one language says them. */
export function spokenIn(values: Values, lang: Lang): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(typeof value === 'object' ? inLang(value, lang) : value)]));
}

/** '3 price lists', '3 筆價目表' */
export function countInWords(count: number, model: Pick<ObjectModel, 'label' | 'plural'>, lang: Lang): string {
  const name = inSentence((count === 1 ? model.label : model.plural)[lang], lang);
  return fill(language[lang].count, { count, name });
}

/** What is chosen of a field, one value or several, by its labels: 'Draft, Sent'. A value without an option says itself. */
export function chosenInWords(options: readonly Option[] | undefined, value: JsonValue | undefined, lang: Lang): string {
  const labelOf = (code: JsonValue) => options?.find((option) => option.value === code)?.label[lang] ?? String(code ?? '');
  return [value ?? []].flat().map(labelOf).join(language[lang].list);
}

/** A label inside a sentence of a language that writes labels with a capital: 'Price list' → 'price list', 'PDF' as it is. */
export function inSentence(label: string, lang: Lang): string {
  return language[lang].lowers && /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}

/** What uses a record, for the sentence of a refused deletion in every language; an object that may not be seen goes without its name. */
export function usesInWords(uses: readonly { model: Pick<ObjectModel, 'label' | 'plural'> | undefined; count: number }[]): Values {
  const words = (lang: Lang) => uses.map(({ model, count }) => countInWords(count, model ?? other, lang)).join(language[lang].list);
  return { uses: inEach(words) };
}

/** What may not be named. */
const other = { label: inAll({ tw: '其他資料', en: 'other record' }), plural: inAll({ tw: '其他資料', en: 'other records' }) };
