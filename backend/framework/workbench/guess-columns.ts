/** Columns of cells, as a sheet or a table of a database has them, into fields: what kind each is, which are needed, which one is the key. Pure. */
import { reservedFields } from '#codegen/lint/vocabulary.ts';
import type { JsonSchema } from '#codegen/model.ts';
import { textOf } from '#kinds/common/bases.ts';
import { momentOf } from '#kinds/common/moment.ts';
import type { Cell } from '#rules/records/import.ts';
import { stamps } from '#rules/records/record.ts';

/** Values that repeat so often are options: at most so many, each on average in so many rows. */
const mostOptions = 12;
const leastRepeats = 3;
const longestOption = 40;
/** Digits behind the point of an exact decimal. */
const mostDecimals = 6;
const greatestInteger = 2_147_483_647;
/** Widths that a column of text is given; the next one that holds twice what is there. */
const widths = [20, 50, 100, 200, 500, 1_000, 4_000, 16_000];
const longestKey = 48;

export interface GuessedField {
  key: string;
  /** the column's head as it was written */
  head: string;
  schema: JsonSchema;
  required: boolean;
  /** no two rows have the same, and each has one */
  unique: boolean;
}

export function guessFields(heads: readonly Cell[], lines: readonly (readonly Cell[])[]): GuessedField[] {
  const taken = new Set<string>(stamps);
  const fields: GuessedField[] = [];
  for (const [at, cell] of heads.entries()) {
    const head = String(cell ?? '').trim();
    const cells = lines.map((line) => line[at] ?? null);
    const filled = cells.filter((one): one is NonNullable<Cell> => one !== null && one !== '');
    if (!head && !filled.length) continue;
    const key = freeKey(keyOf(head) || `column_${at + 1}`, taken);
    taken.add(key.toLowerCase());
    const texts = new Set(filled.map((one) => textOf(one)));
    fields.push({
      key,
      head: head || key,
      schema: { title: head || key, ...kindOf(filled, texts.size) },
      required: lines.length > 0 && filled.length === lines.length,
      unique: lines.length > 0 && filled.length === lines.length && texts.size === filled.length,
    });
  }
  return fields;
}

/** The column that tells a row from all others, by what it is called and holds. */
export function keyField(fields: readonly GuessedField[]): GuessedField | undefined {
  const isKey = ({ unique, schema }: GuessedField) =>
    unique && (schema.type === 'integer' || (schema.type === 'string' && Number(schema.maxLength ?? 99) <= 100));
  const named = /^(id|key|code|no|nr|number|sku|.*[_ -](id|code|no)|(?!.*(電話|手機)).*(號|代碼|編碼|番号|번호))$/i;
  return fields.find((field) => isKey(field) && named.test(field.head));
}

/** The fields with this one as `id`, under its own title; without one the server gives the ids. */
export function withKey(fields: readonly GuessedField[], key: GuessedField | undefined): { fields: GuessedField[]; properties: JsonSchema } {
  const keyed = fields.map((field): GuessedField => {
    if (field === key) return { ...field, key: 'id', schema: { title: field.head, type: 'string', maxLength: 64 }, required: false };
    return field.key.toLowerCase() === 'id' ? { ...field, key: 'id_2' } : field;
  });
  return {
    fields: keyed,
    properties: Object.fromEntries([...(key ? [] : [['id', givenId] as const]), ...keyed.map(({ key: name, schema }) => [name, schema] as const)]),
  };
}

/** An id that the server gives: of an object whose rows nothing that is there tells apart. */
export const givenId: JsonSchema = { title: 'ID', type: 'string', maxLength: 64, readOnly: true };

/** A field's key from what a column is called: letters of any script stay, what no key may have becomes '_'. */
export function keyOf(head: string): string {
  const plain = head
    .normalize('NFKC')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^\p{L}\p{N}_$-]+/gu, '_')
    .replaceAll(/^[_-]+|[_-]+$/g, '');
  const key = /^[\p{ASCII}]+$/u.test(plain) && plain === plain.toUpperCase() ? plain.toLowerCase() : plain;
  // Keys that are whole numbers would lose their order.
  return cut(/^\p{N}/u.test(key) ? `_${key}` : key, longestKey).normalize('NFC');
}

/** At most so many characters, none of them half. */
function cut(text: string, most: number): string {
  return [...text].slice(0, most).join('');
}

/** The key, or with a number where it is taken or reserved. `taken` in lower case: two keys that differ by case only are one column. */
export function freeKey(key: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? key : `${cut(key, longestKey - 4)}_${number}`;
    if (!taken.has(name.toLowerCase()) && !reservedFields.includes(name)) return name;
  }
}

/** What a text column holds at most, in characters. */
export function textSchema(longest: number, hasLines = false): JsonSchema {
  const maxLength = widths.find((width) => width >= longest * 2) ?? widths.find((width) => width >= longest) ?? 16_000;
  return { type: 'string', maxLength, ...((hasLines || longest > 200) && { 'x-ui': 'textarea' }) };
}

function kindOf(filled: readonly NonNullable<Cell>[], distinct: number): JsonSchema {
  const texts = filled.map((one) => textOf(one));
  const all = (test: (text: string, cell: NonNullable<Cell>) => boolean) => filled.length > 0 && filled.every((cell, at) => test(texts[at] ?? '', cell));
  if (all((text, cell) => typeof cell === 'boolean' || /^(true|false|yes|no|是|否)$/i.test(text))) return { type: 'boolean' };
  const isDay = (cell: NonNullable<Cell>) => momentOf(cell)?.stamp?.endsWith(' 00:00:00') ?? false;
  if (all((text, cell) => cell instanceof Date && /^([01]\d|2[0-3]):/.test(text))) return { type: 'string', format: 'time' };
  if (all((text, cell) => momentOf(cell) !== undefined && (cell instanceof Date || /\d[-/.]\d/.test(text))))
    return all((text, cell) => isDay(cell) && !/:/.test(cell instanceof Date ? '' : text))
      ? { type: 'string', format: 'date' }
      : { type: 'string', format: 'date-time' };
  if (all((text, cell) => typeof cell === 'number' || /^-?(0|[1-9]\d{0,14})(\.\d+)?$/.test(text))) return numberOf(texts);
  if (all((text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text))) return { type: 'string', format: 'email', maxLength: 254 };
  if (all((text) => /^https?:\/\/\S+$/i.test(text))) return { type: 'string', format: 'uri', maxLength: 500 };
  const longest = texts.reduce((most, text) => Math.max(most, text.length), 0);
  const areOptions = distinct > 1 && distinct <= mostOptions && filled.length >= distinct * leastRepeats && longest <= longestOption;
  if (areOptions) return { type: 'string', enum: [...new Set(texts)].sort() };
  return textSchema(
    longest,
    texts.some((text) => text.includes('\n')),
  );
}

function numberOf(texts: readonly string[]): JsonSchema {
  const decimals = texts.reduce((most, text) => Math.max(most, /\.(\d+)$/.exec(text)?.[1]?.length ?? 0), 0);
  const least = texts.reduce((low, text) => Math.min(low, Number(text)), 0);
  const bound: JsonSchema = least >= 0 ? { minimum: 0 } : {};
  if (texts.some((text) => /e/i.test(text)) || decimals > mostDecimals) return { type: 'number' };
  if (decimals > 0) return { type: 'number', multipleOf: Number((10 ** -decimals).toFixed(decimals)), ...bound };
  return texts.every((text) => Math.abs(Number(text)) <= greatestInteger) ? { type: 'integer', ...bound } : { type: 'number', multipleOf: 1, ...bound };
}
