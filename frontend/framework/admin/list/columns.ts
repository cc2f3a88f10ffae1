/** Which columns a list shows, and in which order. Pure. */

import type { FieldModel, JsonValue, Lang, ObjectModel, Role, Row, ViewColumn } from '#codegen/model.ts';
import { mayReadField } from '#rules/accounts/permission.ts';
import { rootOf, stepOf, stepsOf } from '#rules/records/field-path.ts';
import { isObject, isSecret, ownValue, titleFields } from '#rules/records/record.ts';
import { fieldAt } from '#rules/words/wording.ts';

export interface Column {
  /** dotted path of the field: 'contract.start' */
  path: string;
  field: FieldModel;
  /** px */
  width?: number;
  pin?: boolean;
}

/** A column as this browser keeps it: with its width and pin, or by its path alone, as it was stored at first. */
export type StoredColumn = string | ViewColumn;

/** What is stored, as a choice. */
export function choiceOf(stored: readonly StoredColumn[] | undefined): ViewColumn[] | undefined {
  return stored?.map((column) => (typeof column === 'string' ? { path: column } : column));
}

/** Every column that can be shown: the schema's own first, then the others that a list may show. */
export function possibleColumns(model: ObjectModel): Column[] {
  const others = model.fields.filter((field) => field.surfaces.list && !isSecret(field)).map((field) => stepOf(field.name));
  return [...new Set([...model.list.columns, ...others])].flatMap((path) => {
    const field = fieldAt(model.fields, path.replaceAll('.', '/'));
    return field ? [{ path, field }] : [];
  });
}

/** The columns to show: the person's choice as far as it still exists, else the schema's; pinned ones first. */
export function shownColumns(model: ObjectModel, chosen: readonly StoredColumn[] | undefined): Column[] {
  const possible = possibleColumns(model);
  const find = (columns: readonly ViewColumn[]) =>
    columns.flatMap((column) => {
      // A choice that was made before a field was renamed is still of that field.
      const found = possible.find(({ path }) => path === column.path) ?? possible.find(({ field }) => field.was?.includes(column.path));
      return found ? [{ ...column, ...found }] : [];
    });
  const own = find(choiceOf(chosen) ?? []);
  if (own.length) return [...own.filter(({ pin }) => pin), ...own.filter(({ pin }) => !pin)];
  const standard = find(model.list.columns.map((path) => ({ path })));
  return standard.length ? standard : possible.slice(0, 6);
}

/** Fields of a row's card on a phone, beside its title. */
const mostOnCard = 3;

/** The columns that a card on a phone shows: what names the row, its state, and the first of the others. */
export function cardColumns(model: ObjectModel, columns: readonly Column[], named: string | undefined): Set<string> {
  const paths = columns.map(({ path }) => path);
  const state = model.workflow?.field;
  const others = paths.filter((path) => path !== named && path !== state);
  return new Set([...paths.filter((path) => path === named), ...others.slice(0, mostOnCard), ...paths.filter((path) => path === state)]);
}

/** px of a pinned column that has no width of its own: the next one's place is known from it. */
const pinnedWidth = 180;

/** Where each column stands that has a width or stays in sight. */
export function placesOf(columns: readonly Column[]): ({ width: number; left?: number } | undefined)[] {
  let left = 0;
  return columns.map(({ width, pin }) => {
    if (!pin) return width === undefined ? undefined : { width };
    const place = { width: width ?? pinnedWidth, left };
    left += place.width;
    return place;
  });
}

/** The column that names the row, in sight while the others scroll: the first one of the title's that people fill in, a number only without one; else the first of all. */
export function namedBy(model: ObjectModel, columns: readonly Column[], lang: Lang): string | undefined {
  const template = model.titles?.[lang] ?? model.titleTemplate;
  const names = [...template.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1]);
  const titled = names.flatMap((name) => columns.find(({ path }) => path === name) ?? []);
  return (titled.find(({ field }) => !field.readOnly) ?? titled[0] ?? columns[0])?.path;
}

/**
 * The column whose cells lead to their rows: the first that does not lead to another object's, so that both can be followed; the first of all where each
 * of them does. Its cells are plain.
 */
export function linkedBy(columns: readonly Column[]): string | undefined {
  const own = columns.find(({ field }) => !field.relation) ?? columns[0];
  return own?.path;
}

/** The fields that a list asks the server for: those of its columns, `more`, and what its rows' titles and colours are made of. */
export function listFields(model: ObjectModel, columns: readonly Column[], roles: readonly Role[], ...more: readonly (string | undefined)[]): string[] {
  const shown = columns.map(({ path }) => rootOf(path));
  const wanted = new Set<string | undefined>([...shown, ...more, ...titleFields(model), ...model.list.rowColor.flatMap(({ when }) => namesIn(when))]);
  return model.fields.filter((field) => wanted.has(field.name) && mayReadField(field, roles)).map((field) => field.name);
}

/** Every field name in a condition, at any depth. */
function namesIn(condition: JsonValue): string[] {
  if (Array.isArray(condition)) return condition.flatMap(namesIn);
  if (!isObject(condition)) return [];
  const required = Array.isArray(condition.required) ? condition.required.map(String) : [];
  return [...Object.keys(isObject(condition.properties) ? condition.properties : {}), ...required, ...Object.values(condition).flatMap(namesIn)];
}

/** The choice with one column put in or taken out; the last one stays. */
export function toggleColumn(shown: readonly ViewColumn[], path: string): ViewColumn[] {
  if (!shown.some((one) => one.path === path)) return [...shown, { path }];
  return shown.length > 1 ? shown.filter((one) => one.path !== path) : [...shown];
}

/** The choice with one column moved by a number of places. */
export function moveColumn(shown: readonly ViewColumn[], path: string, by: number): ViewColumn[] {
  const from = shown.findIndex((one) => one.path === path);
  const to = Math.max(0, Math.min(shown.length - 1, from + by));
  const moved = [...shown];
  if (from >= 0) moved.splice(to, 0, ...moved.splice(from, 1));
  return moved;
}

/** The choice with one column's width or pin set; undefined takes it away. */
export function setColumn(shown: readonly ViewColumn[], path: string, { width, pin }: Omit<ViewColumn, 'path'>): ViewColumn[] {
  return shown.map((one) => (one.path === path ? { path, ...(width !== undefined && { width }), ...(pin && { pin }) } : one));
}

/** The value at a dotted path. */
export function valueAt(row: Row, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = row;
  for (const part of stepsOf(path)) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    value = ownValue(value, part);
  }
  return value;
}
