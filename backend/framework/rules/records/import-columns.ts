/** Which column of a sheet is which field: by its name, its label in any language, a former name, or what is like one of them. Pure. */

import type { FieldModel, Lang, ObjectModel, Role } from '#codegen/model.ts';
import { textOf } from '#kinds/common/bases.ts';
import { kinds } from '#kinds/index.ts';
import { foldedMark } from '#rules/queries/search-text.ts';
import { inLang } from '#rules/words/language.ts';
import { type Cell, changedAt, type ImportColumn, isImportable } from './import.ts';
import { isEmpty } from './record.ts';

/** Fields by the number of their column, from 0; '' for a column that is left out. */
export type ColumnChoice = Readonly<Record<number, string>>;

/** Letters that a head may differ in from a name of so many. */
const mostWrong = (length: number): number => (length < 4 ? 0 : length < 8 ? 1 : 2);
/** Values of a column that are shown beside it, and characters of one. */
const samples = { count: 3, length: 40 };

interface Given {
  lines: readonly (readonly Cell[])[];
  /** what the person says now, and what they said of these heads before */
  chosen?: ColumnChoice;
  remembered?: ColumnChoice;
  /** heads by which a column of ours is known that holds nothing to take */
  ours?: readonly string[];
  /** near names are a guess: only where somebody looks before it is written */
  guesses: boolean;
}

/** Each column with the field that it fills and how that is known. What is certain goes first, so that no guess takes its field away. */
export function columnsOf(
  heads: readonly Cell[],
  model: ObjectModel,
  roles: readonly Role[],
  { lines, chosen = {}, remembered = {}, ours = [], guesses }: Given,
): ImportColumn[] {
  const columns = heads.map((cell, at): ImportColumn => ({ head: String(cell ?? '').trim(), field: '', samples: samplesOf(lines, at) }));
  const taken = new Set<string>();
  const take = (column: ImportColumn, field: FieldModel, by: ImportColumn['by']) => {
    if (field.name === changedAt && !columns.some(({ why }) => why === 'since')) column.why = 'since';
    else if (!isImportable(model, field, roles)) column.why = 'closed';
    else if (taken.has(field.name)) column.why = 'twice';
    else {
      taken.add(field.name);
      Object.assign(column, { field: field.name, by });
    }
  };
  const isOpen = ({ field, why }: ImportColumn) => !field && !why;
  const said = [
    ['chosen', chosen],
    ['remembered', remembered],
  ] as const;
  for (const [by, choice] of said)
    for (const [at, column] of columns.entries()) {
      const name = choice[at];
      if (name === undefined || !isOpen(column)) continue;
      const field = model.fields.find((candidate) => candidate.name === name);
      if (name === '') Object.assign(column, { why: 'left', by });
      else if (field) take(column, field, by);
    }
  for (const column of columns) if (isOpen(column) && (column.head === '' || ours.includes(column.head))) column.why = 'blank';
  const ways = [
    ['name', (head: string) => model.fields.find(({ name }) => name === head)],
    ['name', (head: string) => model.fields.find(({ name }) => name.toLowerCase() === head.toLowerCase())],
    ['label', (head: string) => model.fields.find(({ label }) => Object.values(label).some((one) => one.toLowerCase() === head.toLowerCase()))],
    ['former', (head: string) => model.fields.find(({ was = [] }) => was.some((one) => one.toLowerCase() === head.toLowerCase()))],
    ['like', (head: string) => model.fields.find((field) => namesOf(field).some((one) => folded(one) === folded(head) && folded(head) !== ''))],
    ...(guesses ? ([['near', (head: string) => nearest(head, model, roles, taken)]] as const) : []),
  ] as const;
  for (const [by, find] of ways)
    for (const column of columns) {
      if (!isOpen(column)) continue;
      const { head, zone } = zonedHead(column.head);
      const field = find(column.head) ?? (zone && isInstant(find(head)) ? find(head) : undefined);
      if (field) take(column, field, by);
    }
  for (const column of columns) {
    const field = model.fields.find(({ name }) => name === (column.why === 'since' ? changedAt : column.field));
    const { zone } = zonedHead(column.head);
    if (field && zone && isInstant(field) && !namesOf(field).includes(column.head)) column.zone = zone;
  }
  for (const column of columns) if (isOpen(column)) column.why = 'unknown';
  return columns;
}

/** Fields that a new row must have, for which no column stands and the schema has no value. */
export function missingFields(columns: readonly ImportColumn[], model: ObjectModel, roles: readonly Role[]): string[] {
  const filled = new Set(columns.map(({ field }) => field));
  return model.fields
    .filter((field) => field.required && !field.readOnly && !filled.has(field.name) && field.name !== model.naming?.field)
    .filter((field) => isImportable(model, field, roles) && isEmpty(field, field.default))
    .map(({ name }) => name);
}

/** What a sheet says over the fields' columns: labels; names where two fields have one label, or that of one is another's name. */
export function headsOf(fields: readonly FieldModel[], lang: Lang): string[] {
  const count = new Map<string, number>();
  for (const { name, label } of fields)
    for (const word of new Set([name, ...Object.values(label)].map((text) => text.toLowerCase()))) count.set(word, (count.get(word) ?? 0) + 1);
  return fields.map(({ name, label }) => {
    const head = inLang(label, lang);
    return head !== '' && count.get(head.toLowerCase()) === 1 ? head : name;
  });
}

/** The head of a column of moments with the clock that they are of, 'Seen (GMT+8)', as a list's export writes it. */
export function zonedText(head: string, zone: string): string {
  return `${head} (${zone})`;
}

function zonedHead(text: string): { head: string; zone?: string } {
  const [, head, zone] = /^(.*\S)\s*[(（]((?:GMT|UTC)(?:[+-]\d{1,2}(?::\d\d)?)?)[)）]$/i.exec(text) ?? [];
  return head && zone ? { head, zone: zone.toUpperCase().replace('UTC', 'GMT') } : { head: text };
}

function isInstant(field: FieldModel | undefined): boolean {
  return field !== undefined && kinds[field.kind].instant === true;
}

function namesOf({ name, label, was = [] }: FieldModel): string[] {
  return [name, ...Object.values(label), ...was];
}

/** Without case, accents, width, spaces and signs; traditional and simplified are one. */
function folded(text: string): string {
  return foldedMark(text).replace(/[^\p{L}\p{N}]/gu, '');
}

/** The field whose name is the nearest, where there is one that is nearer than all others and nobody has it. */
function nearest(head: string, model: ObjectModel, roles: readonly Role[], taken: ReadonlySet<string>): FieldModel | undefined {
  const wanted = folded(head);
  const free = model.fields.filter((field) => !taken.has(field.name) && isImportable(model, field, roles));
  const far = (field: FieldModel) => Math.min(...namesOf(field).map((name) => wrongLetters(wanted, folded(name))));
  const ranked = free.map((field) => ({ field, wrong: far(field) })).sort((a, b) => a.wrong - b.wrong);
  const [first, second] = ranked;
  return first && first.wrong <= mostWrong(wanted.length) && first.wrong !== second?.wrong ? first.field : undefined;
}

/** Letters put in, left out, changed, or changed about with their neighbour, on the way from one to the other. */
function wrongLetters(from: string, to: string): number {
  const [a, b] = [[...from], [...to]];
  if (Math.abs(a.length - b.length) > 2) return Number.POSITIVE_INFINITY;
  const rows = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  const at = (y: number, x: number) => rows[y]?.[x] ?? 0;
  for (let y = 1; y <= a.length; y += 1) {
    const row = [y];
    rows.push(row);
    for (let x = 1; x <= b.length; x += 1) {
      const isSwapped = y > 1 && x > 1 && a[y - 1] === b[x - 2] && a[y - 2] === b[x - 1];
      const changed = at(y - 1, x - 1) + (a[y - 1] === b[x - 1] ? 0 : 1);
      row.push(Math.min(changed, at(y - 1, x) + 1, at(y, x - 1) + 1, isSwapped ? at(y - 2, x - 2) + 1 : changed));
    }
  }
  return at(a.length, b.length);
}

function samplesOf(lines: readonly (readonly Cell[])[], at: number): string[] {
  const found: string[] = [];
  for (const cells of lines) {
    const cell = cells[at] ?? '';
    if (cell === '') continue;
    found.push(textOf(cell).slice(0, samples.length));
    if (found.length === samples.count) break;
  }
  return found;
}
