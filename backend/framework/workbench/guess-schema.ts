/** A new object's files from what there is: nothing, a sheet, a sample, a schema from elsewhere, a table. Nothing is written; what the pipeline would not take is made plainer. */

import { reservedObjects } from '#codegen/lint/vocabulary.ts';
import { parseJson } from '#codegen/load/json-text.ts';
import { formatJson } from '#codegen/load/json-tree.ts';
import type { JsonSchema, JsonValue, ObjectEntry } from '#codegen/model.ts';
import { tableNames } from '#framework/data/system/system-tables.ts';
import { readSheet } from '#framework/import/read-sheet.ts';
import type { Tools } from '#framework/tools.ts';
import { rootOf } from '#rules/records/field-path.ts';
import { type Cell, cellValue } from '#rules/records/import.ts';
import { isObject } from '#rules/records/record.ts';
import { Refusal } from '#rules/words/problem.ts';
import { deriveWith } from './check-schema.ts';
import { type GuessedField, givenId, guessFields, keyField, keyOf, textSchema, withKey } from './guess-columns.ts';
import { guessObject } from './guess-sample.ts';
import { findTable, guessTable, nameOfTable } from './guess-table.ts';
import { demandFreeName, namesOfFiles } from './schema-files.ts';
import type { GuessedSchema, GuessOrder } from './wire.ts';

/** @throws Refusal msg.badrequest, msg.invalid at `text` with what cannot be read, msg.notfound for a table */
export async function guessSchema(tools: Tools, order: GuessOrder): Promise<GuessedSchema> {
  if (order.from === 'table') {
    const table = await findTable(tools, order.table);
    const { schema, rows, left } = await guessTable(tools, table);
    return { ...(await finished(tools, order.name || nameOfTable(table.name), schema)), rows, left };
  }
  if (order.from === 'empty') {
    const schema = {
      title: order.name || 'New object',
      properties: { id: givenId, name: { title: 'Name', type: 'string', maxLength: 100 } },
      required: ['name'],
    };
    return { ...(await finished(tools, order.name || 'new_object', schema)), rows: 0, left: [] };
  }
  const value = parsed(order.text);
  if (order.from === 'schema') {
    if (!isObject(value)) throw unreadable(1, 1);
    const named = order.name || lastOf(value.$id) || lastOf(value.id) || lastOf(value.title) || 'new_object';
    return { ...(await finished(tools, named, order.text ?? '')), rows: 0, left: [] };
  }
  const samples = (Array.isArray(value) ? value : [value]).filter(isObject) as Record<string, JsonValue>[]; // JSON, so its values are
  if (!samples.length) throw unreadable(1, 1);
  const guessed = guessObject(samples);
  const properties = guessed.properties as JsonSchema; // made above
  // A key is a text.
  guessed.properties = properties.id ? { ...properties, id: keySchema({ title: 'ID' }) } : { id: givenId, ...properties };
  return { ...(await finished(tools, order.name || 'new_object', { title: order.name || 'New object', ...guessed })), rows: samples.length, left: [] };
}

/** The first line of a sheet are its heads; the same sheet goes to the import once the object is saved. @throws Refusal as `readSheet`, msg.sheethead for an empty one */
export async function guessSheet(tools: Tools, bytes: Buffer, name: string): Promise<GuessedSchema> {
  const [heads = [], ...lines] = await readSheet(bytes);
  const guessed = guessFields(heads, lines);
  const { fields, properties } = withKey(guessed, keyField(guessed));
  const required = fields.filter((field) => field.required && field.schema.type !== 'boolean').map(({ key }) => key);
  if (!fields.length) throw new Refusal('msg.sheethead', { values: { object: name } });
  const made = await finished(tools, name || 'sheet', { title: name || 'Sheet', properties, ...(required.length > 0 && { required }) }, (entry) =>
    misread(entry, fields, heads, lines),
  );
  return { ...made, rows: lines.filter((line) => line.some((cell) => cell !== null && cell !== '')).length, left: [] };
}

function keySchema({ title = '' }: JsonSchema): JsonSchema {
  return { title, type: 'string', maxLength: 64 };
}

/** Fields whose kind does not take every cell. */
function misread({ model }: ObjectEntry, fields: readonly GuessedField[], heads: readonly Cell[], lines: readonly (readonly Cell[])[]): string[] {
  const filled = heads.flatMap((head, at) =>
    String(head ?? '').trim() || lines.some((line) => line[at] !== null && line[at] !== undefined && line[at] !== '') ? [at] : [],
  );
  return fields.flatMap(({ key }, index) => {
    const field = model.fields.find(({ name }) => name === key);
    const at = filled[index] ?? -1;
    const cells = lines.flatMap((line) => (line[at] === null || line[at] === undefined || line[at] === '' ? [] : [line[at]]));
    return field && cells.some((cell) => cellValue(field, cell) === undefined) ? [key] : [];
  });
}

/** The files under a free name; a field that the pipeline refuses, or that does not take its own rows, becomes plain text. */
async function finished(
  tools: Tools,
  wanted: string,
  guessed: JsonSchema | string,
  misreadBy: (entry: ObjectEntry) => string[] = () => [],
): Promise<Pick<GuessedSchema, 'name' | 'files' | 'notes'>> {
  const name = await freeName(tools, wanted);
  let schema = typeof guessed === 'string' ? undefined : guessed;
  const filesOf = () => ({ schema: formatJson(schema ? JSON.stringify(schema, null, 2) : String(guessed), true), labels: {} });
  let { entry, findings } = await deriveWith(tools, name, filesOf());
  const wrong = new Set([...findings.filter(({ level }) => level === 'error').map(({ field }) => rootOf(field)), ...(entry ? misreadBy(entry) : [])]);
  if (schema && wrong.size) {
    const properties = Object.entries(schema.properties as Record<string, JsonSchema>).map(([key, node]) => [
      key,
      wrong.has(key) ? { title: node.title ?? key, ...textSchema(500) } : node,
    ]);
    schema = { ...schema, properties: Object.fromEntries(properties) as JsonSchema };
    ({ entry, findings } = await deriveWith(tools, name, filesOf()));
  }
  return { name, files: filesOf(), notes: findings };
}

/** In Latin letters, as tables and addresses want it; neither an object's, a word of the program's, nor a table's. */
async function freeName(tools: Tools, wanted: string): Promise<string> {
  const plain = keyOf(wanted.replace(/\.(json|csv|xlsx|schema)$/gi, ''))
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '_')
    .replaceAll(/^[^a-z]+|_+$/g, '')
    .slice(0, 40);
  const base = plain || 'new_object';
  const taken = new Set([...(await namesOfFiles(tools.config)), ...(await tableNames(tools.db)), ...reservedObjects]);
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}_${number}`;
    if (taken.has(name)) continue;
    const isFree = await demandFreeName(tools.config, name).then(
      () => true,
      () => false,
    );
    if (isFree) return name;
  }
}

function parsed(text: string | undefined): JsonValue {
  const result = parseJson(text ?? '');
  if ('error' in result) throw unreadable(result.line, result.column);
  return result.value;
}

function unreadable(line: number, column: number): Refusal {
  return new Refusal('msg.invalid', { fields: [{ path: 'text', code: 'field.invalid' }], data: { line, column } });
}

/** 'https://example.com/schemas/invoice.schema.json' → 'invoice' */
function lastOf(value: unknown): string {
  if (typeof value !== 'string') return '';
  const last =
    value
      .replace(/[#?].*$/, '')
      .replace(/\/+$/, '')
      .split('/')
      .at(-1) ?? '';
  return last.replace(/(\.schema)?\.json$/i, '');
}
