/** Checks a request for a batch: every value has its type, nothing is unknown. */

import type { Lang } from '#codegen/model.ts';
import { isObject } from '#rules/records/record.ts';
import { inAll, languages } from '#rules/words/language.ts';
import { type Problem, Refusal } from '#rules/words/problem.ts';
import { type BatchValues, goesToJurors, isMailKind, type MailKind, type Whom } from '../rules/bulk-mail.ts';
import type { TemplateText } from '../rules/mail-template.ts';
import { sidesOf } from '../rules/mail-template.ts';

export interface BatchOrder {
  campaign: string;
  kind: MailKind;
  whom: Whom;
  text: TemplateText & Record<Lang, { subject: string; body: string }>;
  values: BatchValues;
  /** also to people who already had a mail of the kind */
  again: boolean;
}

/** The same limits as the campaign's own texts: characters of a subject, of a body, of a value. */
const longest = { subject: 200, body: 8_000, value: 500 } as const;
const mostIds = 5_000;

/** @throws Refusal msg.badrequest for another form, msg.invalid with fields for values that are too long or unknown */
export function readOrder(payload: unknown): BatchOrder {
  if (!isObject(payload)) throw new Refusal('msg.badrequest');
  const problems = unknownKeys(payload, ['campaign', 'kind', 'whom', 'text', 'values', 'again'], '');
  if (!isMailKind(payload.kind)) throw new Refusal('msg.invalid', { fields: [{ path: 'kind', code: 'field.option' }] });
  if (typeof payload.campaign !== 'string') throw new Refusal('msg.notfound');
  const text = readText(payload.text, 'text', problems);
  const order: BatchOrder = {
    campaign: payload.campaign,
    kind: payload.kind,
    whom: readWhom(payload.whom, payload.kind, problems),
    text: { ...text, ...sidesOf(text) },
    values: readValues(payload.values, problems),
    again: payload.again === true,
  };
  if (problems.length) throw new Refusal('msg.invalid', { fields: problems });
  return order;
}

/** Four texts; a missing one is empty. */
export function readText(value: unknown, at: string, problems: Problem[]): TemplateText {
  const text: TemplateText = { subjectTw: '', bodyTw: '', subjectEn: '', bodyEn: '' };
  if (value === undefined) return text;
  if (!isObject(value)) throw new Refusal('msg.badrequest', { values: { field: at } });
  problems.push(...unknownKeys(value, Object.keys(text), `${at}/`));
  for (const key of Object.keys(text) as (keyof TemplateText)[])
    text[key] = readString(value[key], `${at}/${key}`, key.startsWith('subject') ? longest.subject : longest.body, problems); // the keys are those of the literal above
  return text;
}

/** The values that are typed for a whole batch: `{when: {tw, en}, place: {tw, en}}`. */
export function readValues(value: unknown, problems: Problem[]): BatchValues {
  const values: BatchValues = { when: inAll({}), place: inAll({}) };
  if (value === undefined) return values;
  if (!isObject(value)) throw new Refusal('msg.badrequest', { values: { field: 'values' } });
  problems.push(...unknownKeys(value, Object.keys(values), 'values/'));
  for (const name of ['when', 'place'] as const) {
    const given = value[name];
    if (given === undefined) continue;
    if (!isObject(given)) throw new Refusal('msg.badrequest', { values: { field: name } });
    for (const lang of languages) values[name][lang] = readString(given[lang], `values/${name}/${lang}`, longest.value, problems);
  }
  return values;
}

/** @throws Refusal msg.badrequest */
export function readWhom(value: unknown, kind: MailKind, problems: Problem[]): Whom {
  if (value === undefined) return {};
  if (!isObject(value)) throw new Refusal('msg.badrequest', { values: { field: 'whom' } });
  const lists = goesToJurors(kind) ? (['ids', 'programs'] as const) : (['ids', 'states', 'decisions', 'programs'] as const);
  problems.push(...unknownKeys(value, [...lists, ...(goesToJurors(kind) ? ['unfinished'] : [])], 'whom/'));
  const whom: Whom = {};
  for (const name of lists) {
    const given = value[name];
    if (given === undefined) continue;
    const isList = Array.isArray(given) && given.length <= mostIds && given.every((entry) => typeof entry === 'string' && entry.length <= 64);
    if (isList)
      whom[name] = given as string[]; // checked one line above
    else problems.push({ path: `whom/${name}`, code: 'field.type' });
  }
  if (value.unfinished === true) whom.unfinished = true;
  return whom;
}

function readString(value: unknown, path: string, most: number, problems: Problem[]): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') problems.push({ path, code: 'field.type' });
  else if (value.length > most) problems.push({ path, code: 'field.long', values: { limit: most } });
  else return value;
  return '';
}

function unknownKeys(value: object, known: readonly string[], at: string): Problem[] {
  return Object.keys(value)
    .filter((key) => !known.includes(key))
    .map((key) => ({ path: `${at}${key}`, code: 'field.unknown' }));
}
