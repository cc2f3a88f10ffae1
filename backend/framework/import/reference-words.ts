/** What a sheet writes where a record is meant: its key, 'Title [key]' as an export shows it, a unique field, or its title. */
import type { FieldModel, JsonValue, ObjectModel, Row } from '#codegen/model.ts';
import { type Reader, readerFor, wholeReader } from '#framework/data/rows/reader.ts';
import { loadPage, loadTitleRows } from '#framework/data/rows/records.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { may } from '#rules/accounts/permission.ts';
import type { Filter } from '#rules/queries/filter.ts';
import { type Cell, cellValue, type ImportColumn } from '#rules/records/import.ts';
import { titleFields } from '#rules/records/record.ts';
import { inEach, language } from '#rules/words/language.ts';
import type { Problem } from '#rules/words/problem.ts';

/** For each object, what is written and the keys that it may mean. */
export type ReferenceWords = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

/** Words asked for by one statement. */
const batch = 200;
/** Rows read for a batch of words. */
const mostRows = 1_000;
/** Records named where a title is that of several. */
const named = 5;

/** Looks up everything that the sheet's reference columns say, in a few statements for each object whatever the number of lines. */
export async function referenceWords(
  tools: Tools,
  actor: Actor,
  model: ObjectModel,
  columns: readonly ImportColumn[],
  lines: readonly Cell[][],
): Promise<ReferenceWords> {
  const said = new Map<string, Set<string>>();
  for (const [at, { field: name }] of columns.entries()) {
    const field = model.fields.find((candidate) => candidate.name === name);
    if (!field?.relation) continue;
    const words = said.get(field.relation.to) ?? new Set<string>();
    said.set(field.relation.to, words);
    for (const cells of lines) for (const word of wordsOf(field, cells[at] ?? null)) words.add(word);
  }
  const found = new Map<string, ReadonlyMap<string, readonly string[]>>();
  for (const [object, words] of said) {
    const target = tools.registry.get(object)?.model;
    // Who may not read the object writes keys; whether they are there is the save's question.
    if (target && !target.entity.virtual && may(target, actor.roles, 'read')) found.set(object, await meanings(tools, actor, target, [...words]));
  }
  return found;
}

/** Puts keys in place of what was written; what means nothing is a fault, and what means several is one that names them. */
export function withKeys(payload: Row, model: ObjectModel, known: ReferenceWords): { row: Row; problems: Problem[] } {
  const row: Row = { ...payload };
  const problems: Problem[] = [];
  for (const { name, relation } of model.fields) {
    const words = relation && known.get(relation.to);
    if (!words || !(name in row)) continue;
    const keyOf = (word: JsonValue, path: string): JsonValue => {
      if (typeof word !== 'string' || word === '') return word;
      const keys = words.get(word) ?? [];
      if (keys.length > 1)
        problems.push({ path, code: 'import.ambiguous', values: { text: word, found: inEach((lang) => keys.slice(0, named).join(language[lang].list)) } });
      // A record of this sheet may be made by a line above.
      if (!keys.length && relation.to !== model.name) problems.push({ path, code: 'field.reference' });
      return keys[0] ?? word;
    };
    const value = row[name] ?? null;
    row[name] = Array.isArray(value) ? value.map((word, at) => keyOf(word, `${name}/${at}`)) : keyOf(value, name);
  }
  return { row, problems };
}

function wordsOf(field: FieldModel, cell: Cell): string[] {
  if (cell === null || cell === '') return [];
  const value = cellValue(field, cell) ?? [];
  return (Array.isArray(value) ? value : [value]).filter((word): word is string => typeof word === 'string' && word !== '');
}

async function meanings(tools: Tools, actor: Actor, target: ObjectModel, words: string[]): Promise<Map<string, string[]>> {
  const reader = readerFor(target, actor.roles, tools.db.kind);
  const found = new Map<string, string[]>();
  const keyIn = (word: string) => /\[([^[\]]+)\]\s*$/.exec(word)?.[1] ?? word;
  const keys = new Set<string>();
  // Also those that this person does not see: a reference that stands may stay.
  for (const some of batches([...new Set(words.flatMap((word) => [word, keyIn(word)]))]))
    for (const row of await loadTitleRows(tools.db, wholeReader(target, tools.db.kind), some)) keys.add(String(row[target.entity.key]));
  for (const word of words) {
    const key = keys.has(word) ? word : keys.has(keyIn(word)) ? keyIn(word) : undefined;
    if (key !== undefined) found.set(word, [key]);
  }
  for (const some of batches(words.filter((word) => !found.has(word)))) await byFields(tools, reader, some, found);
  return found;
}

/** By unique fields first, then by what stands in the title, without regard to case. */
async function byFields(tools: Tools, reader: Reader, words: readonly string[], found: Map<string, string[]>): Promise<void> {
  const { model } = reader;
  const readable = reader.fields.filter((field) => field.column && ['string', 'text'].includes(field.column.type));
  const isUnique = ({ name, column }: FieldModel) => column?.unique || model.uniques.some((names) => names.length === 1 && names[0] === name);
  const unique = readable.filter((field) => isUnique(field) && field.name !== model.entity.key);
  const titled = readable.filter((field) => titleFields(model).includes(field.name));
  for (const fields of [unique, titled]) {
    const left = words.filter((word) => !found.has(word));
    if (!fields.length || !left.length) continue;
    const together = await rowsWith(tools, reader, fields, left, mostRows);
    for (const word of left) {
      const same = (text: JsonValue | undefined) => typeof text === 'string' && text.toLowerCase() === word.toLowerCase();
      // A title of very many records must not hide the others'.
      const rows = together.length < mostRows ? together : await rowsWith(tools, reader, fields, [word], named + 1);
      const ids = rows.filter((row) => fields.some(({ name }) => same(row[name]))).map((row) => String(row[model.entity.key]));
      if (ids.length) found.set(word, ids);
    }
  }
}

async function rowsWith({ db }: Tools, reader: Reader, fields: readonly FieldModel[], words: readonly string[], limit: number): Promise<Row[]> {
  const filter: Filter = { kind: 'or', of: fields.map(({ name }) => ({ kind: 'compare', field: name, op: 'in', value: [...words] }) as const) };
  const sort = { field: reader.model.entity.key, order: 'ASC' } as const;
  return (await loadPage(db, reader, { filter, sort, limit, offset: 0 })) as Row[]; // rows of an object that is known at run time
}

function* batches(words: readonly string[]): Generator<string[]> {
  for (let at = 0; at < words.length; at += batch) yield words.slice(at, at + batch);
}
