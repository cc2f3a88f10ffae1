/** The rows that are measured: invented companies and films, as the API would have stored them, and the same again as LOAD DATA reads them. */

import { companyRecipe } from '#backend/demo/recipes/company.ts';
import { filmRecipe } from '#backend/demo/recipes/film.ts';
import type { ObjectEntry, Row } from '#codegen/model.ts';
import type { DatabaseKind, SqlValue } from '#framework/data/engine/connect.ts';
import { encodeRow } from '#framework/data/rows/codec.ts';
import { searchDocument } from '#framework/data/rows/search.ts';
import { generateRows, type Recipe } from '#framework/samples/generate-rows.ts';

export const filmId = (index: number): string => `film-${String(index).padStart(7, '0')}`;
export const companyId = (index: number): string => `co_${String(index).padStart(6, '0')}`;
const seconds = 94_608_000; // three years
const newest = Date.UTC(2026, 5, 1);

export interface Kind {
  entry: ObjectEntry;
  count: number;
  recipe: Recipe;
}

export function companies(entry: ObjectEntry, count: number): Kind {
  return { entry, count, recipe: { ...companyRecipe(), id: keyed(companyRecipe(), companyId) } };
}

export function films(entry: ObjectEntry, count: number, companyCount: number): Kind {
  const some = Array.from({ length: Math.min(companyCount, 5000) }, (_, index) => companyId(Math.floor((index * companyCount) / 5000) + 1));
  return { entry, count, recipe: { ...filmRecipe([...new Set(some)]), id: (_random, index) => filmId(index) } };
}

/** The recipe's own id maker may set the scene for the fields after it, so it is called and its value replaced. */
function keyed(recipe: Recipe, key: (index: number) => string): NonNullable<Recipe[string]> {
  return (random, index, row) => {
    recipe.id?.(random, index, row);
    return key(index);
  };
}

/** Whole rows: what was generated, defaults for the rest, the server's stamps. */
export function* storedRows({ entry, count, recipe }: Kind, start = 1): Generator<Row> {
  const defaults: Row = {};
  for (const field of entry.model.fields) if (field.column) defaults[field.name] = field.default;
  let index = start;
  for (const row of generateRows(entry, { seed: 7, count, start, recipe })) {
    const at = stamp(index);
    index += 1;
    yield { ...defaults, ...row, ver: 1, create_at: at, update_at: at, update_by: 'bench' };
  }
}

/** 'YYYY-MM-DD hh:mm:ss', spread over three years in no order of the ids. */
function stamp(index: number): string {
  return new Date(newest - ((Math.imul(index, 0x9e3779b1) >>> 0) % seconds) * 1000).toISOString().slice(0, 19).replace('T', ' ');
}

/** A row's columns with its search document, as the codec stores them. */
export function columnsOf(entry: ObjectEntry, row: Row, kind: DatabaseKind): { columns: Record<string, SqlValue>; document: string } {
  return { columns: encodeRow(entry.model, row, kind), document: searchDocument(entry.model, row) };
}

/** One line of LOAD DATA's default format. */
export function dataLine(values: readonly SqlValue[]): string {
  let line = '';
  for (const value of values) line += `${line ? '\t' : ''}${value === null ? '\\N' : typeof value === 'string' ? escaped(value) : String(value)}`;
  return `${line}\n`;
}

function escaped(text: string): string {
  return /[\\\t\n\r\0]/.test(text)
    ? text
        .replace(/[\\\t\n]/g, '\\$&')
        .replaceAll('\r', '\\r')
        .replaceAll('\0', '\\0')
    : text;
}
