/** Which rows are likely about the same thing: what is looked for, and how alike two rows are. Pure. */
import type { ObjectModel, Row } from '#codegen/model.ts';
import { fieldNamed, titleFields } from '#rules/records/record.ts';
import { foldedMark, foldedText } from './search-text.ts';

/** From this on two names are told to be alike: the share of three-letter pieces that they have in common. */
const near = 0.55;
/** Searches for one name. */
const mostSearches = 5;
/** Letters below which a name is like too many. */
const fewest = 3;

/** Is it one of the names that a row goes by, and not a number or an address, which is the same or another? */
export function isName(model: ObjectModel, name: string): boolean {
  const field = fieldNamed(model.fields, name);
  return titleFields(model).includes(name) && !field?.format && !field?.column?.unique;
}

/** A value with nothing left of how it was typed: width, case, accents, signs and spaces, traditional or simplified. */
export function bareValue(text: unknown): string {
  return typeof text === 'string' ? foldedMark(text).replace(/[^\p{L}\p{N}]+/gu, '') : '';
}

/** What a name's doubles are searched by: without one word at a time, of a single word its beginning and its end. */
export function nearSearches(text: string): string[] {
  const words = foldedText(text).split(' ').filter(Boolean);
  const [only = ''] = words;
  if ([...bareValue(text)].length < fewest) return [];
  if (words.length > 1) return words.slice(0, mostSearches).map((_, left) => words.filter((_word, at) => at !== left).join(' '));
  const marks = [...only];
  const half = Math.ceil(marks.length / 2);
  return [marks.slice(0, half), marks.slice(half)].filter((part) => part.length > 1).map((part) => part.join(''));
}

/** 0 for nothing in common, 1 for the same. */
export function similarity(a: string, b: string): number {
  const [one, other] = [bareValue(a), bareValue(b)];
  if (!one || !other) return 0;
  if (one === other) return 1;
  const [left, right] = [pieces(one), pieces(other)];
  const common = [...left].filter((piece) => right.has(piece)).length;
  return (2 * common) / (left.size + right.size);
}

function pieces(text: string): Set<string> {
  const marks = [' ', ' ', ...text, ' '];
  return new Set(marks.slice(2).map((_, at) => marks.slice(at, at + 3).join('')));
}

/** By which field the rows are alike, and how much; undefined where they are not. */
export function likenessOf(model: ObjectModel, names: readonly string[], row: Row, other: Row): { field: string; score: number } | undefined {
  let best: { field: string; score: number } | undefined;
  for (const name of names) {
    const [a, b] = [row[name], other[name]];
    if (typeof a !== 'string' || typeof b !== 'string') continue;
    const score = isName(model, name) ? similarity(a, b) : Number(bareValue(a).length >= fewest && bareValue(a) === bareValue(b));
    if (score >= near && score > (best?.score ?? 0)) best = { field: name, score };
  }
  return best;
}
