/** An enrolment as text: for the read-only view, for the two versions of a conflict, and for copying when it cannot be sent any more. Pure. */

import { stepsOf } from '#application/enrolment/rules/enrolment.ts';
import type { FieldModel, JsonValue, Lang, ObjectModel, Row } from '#codegen/model.ts';
import { shapeOf } from '#kinds/index.ts';
import { valueAtPath } from '#rules/records/field-changes.ts';
import { isObject } from '#rules/records/record.ts';
import { splitPhone } from '#rules/values/phone.ts';
import { labelled, language } from '#rules/words/language.ts';
import { labelOf } from './options.ts';
import { groupsOf, isBlank } from './values.ts';

export interface Words {
  yes: string;
  no: string;
}

/** One value as text; '' for an empty one. Files by name, options by label, a phone with its prefix. */
export function wordsOfValue(field: FieldModel, value: JsonValue | undefined, lang: Lang, { yes, no }: Words): string {
  if (shapeOf(field) === 'flag') return value === true ? yes : no;
  if (value === undefined || isBlank(field, value)) return '';
  if (field.options && Array.isArray(value)) return value.map((entry) => labelOf(field, entry, lang)).join(language[lang].list);
  if (field.options) return labelOf(field, value, lang);
  if (field.format === 'phone') return phoneText(String(value));
  if (Array.isArray(value))
    return value.map((entry) => (isObject(entry) ? String(entry.fileName ?? entry.name ?? '') : String(entry))).join(language[lang].list);
  return typeof value === 'object' ? '' : String(value);
}

function phoneText(stored: string): string {
  const { number } = splitPhone(stored);
  const prefix = stored.slice(stored.indexOf('+'), stored.length - number.length);
  return `${prefix} ${number}`.trim();
}

/** An enrolment, or the part of it that could not be saved, as a text file: the label and value of each field that is in it, under the headings of the steps. */
export function textOf(values: Row, model: ObjectModel, lang: Lang, headings: Record<string, string>, words: Words): string {
  const blocks = stepsOf(model).map(({ name, fields }) => {
    const lines = groupsOf(fields, model).flatMap(({ owner, places }) =>
      places.flatMap((place) => {
        const value = valueAtPath(values, place.path);
        const text = value === undefined ? '' : wordsOfValue(place.field, value, lang, words);
        if (text === '') return [];
        const label = owner ? labelled(owner.label[lang], place.field.label[lang], lang) : place.field.label[lang];
        return [text.includes('\n') || text.length > 60 ? `${label}\n${text}\n` : labelled(label, text, lang)];
      }),
    );
    return lines.length ? [`== ${headings[name] ?? name} ==`, ...lines].join('\n') : '';
  });
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}
