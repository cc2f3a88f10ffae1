/** A table of the database that no object has, as a schema. */
import type { JsonSchema } from '#codegen/model.ts';
import { countForeign, type ForeignTable, foreignTables, readForeign } from '#framework/data/system/foreign-tables.ts';
import type { Tools } from '#framework/tools.ts';
import type { Cell } from '#rules/records/import.ts';
import { Refusal } from '#rules/words/problem.ts';
import { guessFields, keyOf, withKey } from './guess-columns.ts';
import { namesOfFiles } from './schema-files.ts';
import type { ListedTable } from './wire.ts';

/** Rows that are looked at to see what a column holds. */
const looked = 2_000;

export async function listTables(tools: Tools): Promise<ListedTable[]> {
  const listed: ListedTable[] = [];
  for (const table of await tablesOf(tools))
    listed.push({ table: table.name, columns: table.columns.map(({ name }) => name), rows: await countForeign(tools.db, table.name) });
  return listed;
}

/** @throws Refusal msg.notfound for a table that is not there, or an object's */
export async function findTable(tools: Tools, name: unknown): Promise<ForeignTable> {
  const found = (await tablesOf(tools)).find((table) => table.name === name);
  if (!found) throw new Refusal('msg.notfound', { values: { object: 'table', id: String(name) } });
  return found;
}

/** Its columns as fields: by what the table declares, and where it says little by what its rows hold. Columns of bytes are left out. */
export async function guessTable(tools: Tools, table: ForeignTable): Promise<{ schema: JsonSchema; rows: number; left: string[] }> {
  const { columns, left } = splitColumns(table);
  const { rows } = await readForeign(
    tools.db,
    table,
    columns.map(({ name }) => name),
    looked,
  );
  const lines = rows.map((row) => columns.map(({ name }) => cellOf(row[name])));
  const guessed = guessFields(
    columns.map(({ name }) => name),
    lines,
  );
  const objects = await namesOfFiles(tools.config);
  const [key] = table.key.length === 1 ? table.key : [];
  const { fields, properties } = withKey(
    guessed,
    guessed.find(({ head }) => head === key),
  );
  const required: string[] = [];
  for (const [at, { key: name, head, schema, required: isFilled }] of fields.entries()) {
    const column = columns[at];
    if (name === 'id') continue;
    const to = table.foreignKeys.find((foreign) => foreign.column === head)?.to;
    const object = objects.find((one) => one === to || one === nameOfTable(to ?? ''));
    const said = object ? { type: 'string', maxLength: 64, 'x-relation': object } : declaredAs(column?.declared ?? '', schema);
    properties[name] = { title: head, ...said };
    if (column?.notNull && isFilled) required.push(name);
  }
  return {
    schema: { title: titleOf(table.name), properties, ...(required.length > 0 && { required }) },
    rows: await countForeign(tools.db, table.name),
    left,
  };
}

/** 'Customers' → 'customer': the object's own table cannot have the name of the one that it is made from. */
export function nameOfTable(table: string): string {
  const plain = keyOf(table).toLowerCase();
  return plain.length > 3 && plain.endsWith('s') && !plain.endsWith('ss') ? plain.replace(/ies$/, 'y').replace(/s$/, '') : plain;
}

async function tablesOf(tools: Tools): Promise<ForeignTable[]> {
  return foreignTables(tools.db, await namesOfFiles(tools.config));
}

/** Those that hold bytes are left out. */
export function splitColumns(table: ForeignTable): { columns: ForeignTable['columns']; left: string[] } {
  const isBytes = ({ declared }: ForeignTable['columns'][number]) => /blob|binary|bytea/i.test(declared);
  return { columns: table.columns.filter((column) => !isBytes(column)), left: table.columns.filter(isBytes).map(({ name }) => name) };
}

/** What a declared type says; `seen` is what the rows look like. */
function declaredAs(declared: string, { title: _, ...seen }: JsonSchema): JsonSchema {
  const type = declared.toLowerCase();
  const [, first, second] = /\((\d+)(?:,\s*(\d+))?\)/.exec(type) ?? [];
  const options = /^enum\((.*)\)$/i.exec(declared)?.[1];
  if (options) return { type: 'string', enum: [...options.matchAll(/'((?:[^']|'')*)'/g)].map(([, text]) => (text ?? '').replaceAll("''", "'")) };
  if (/^tinyint\(1\)|^bool|^bit\(1\)/.test(type)) return { type: 'boolean' };
  if (/int|^year/.test(type)) return /big/.test(type) && seen.type === 'number' ? seen : { type: 'integer' };
  if (/^(decimal|numeric)/.test(type) && Number(second ?? 0) > 0)
    return { type: 'number', multipleOf: Number((10 ** -Number(second)).toFixed(Number(second))) };
  if (/^(decimal|numeric)/.test(type) && first !== undefined) return { type: 'integer' };
  if (/double|float|real|numeric|decimal/.test(type)) return { type: 'number' };
  if (/^(datetime|timestamp)/.test(type)) return { type: 'string', format: 'date-time' };
  if (/^date/.test(type)) return { type: 'string', format: 'date' };
  if (/^time/.test(type)) return { type: 'string', format: 'time' };
  if (/^json/.test(type)) return { 'x-json': { type: ['object', 'array', 'string', 'number', 'boolean', 'null'] } };
  const width = Number(first ?? 0);
  if (seen.type === 'string' && !seen.format && !seen.enum)
    return /text/.test(type) ? { type: 'string', maxLength: 16_000, 'x-ui': 'textarea' } : { type: 'string', maxLength: width || Number(seen.maxLength) };
  return seen.type === 'string' ? seen : { type: 'string', maxLength: width || 200 };
}

export function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean' || value instanceof Date) return value;
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}

/** 'order_items' → 'Order items' */
function titleOf(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
