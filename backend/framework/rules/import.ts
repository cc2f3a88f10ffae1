/** A sheet that somebody filled in → payloads of an object's rows: which column is which field, and what a cell says (schema language: import). Pure. */

import type { FieldModel, JsonValue, ObjectModel, Role, Row } from '#codegen/model.ts';
import { momentIn, stampOf } from '#framework/time.ts';
import { isComputed } from './computed.ts';
import { fromPercent } from './decimal.ts';
import { mayWriteField } from './permission.ts';
import type { Problem } from './problem.ts';
import { emptyOf, isNumberField, isPercent } from './record.ts';

/** As a sheet gives it: text, number, yes or no, a day and time; null for nothing. */
export type Cell = string | number | boolean | Date | null;

export interface ImportColumn {
  /** as the first line says it */
  head: string;
  /** '' where the column is left alone */
  field: string;
  /** why it is left alone */
  why?: 'unknown' | 'closed' | 'twice' | 'blank';
}

/** Fields that a sheet may fill in: an import surface, the right to write, and a value that fits a cell. Files and passwords travel another way. */
export function importFields(model: ObjectModel, roles: readonly Role[]): FieldModel[] {
  return model.fields.filter((field) => isOpen(model, field, roles));
}

function isOpen(model: ObjectModel, field: FieldModel, roles: readonly Role[]): boolean {
  if (!field.surfaces.import || isComputed(field) || field.kind === 'files' || field.kind === 'password') return false;
  return field.name === model.entity.key || mayWriteField(field, roles);
}

/** Heads are names of fields or their labels in any language, whatever the case. */
export function columnsOf(heads: readonly Cell[], model: ObjectModel, roles: readonly Role[]): ImportColumn[] {
  const taken = new Set<string>();
  return heads.map((cell) => {
    const head = String(cell ?? '').trim();
    if (head === '') return { head, field: '', why: 'blank' };
    const field = fieldOfHead(model, head);
    if (!field) return { head, field: '', why: 'unknown' };
    if (!isOpen(model, field, roles)) return { head, field: '', why: 'closed' };
    if (taken.has(field.name)) return { head, field: '', why: 'twice' };
    taken.add(field.name);
    return { head, field: field.name };
  });
}

function fieldOfHead(model: ObjectModel, head: string): FieldModel | undefined {
  const wanted = head.toLowerCase();
  const named = model.fields.find(({ name }) => name.toLowerCase() === wanted);
  return named ?? model.fields.find(({ label }) => Object.values(label).some((one) => one.toLowerCase() === wanted));
}

/** One line of the sheet. Empty cells of a new row leave the field's default, of a row that stands they empty the field: hence both payloads. */
export function payloadOf(cells: readonly Cell[], columns: readonly ImportColumn[], model: ObjectModel): { filled: Row; whole: Row; problems: Problem[] } {
  const filled: Row = {};
  const whole: Row = {};
  const problems: Problem[] = [];
  for (const [at, { field: name }] of columns.entries()) {
    const field = model.fields.find((candidate) => candidate.name === name);
    if (!field) continue;
    const cell = cells[at] ?? null;
    if (cell === null || cell === '') {
      whole[name] = emptyOf(field);
      continue;
    }
    const value = cellValue(field, cell);
    if (value === undefined) problems.push({ path: name, code: problemOf(field) });
    else filled[name] = whole[name] = value;
  }
  return { filled, whole, problems };
}

/** How a row that stands is found: by its key, else by the first business key (x-uniques) that the sheet fills in; undefined for a new one. */
export function matchOf(payload: Row, model: ObjectModel): Row | undefined {
  const { key } = model.entity;
  const isFilled = (name: string) => payload[name] !== undefined && payload[name] !== '' && payload[name] !== null;
  if (isFilled(key)) return { [key]: payload[key] as JsonValue }; // filled
  const single = model.fields.filter(({ column }) => column?.unique).map(({ name }) => [name]);
  const unique = [...model.uniques, ...single].find((names) => names.length > 0 && names.every(isFilled));
  return unique && Object.fromEntries(unique.map((name) => [name, payload[name] as JsonValue])); // each is filled
}

/** What the cell says to this field; undefined where it cannot be read. What is readable and wrong is the validator's to refuse. */
export function cellValue(field: FieldModel, cell: Exclude<Cell, null>): JsonValue | undefined {
  if (field.kind === 'boolean') return yesOrNo(cell);
  if (field.kind === 'date' || field.kind === 'time' || field.kind === 'datetime') return moment(field.kind, cell);
  if (field.kind === 'select') return option(field, textOf(cell));
  if (field.kind === 'multiselect') return all(parts(cell).map((part) => option(field, part)));
  if (field.kind === 'tags' || field.kind === 'references') return parts(cell);
  if (field.kind === 'object' || field.kind === 'list' || field.kind === 'json') return json(textOf(cell));
  if (isPercent(field) && /[%％]$/.test(textOf(cell))) return fromPercent(number(textOf(cell).slice(0, -1).trim()));
  return isNumberField(field) ? number(cell) : textOf(cell);
}

function problemOf(field: FieldModel): Problem['code'] {
  if (field.kind === 'date' || field.kind === 'time' || field.kind === 'datetime') return `field.${field.kind}`;
  if (field.kind === 'select' || field.kind === 'multiselect') return 'field.option';
  return isNumberField(field) ? 'field.number' : 'field.invalid';
}

function textOf(cell: Exclude<Cell, null>): string {
  return cell instanceof Date ? stampOf(cell).replace(' 00:00:00', '') : String(cell).trim();
}

function parts(cell: Exclude<Cell, null>): string[] {
  const found = textOf(cell)
    .split(/[;；\n]/)
    .map((part) => part.trim());
  return [...new Set(found.filter(Boolean))];
}

const yes: ReadonlySet<string> = new Set(['true', '1', 'yes', 'y', '是', '✓', 'v']);
const no: ReadonlySet<string> = new Set(['false', '0', 'no', 'n', '否', '✗', 'x', '-']);

function yesOrNo(cell: Exclude<Cell, null>): boolean | undefined {
  const text = textOf(cell).toLowerCase();
  return yes.has(text) ? true : no.has(text) ? false : undefined;
}

/** A code, or its label in any language. */
function option(field: FieldModel, text: string): JsonValue | undefined {
  const wanted = text.toLowerCase();
  const options = field.options ?? [];
  const found =
    options.find(({ value }) => String(value).toLowerCase() === wanted) ??
    options.find(({ label }) => Object.values(label).some((name) => name.toLowerCase() === wanted));
  if (found) return found.value;
  return wanted === String(field.unset ?? '-').toLowerCase() ? emptyOf(field) : undefined;
}

function all(values: (JsonValue | undefined)[]): JsonValue[] | undefined {
  const known = values.filter((value): value is JsonValue => value !== undefined);
  return known.length === values.length ? known : undefined;
}

/** '1,234.5' and '1234.5'. */
function number(cell: Exclude<Cell, null>): number | undefined {
  if (typeof cell === 'number') return cell;
  const text = textOf(cell).replace(/^([-+]?\d{1,3})((?:,\d{3})+)(?=\.|$)/, (_all, head: string, rest: string) => head + rest.replaceAll(',', ''));
  return /^[-+]?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

/** Days as 2026-03-05, 2026/3/5 or a cell of a day; instants in UTC unless they name a zone. */
function moment(kind: 'date' | 'time' | 'datetime', cell: Exclude<Cell, null>): string | undefined {
  if (cell instanceof Date) {
    const stamp = stampOf(cell);
    return kind === 'date' ? stamp.slice(0, 10) : kind === 'time' ? stamp.slice(11) : stamp;
  }
  const text = textOf(cell);
  if (kind === 'time') return /^\d{1,2}:\d{2}(:\d{2})?$/.test(text) ? wholeClock(text) : undefined;
  const found = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]+(\d{1,2}:\d{2}(?::\d{2})?)(?:\.\d+)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/.exec(text);
  if (!found) return undefined;
  const [, year, month, day, clock = '00:00', zone] = found;
  const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const time = wholeClock(clock);
  if (kind === 'date') return date;
  if (!zone || zone === 'Z') return `${date} ${time}`;
  return momentIn(`${date} ${time}${zone}`, zone);
}

/** '9:05' → '09:05:00' */
function wholeClock(text: string): string {
  const [hours = '', minutes = '', seconds = '00'] = text.split(':');
  return `${hours.padStart(2, '0')}:${minutes}:${seconds}`;
}

function json(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue; // what JSON.parse gives is one
  } catch {
    return undefined;
  }
}
