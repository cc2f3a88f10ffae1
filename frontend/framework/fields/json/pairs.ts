/** Objects whose keys are chosen: their pairs, what belongs behind a key, what is wrong with one, and all of it in words. Pure. */
import { textIn } from '#client/text.ts';
import type { FieldModel, JsonValue, Lang, Pairs, Row } from '#codegen/model.ts';
import { fieldOf, fits } from '#rules/records/pairs.ts';
import { isEmpty, isObject } from '#rules/records/record.ts';
import { labelled, language } from '#rules/words/language.ts';
import { showOption } from '../show.ts';

/** What is wrong with the key at this place of them; its words are `form.pairs.{…}`. */
export function wrongKey(pairs: Pairs, keys: readonly string[], index: number): 'blank' | 'twice' | 'wrong' | undefined {
  const key = keys[index] ?? '';
  if (key === '') return 'blank';
  if (keys.indexOf(key) < index || pairs.fields?.some(({ name }) => name === key)) return 'twice';
  const { pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY, options } = pairs.keys ?? {};
  const length = [...key].length;
  const isAllowed = (pattern === undefined || fits(pattern, key)) && length >= minLength && length <= maxLength && (options?.includes(key) ?? true);
  return isAllowed && fieldOf(pairs, key) ? undefined : 'wrong';
}

/** As the form has them: pairs that have no key yet, and keys that stand twice, included. */
export function pairsIn(pairs: Pairs, value: JsonValue | undefined): Row[] {
  return Object.entries(isObject(value) ? value : {}).flatMap(([key, inner]) =>
    pairs.fields?.some(({ name }) => name === key) ? [] : [{ key, value: inner }],
  );
}

/** The object that they make, behind the fields that it has beside them; of a key that stands twice the first counts. */
export function objectOf(pairs: Pairs, rows: readonly Row[], value: JsonValue | undefined): Row {
  const fixed = Object.entries(isObject(value) ? value : {}).filter(([key]) => pairs.fields?.some(({ name }) => name === key));
  const own = new Map<string, JsonValue>();
  for (const { key, value: inner = null } of rows) if (typeof key === 'string' && key !== '' && !own.has(key)) own.set(key, inner);
  return Object.fromEntries([...fixed, ...own]);
}

/** A member of an object: what says nothing and need not is left out, for nobody fills up what is stored as JSON. */
export function withMember(object: Row, field: FieldModel, value: JsonValue): Row {
  const { [field.name]: _before, ...rest } = object;
  return field.required || value === false || !isEmpty(field, value) ? { ...object, [field.name]: value } : rest;
}

/** Has the value the shape that the box of its field shows? Everything else is shown as JSON. */
export function isShown(field: FieldModel, value: JsonValue | undefined): boolean {
  if (value === undefined || value === null) return true;
  switch (field.kind) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'integer':
    case 'number':
    case 'decimal':
      return typeof value === 'number';
    case 'tags':
      return Array.isArray(value) && value.every((item) => typeof item === 'string');
    case 'object':
    case 'json':
      return isObject(value);
    case 'select':
      return field.options?.some((option) => option.value === value) ?? false;
    default:
      return typeof value === 'string';
  }
}

/** 'key: value, key: value'; what is no object of pairs as JSON. */
export function wordsOf(field: FieldModel, value: JsonValue, { lang }: { lang: Lang }): string {
  const { pairs } = field;
  if (!pairs || !isObject(value)) return JSON.stringify(value);
  return Object.entries(value)
    .map(([key, inner]) => {
      const own = pairs.fields?.find(({ name }) => name === key);
      return labelled(own ? textIn(own.label, lang) : key, inWords(own ?? fieldOf(pairs, key), inner, lang), lang);
    })
    .join(language[lang].list);
}

function inWords(field: FieldModel | undefined, value: JsonValue, lang: Lang): string {
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(language[lang].list);
  if (!isObject(value)) return field?.options ? showOption(field, value, lang) : typeof value === 'object' ? JSON.stringify(value) : String(value);
  if (field?.pairs) return `(${wordsOf(field, value, { lang })})`;
  const members = Object.entries(value).map(([name, inner]) => {
    const member = field?.fields?.find((one) => one.name === name);
    return labelled(textIn(member?.label, lang) || name, inWords(member, inner, lang), lang);
  });
  return `(${members.join(language[lang].semicolon)})`;
}
