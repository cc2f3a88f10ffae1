/**
 * The search column: tokens of the x-search fields and of indexed arrays, written beside the row — `_q` of the table on MariaDB,
 * the FTS5 table `{object}__q` under the row's rowid on SQLite.
 */

import type { FieldModel, JsonValue, ObjectModel, Row } from '#codegen/model.ts';
import { hash, textTokens, valueToken } from '#rules/queries/search-text.ts';
import { rootOf, stepOf, stepsOf } from '#rules/records/field-path.ts';
import { isArrayField, isObject, isSecret, titleFields } from '#rules/records/record.ts';
import { madeOnce } from '#rules/values/made-once.ts';
import { type Database, type Executor, ident } from '../engine/connect.ts';
import { decodeFields } from './codec.ts';

/** Has the object a search column? Tables are made by the same question. */
export function isSearchable(model: ObjectModel): boolean {
  return model.search.length > 0 || indexedArrays(model).length > 0;
}

/** Search fields that not every reader of the object may read: their tokens carry the field's mark, see search-text. */
export function restrictedSearchFields(model: ObjectModel): string[] {
  return model.search.filter((path) => fieldAlong(model.fields, path)?.restricted);
}

/** Do changes of these fields change what is found? */
export function touchesSearch(model: ObjectModel, changed: readonly string[]): boolean {
  const { roots } = searchedOf(model);
  return changed.some((name) => roots.has(name));
}

/** Everything a row is found by: tokens, each once, parted by spaces. */
export function searchDocument(model: ObjectModel, row: Row): string {
  const tokens = new Set<string>();
  const { texts, arrays } = searchedOf(model);
  for (const { steps, scope, isTitle } of texts) {
    for (const text of textsAt(row, steps)) {
      for (const token of textTokens(text, scope, isTitle)) tokens.add(token);
    }
  }
  for (const { name, step } of arrays) {
    const value = row[name];
    if (Array.isArray(value)) for (const entry of value) if (entry !== null && typeof entry !== 'object') tokens.add(valueToken(step, entry));
  }
  return [...tokens].join(' ');
}

/** What a row is found by. */
interface Searched {
  texts: { steps: string[]; scope: string; isTitle: boolean }[];
  arrays: { name: string; step: string }[];
  /** names of the fields that all of it is read from */
  roots: ReadonlySet<string>;
}

/** Asked by every save, so made once for each version of a model. */
const searchedOf = madeOnce((model: ObjectModel): Searched => {
  const titles = new Set(titleFields(model));
  const texts = model.search.flatMap((path) => {
    const found = fieldAlong(model.fields, path);
    if (!found || found.secret) return [];
    return [{ steps: stepsOf(path), scope: found.restricted ? path : '', isTitle: titles.has(rootOf(path)) && !path.includes('.') }];
  });
  const arrays = indexedArrays(model).map(({ name }) => ({ name, step: stepOf(name) }));
  return { texts, arrays, roots: new Set([...model.search.map(rootOf), ...arrays.map(({ name }) => name)]) };
});

/** Writes a row's search document on SQLite, where it lies in a table of its own; on MariaDB it is a column of the row. */
export async function saveSearchDocument(tx: Executor, model: ObjectModel, key: string, document: string, isNew: boolean): Promise<void> {
  if (tx.kind !== 'sqlite') return;
  const index = ident(`${model.name}__q`);
  const rowid = `(SELECT rowid FROM ${ident(model.name)} WHERE ${ident(model.entity.key)} = ?)`;
  if (isNew) await tx.run(`INSERT INTO ${index} (rowid, q) VALUES (${rowid}, ?)`, [key, document]);
  else await tx.run(`UPDATE ${index} SET q = ? WHERE rowid = ${rowid}`, [document, key]);
}

/** Removes it; to be called before the row itself goes. */
export async function dropSearchDocument(tx: Executor, model: ObjectModel, key: string): Promise<void> {
  if (tx.kind !== 'sqlite' || !isSearchable(model)) return;
  await tx.run(`DELETE FROM ${ident(`${model.name}__q`)} WHERE rowid = (SELECT rowid FROM ${ident(model.name)} WHERE ${ident(model.entity.key)} = ?)`, [key]);
}

/** Raised when texts become other tokens than before: stored documents are then made again. */
const tokenKinds = 3;
/** Rows read and written at once when documents are made again. */
const batch = 500;

/**
 * Makes all search documents again if the fields that they are made of (x-search edited, an array newly indexed) or the tokens have changed since. An
 * interrupted run begins again at the next call. Returns the number of rows written.
 */
export async function ensureSearchDocuments(db: Database, model: ObjectModel): Promise<number> {
  if (!isSearchable(model) || model.entity.virtual) return 0;
  const signature = signatureOf(model);
  const name = `search:${model.name}`;
  const [known] = await db.query<{ value: unknown }>('SELECT value FROM `_series` WHERE name = ?', [name]);
  if (Number(known?.value) === signature) return 0;
  const written = await rebuild(db, model);
  await db.transaction(async (tx) => {
    await tx.run('DELETE FROM `_series` WHERE name = ?', [name]);
    await tx.run('INSERT INTO `_series` (name, value) VALUES (?, ?)', [name, signature]);
  });
  return written;
}

/** The same for objects whose tables stand as they should: one question for all of them. */
export async function ensureTokens(db: Database, models: readonly ObjectModel[]): Promise<void> {
  const known = await db.query<{ name: unknown; value: unknown }>("SELECT name, value FROM `_series` WHERE name LIKE 'search:%'");
  const values = new Map(known.map(({ name, value }) => [String(name), Number(value)]));
  for (const model of models) {
    const stored = values.get(`search:${model.name}`);
    if (stored !== undefined && stored !== signatureOf(model)) await ensureSearchDocuments(db, model);
  }
}

function signatureOf(model: ObjectModel): number {
  return Number.parseInt(
    hash(JSON.stringify([tokenKinds, model.search, titleFields(model), restrictedSearchFields(model), indexedArrays(model).map((field) => field.name)])),
    36,
  );
}

async function rebuild(db: Database, model: ObjectModel): Promise<number> {
  const key = ident(model.entity.key);
  const stored = model.fields.filter((field) => field.column);
  const columns = stored.map((field) => ident(field.column?.name ?? field.name)).join(', ');
  let last = '';
  let written = 0;
  for (;;) {
    const raws = await db.query(`SELECT ${columns} FROM ${ident(model.name)} WHERE ${key} > ? ORDER BY ${key} LIMIT ${batch}`, [last]);
    if (!raws.length) return written;
    await db.transaction(async (tx) => {
      for (const raw of raws) {
        const row = decodeFields(stored, raw, db.kind);
        const id = String(row[model.entity.key]);
        const document = searchDocument(model, row);
        if (db.kind === 'mariadb') await tx.run(`UPDATE ${ident(model.name)} SET \`_q\` = ? WHERE ${key} = ?`, [document, id]);
        else {
          await dropSearchDocument(tx, model, id);
          await saveSearchDocument(tx, model, id, document, true);
        }
      }
    });
    written += raws.length;
    last = String(raws.at(-1)?.[model.entity.key]);
  }
}

function indexedArrays(model: ObjectModel): FieldModel[] {
  return model.fields.filter((field) => field.column?.index && isArrayField(field));
}

function fieldAlong(fields: FieldModel[], path: string): { restricted: boolean; secret: boolean } | undefined {
  let level: FieldModel[] | undefined = fields;
  let restricted = false;
  let secret = false;
  for (const part of stepsOf(path)) {
    const field: FieldModel | undefined = level?.find((candidate) => candidate.name === part);
    if (!field) return undefined;
    restricted ||= field.access?.read !== undefined;
    secret ||= isSecret(field);
    level = field.fields;
  }
  return { restricted, secret };
}

function textsAt(value: JsonValue | undefined, path: readonly string[]): string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((entry) => textsAt(entry, path));
  const [next, ...rest] = path;
  if (isObject(value)) return next === undefined ? [] : textsAt(value[next], rest);
  return next === undefined ? [String(value)] : [];
}
