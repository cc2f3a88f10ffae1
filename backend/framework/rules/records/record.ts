/**
 * A record of any object: trimmed, with defaults, compared field by field (specification section 5, V30, V41; C07). Server and browser share it, so that
 * "changed" means the same on both sides. Pure.
 */

import type { FieldModel, JsonValue, Lang, ObjectModel, Row } from '#codegen/model.ts';
import { kinds, shapeOf } from '#kinds/index.ts';
import { isOfNumbers } from '#kinds/select.ts';
import { isOneLine } from '#kinds/string.ts';
import { normalAddress } from '#rules/mail.ts';
import { copyOf, isEqual } from '#rules/values/json-value.ts';
import { madeOnce } from '#rules/values/made-once.ts';
import { rootOf, stepsOf } from './field-path.ts';

/** V42: how a duplicate key is reported: of an account (an address and a password) that the account exists, of everything else that its id does. */
export function takenKey(model: ObjectModel | undefined): 'msg.exists' | 'field.exists' {
  const fields = model?.fields ?? [];
  return fields.some(({ kind }) => kinds[kind].secret) && fields.some(({ format }) => format === 'email') ? 'msg.exists' : 'field.exists';
}

/** Written by the server at every save: never part of a comparison or a payload. */
export const stamps: readonly string[] = ['ver', 'create_at', 'update_at', 'update_by'];

/** Is the field's value an array? */
export function isArrayField(field: FieldModel): boolean {
  const shape = shapeOf(field);
  return shape === 'values' || shape === 'entries';
}

/** Is the field's value a number (or null)? A select of numbers counts. */
export function isNumberField(field: FieldModel): boolean {
  const shape = shapeOf(field);
  return shape === 'number' || (shape === 'choice' && isOfNumbers(field));
}

/** Is it shown to nobody? */
export function isSecret(field: FieldModel): boolean {
  return field.writeOnly || kinds[field.kind].secret === true;
}

/** Is it a text that has to be given and may be given empty? Whether it was is asked by `missingTexts`. */
export function mayBeBlank(field: FieldModel): boolean {
  return field.required && field.minLength === 0 && shapeOf(field) === 'text';
}

/** A rate: stored as a fraction of one, read and typed as percent. */
export function isPercent(field: FieldModel): boolean {
  return field.display === 'percent' && kinds[field.kind].rate === true;
}

/** The value that means "nothing" for a field: '' for text, null for numbers, '-' (or x-unset) for a select, [] and {} (decision 002). */
export function emptyOf(field: FieldModel): JsonValue {
  return kinds[field.kind].empty(field);
}

/** Does the value say nothing? null, missing, '', the unset value of a select, an empty array, an object of nothing but empties. */
export function isEmpty(field: FieldModel, value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || value === '') return true;
  const shape = shapeOf(field);
  if (shape === 'flag') return value === false;
  if (typeof value !== 'object' && shape !== 'any' && shape !== 'object') return value === emptyOf(field);
  return canonical(field, value) === canonical(field, undefined);
}

/** A new record: every field's default, nested objects included. The rows of lists begin empty. */
export function defaultsOf(model: ObjectModel): Row {
  return defaultRow(model.fields);
}

/** A new row of a field list (an object's, a nested object's, a list's entry). */
export function defaultRow(fields: FieldModel[]): Row {
  const row: Row = { ...blankRow(fields) };
  for (const field of fields) row[field.name] = defaultOf(field);
  return row;
}

function defaultOf(field: FieldModel): JsonValue {
  const declared = field.default;
  if (shapeOf(field) !== 'object') return declared === undefined ? emptyOf(field) : copyOf(declared);
  const fields = field.fields ?? [];
  if (isObject(declared) && Object.keys(declared).length) return completeRow(copyOf(declared) as Row, fields); // a copy of an object is one
  return mayBeAbsent(field) ? {} : defaultRow(fields);
}

/** An optional object with required parts is whole or `{}`: its defaults alone would already ask for the rest. */
function mayBeAbsent(field: FieldModel): boolean {
  return !field.required && (field.fields ?? []).some((inner) => inner.required);
}

/** V30 trims every string, nested ones too, rids it of signs that cannot be seen, and turns null into the field's empty value. Passwords and JSON stay as typed. */
export function trimRow(row: Row, fields: FieldModel[]): Row {
  // A copy, in which '__proto__' is a key like any other, to be refused as unknown; and an object that grew key by key is slow from then on.
  const trimmed: Row = { ...row };
  for (const name of Object.keys(row)) {
    const field = fieldNamed(fields, name);
    if (field) trimmed[name] = trimValue(field, row[name]);
  }
  return trimmed;
}

const byName = madeOnce((fields: readonly FieldModel[]) => new Map(fields.map((field) => [field.name, field])));

/** The field of that name among those of an object, a nested object or a list's rows: looked up, for there may be sixty of them. */
export function fieldNamed(fields: readonly FieldModel[], name: string): FieldModel | undefined {
  return byName(fields).get(name);
}

function trimValue(field: FieldModel, value: JsonValue | undefined): JsonValue {
  if (value === null || value === undefined) return emptyOf(field);
  if (kinds[field.kind].verbatim) return value;
  if (typeof value === 'string' && field.column?.type === 'numericKey') return value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
  if (typeof value === 'number' && field.setOnce && field.name === 'id' && field.column?.type === 'string') return String(value);
  // An address that identifies a row is stored in the form in which addresses are compared, so that capitals make no second one.
  if (typeof value === 'string') return field.column?.unique && field.format === 'email' ? normalAddress(value) : tidied(value, isOneLine(field));
  if (Array.isArray(value)) return value.map((entry) => trimEntry(field, entry));
  return isObject(value) && field.fields ? trimRow(value, field.fields) : value;
}

/** Breaks and other signs that cannot be seen, as they come out of sheets, PDFs and programs for texts, are a space in one line; several lines keep their breaks. NUL stays, to be refused. */
function tidied(text: string, isLine: boolean): string {
  if (!/[\p{Cc}\u2028\u2029]/u.test(text) || text.includes('\0')) return text.trim();
  const clean = isLine ? text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ') : text.replace(/[\v\f\u0085]/g, '\n').replace(/(?![\t\n\r])\p{Cc}/gu, ' ');
  return clean.trim();
}

function trimEntry(field: FieldModel, entry: JsonValue): JsonValue {
  if (typeof entry === 'string') return tidied(entry, true);
  return isObject(entry) && field.fields ? trimRow(entry, field.fields) : entry;
}

/** Trimmed and complete: what is missing gets its default, in nested objects and in the rows of lists too (V30, V41). */
export function completeRow(row: Row, fields: FieldModel[]): Row {
  return filledRow(trimRow(row, fields), fields);
}

/** A copy of a trimmed row with all of its fields, what is none of them too: it stays to be refused. */
export function filledRow(row: Row, fields: FieldModel[]): Row {
  const whole: Row = { ...blankRow(fields), ...row };
  for (const field of fields) whole[field.name] = filledValue(field, ownValue(row, field.name));
  return whole;
}

/** All keys of a row: of a copy of it the keys stay where they are, and so it is quick to write to, to read and to copy again. */
const blankRow = madeOnce((fields: readonly FieldModel[]): Row => Object.fromEntries(fields.map(({ name }) => [name, null])));

function filledValue(field: FieldModel, value: JsonValue | undefined): JsonValue {
  if (value === undefined) return defaultOf(field);
  const inner = field.fields;
  if (inner && Array.isArray(value)) return value.map((entry) => (isObject(entry) ? filledRow(entry, inner) : entry));
  if (!inner || !isObject(value)) return value;
  // Off is an answer where the answer is demanded, and so is the empty text where it is one.
  const isAnswered = inner.some((part) => part.required && (shapeOf(part) === 'flag' || mayBeBlank(part)) && ownValue(value, part.name) !== undefined);
  const whole = filledRow(value, inner);
  // What is not of the field stays to be refused.
  if (isAnswered || !mayBeAbsent(field) || Object.keys(whole).length !== inner.length) return whole;
  return inner.every((part) => isEmpty(part, whole[part.name]) || sameValue(part, whole[part.name], defaultOf(part))) ? {} : whole;
}

/** Are two values of a field the same, with null, missing and empty alike (decision 002)? */
export function sameValue(field: FieldModel, a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return isEqual(a, b) || canonical(field, a) === canonical(field, b);
}

/** Names of the fields, among those given, whose values differ. Stamps and fields stored nowhere (E17) never count. */
export function differences(before: Row, after: Row, fields: FieldModel[]): string[] {
  return fields.filter((field) => isStored(field) && !sameValue(field, ownValue(before, field.name), ownValue(after, field.name))).map((field) => field.name);
}

/** C07: the fields of `after` that a save has to send; {} when nothing changed (K08). Fields that only the server writes are left out. */
export function changedFields(before: Row, after: Row, model: ObjectModel): Row {
  const changed: Row = {};
  const writable = model.fields.filter((field) => !field.readOnly);
  for (const name of differences(before, after, writable)) {
    const field = model.fields.find((candidate) => candidate.name === name);
    if (field) changed[name] = after[name] ?? emptyOf(field);
  }
  return changed;
}

/** A row with a patch of changed fields laid over it, trimmed (V30) and complete where it changes something; what the patch does not name stays. */
export function mergeRow(current: Row, patch: Row, model: ObjectModel): Row {
  const merged: Row = { ...current };
  for (const [name, value] of Object.entries(trimRow(patch, model.fields))) {
    const field = fieldNamed(model.fields, name);
    if (!field) merged[name] = value;
    else if (!sameValue(field, ownValue(current, name), value)) merged[name] = filledValue(field, value);
  }
  return merged;
}

export interface Conflict {
  field: string;
  base: JsonValue;
  mine: JsonValue;
  theirs: JsonValue;
}

/** K05: the fields that both sides changed since `base`, and differently. */
export function conflicts(base: Row, mine: Row, theirs: Row, model: ObjectModel): Conflict[] {
  return mergeThreeWays(base, mine, theirs, model).conflicts;
}

/** Theirs, with the fields that only my side changed, and the conflicts that a person has to decide (with their value until then). */
export function mergeThreeWays(base: Row, mine: Row, theirs: Row, model: ObjectModel): { merged: Row; conflicts: Conflict[] } {
  const merged: Row = { ...theirs };
  const found: Conflict[] = [];
  for (const field of model.fields) {
    if (!isStored(field) || field.readOnly) continue;
    const name = field.name;
    const [old, my, their] = [ownValue(base, name), ownValue(mine, name), ownValue(theirs, name)];
    if (sameValue(field, old, my) || sameValue(field, my, their)) continue;
    if (sameValue(field, old, their)) merged[name] = my ?? emptyOf(field);
    else found.push({ field: name, base: old ?? emptyOf(field), mine: my ?? emptyOf(field), theirs: their ?? emptyOf(field) });
  }
  return { merged, conflicts: found };
}

/** A row's name by the object's x-titleTemplate, '{cname} {ename}', in a language where it has one of its own, nothing said twice; its id where that comes out empty. */
export function titleOf(row: Row, model: ObjectModel, lang?: Lang): string {
  const own = lang && model.titles?.[lang];
  for (const template of [...(own === undefined ? [] : [own]), model.titleTemplate]) {
    const said = new Set<string>();
    const filled = template.replace(/\{([^{}]+)\}/g, (_whole, path: string) => {
      const value = plain(valueAt(row, path));
      return said.size < said.add(value).size ? value : '';
    });
    const title = filled.replace(/\s+/g, ' ').trim();
    if (title) return title;
  }
  return plain(row[model.entity.key]);
}

/** Do people know the object's ids? Not those that the server makes up. */
export function isSaidId(model: ObjectModel): boolean {
  return model.fields.find(({ name }) => name === model.entity.key)?.readOnly !== true;
}

/** Names of the fields that the title is made of in any language (the first part of each path). */
export function titleFields(model: ObjectModel): string[] {
  const templates = [model.titleTemplate, ...Object.values(model.titles ?? {})].join(' ');
  return [...new Set([...templates.matchAll(/\{([^{}]+)\}/g)].map((match) => rootOf(match[1] ?? '')))].filter(Boolean);
}

/** The value at a dotted path ('contract.start'), undefined where the way ends. */
export function valueAt(row: Row, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = row;
  for (const part of stepsOf(path)) {
    if (!isObject(value)) return undefined;
    value = ownValue(value, part);
  }
  return value;
}

/** A row's own value: a field may be called as what every object of JavaScript has ('constructor'). */
export function ownValue(row: Row, name: string): JsonValue | undefined {
  return Object.hasOwn(row, name) ? row[name] : undefined;
}

export function isObject(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function plain(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(plain).filter(Boolean).join(', ');
  return typeof value === 'object' ? '' : String(value);
}

function isStored(field: FieldModel): boolean {
  return !stamps.includes(field.name) && (field.column !== undefined || field.child !== undefined);
}

/** One text for all spellings of a value: keys in model order, empties alike. */
function canonical(field: FieldModel, value: JsonValue | undefined): string {
  return JSON.stringify(normal(field, value));
}

function normal(field: FieldModel, value: JsonValue | undefined): JsonValue {
  const shape = shapeOf(field);
  if (shape === 'any') return sorted(value ?? null);
  if (shape === 'object') return normalFields(field.fields ?? [], isObject(value) ? value : {});
  if (value === undefined || value === null || value === '') return emptyOf(field);
  if (Array.isArray(value)) return value.map((entry) => (isObject(entry) && field.fields ? normalFields(field.fields, entry) : entry));
  return value;
}

function normalFields(fields: FieldModel[], row: Row): JsonValue {
  const known = fields.map((field) => normal(field, ownValue(row, field.name)));
  const extra = Object.keys(row).filter((name) => !fields.some((field) => field.name === name));
  return [known, sorted(Object.fromEntries(extra.map((name) => [name, row[name] as JsonValue])))]; // keys of the row, so never undefined
}

function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.keys(value)
    .sort()
    .map((name) => [name, sorted(value[name] as JsonValue)]); // a key of the object, so never undefined
}

/** The same with one key called otherwise, at its place; without another name the key is left out. */
export function renamedKey<T>(of: Readonly<Record<string, T>>, from: string, to: string | undefined): Record<string, T> {
  return Object.fromEntries(Object.entries(of).flatMap(([key, value]) => (key !== from ? [[key, value]] : to === undefined ? [] : [[to, value]])));
}
