/** What the cells of an export hold: everything with codes, as an import takes it back, or what a list shows, in the words of a language. */

import type { FieldModel, JsonValue, Lang, Row } from '#codegen/model.ts';
import { homeZone, inZone, isStamp } from '#framework/time.ts';
import { mixedText } from '#kinds/column.ts';
import { kinds, shapeOf } from '#kinds/index.ts';
import { pathOf, stepOf, stepsOf } from '#rules/records/field-path.ts';
import { optionText } from '#rules/records/import.ts';
import { headsOf, zonedText } from '#rules/records/import-columns.ts';
import { isObject, isPercent, valueAt } from '#rules/records/record.ts';
import { flat } from '#rules/values/csv.ts';
import { inLang } from '#rules/words/language.ts';
import type { StreamCell } from './sheet-stream.ts';

export interface ExportColumn {
  /** 'title', or inside an object 'contract.start' */
  path: string;
  head: string;
  field: FieldModel;
}

/** Titles of referenced rows by object and id, as far as the person may read them. */
export type Titles = ReadonlyMap<string, string>;

/** Digits that a spreadsheet's number holds exactly. */
const exactDigits = 15;

/** The chosen columns of fields that leave, in that order; all of them where none are chosen. What cannot be is left out. */
export function exportColumns(fields: FieldModel[], paths: readonly string[] | undefined, lang: Lang | undefined): ExportColumn[] {
  const wanted = paths ?? fields.map(({ name }) => stepOf(name));
  const heads = new Map(lang && headsOf(fields, lang).map((head, at) => [stepOf(fields[at]?.name ?? ''), head]));
  return wanted.flatMap((path) => {
    const field = alongOf(fields, path);
    return field ? [{ path, field, head: lang ? headOf(fields, path, lang, heads) : codesOf(path) }] : [];
  });
}

/** A row as cells; with a language as the list shows it, else as it is stored. */
export function exportCells(row: Row, columns: readonly ExportColumn[], seen: { lang: Lang; titles: Titles } | undefined): StreamCell[] {
  return columns.map(({ path, field }) => {
    const value = valueAt(row, path) ?? null;
    return seen ? seenCell(field, value, seen.lang, seen.titles) : storedCell(field, value);
  });
}

/** Ids that the columns refer to, by object: what `seen` wants titles of. */
export function referredIds(rows: readonly Row[], columns: readonly ExportColumn[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { path, field } of columns) {
    if (!field.relation) continue;
    const ids = found.get(field.relation.to) ?? new Set<string>();
    found.set(field.relation.to, ids);
    for (const row of rows) {
      const value = valueAt(row, path);
      for (const id of Array.isArray(value) ? value : [value]) if (typeof id === 'string' && id) ids.add(id);
    }
  }
  return found;
}

export const titleKey = (object: string, id: string): string => `${object} ${id}`;

/** A cell as comma-separated values write it. */
export function csvValue(cell: StreamCell): JsonValue {
  if (cell === null || typeof cell !== 'object') return cell;
  if ('at' in cell) return cell.at;
  return cell.as === 'percent' ? `${Number((cell.number * 100).toPrecision(exactDigits))}%` : cell.number;
}

/** 'contract.start' as codes say it, whatever signs are in the names. */
export function codesOf(path: string): string {
  return stepsOf(path).join('.');
}

function alongOf(fields: FieldModel[], path: string): FieldModel | undefined {
  let level: FieldModel[] | undefined = fields;
  let found: FieldModel | undefined;
  for (const part of stepsOf(path)) {
    found = level?.find(({ name }) => name === part);
    if (!found) return undefined;
    level = shapeOf(found) === 'object' ? found.fields : undefined;
  }
  return found;
}

function headOf(fields: FieldModel[], path: string, lang: Lang, heads: ReadonlyMap<string, string>): string {
  const parts = stepsOf(path);
  const within = () => parts.map((_, at) => inLang(alongOf(fields, pathOf(parts.slice(0, at + 1)))?.label ?? {}, lang)).join(' › ');
  const head = heads.get(path) ?? within();
  const field = alongOf(fields, path);
  return field && kinds[field.kind].instant ? zonedText(head, homeZone.value) : head;
}

/** As an import takes it back: a value that may be anything says so as JSON. */
function storedCell(field: FieldModel, value: JsonValue): StreamCell {
  return shapeOf(field) === 'any' && value !== null && typeof value !== 'number' ? JSON.stringify(value) : cellOf(field, value);
}

/** Numbers and days as such; what has more digits than a spreadsheet's number stays text. */
function cellOf(field: FieldModel, value: JsonValue): StreamCell {
  if (value === null || value === '') return null;
  if (field.column?.type === 'mixed' && typeof value !== 'object') return mixedText(value);
  if (typeof value === 'boolean') return value;
  if (kinds[field.kind].exact || typeof value === 'number') return numberCell(field, value);
  if (typeof value !== 'string') return flat(value);
  return kinds[field.kind].input === 'date' || kinds[field.kind].instant ? { at: value } : value;
}

function numberCell(field: FieldModel, value: JsonValue): StreamCell {
  const text = String(value);
  const number = Number(text);
  if (!Number.isFinite(number) || text.replace(/\D/g, '').replace(/^0+/, '').length > exactDigits) return text;
  if (isPercent(field)) return { number, as: 'percent' };
  return kinds[field.kind].exact ? { number, as: 'money' } : number;
}

function seenCell(field: FieldModel, value: JsonValue, lang: Lang, titles: Titles): StreamCell {
  if (shapeOf(field) === 'any') return storedCell(field, value);
  if (value === null || value === '') return null;
  const words = (one: JsonValue): string => {
    if (field.relation && typeof one === 'string') return titledKey(titles.get(titleKey(field.relation.to, one)), one);
    const option = field.options?.find(({ value: code }) => code === one);
    return option ? optionText(field, option, lang) : flat(one);
  };
  if (Array.isArray(value) && value.every((one) => !isObject(one) && !Array.isArray(one))) return flat(value.map(words));
  if (field.relation || field.options) return words(value);
  if (kinds[field.kind].instant && typeof value === 'string' && isStamp(value)) return { at: `${inZone(value, homeZone.value)}:${value.slice(17)}` };
  return cellOf(field, value);
}

/** 'Night Walk Television [co_0012]': an import finds the record by what the brackets hold. */
function titledKey(title: string | undefined, id: string): string {
  return title === undefined || title === id ? id : `${title} [${id}]`;
}
