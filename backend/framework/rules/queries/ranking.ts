/** How well a row answers a search, by its title. Pure. */
import { foldedText } from './search-text.ts';

/** The title is what was typed, begins with it, has all its words, or something else of the row does. */
export type Rank = 3 | 2 | 1 | 0;

/** The rank of a row whose title consists of these texts (a title in each language, a number …). */
export function rankOf(query: string, titles: readonly string[]): Rank {
  const wanted = foldedText(query);
  const joined = wanted.replaceAll(' ', '');
  if (!joined) return 0;
  const folded = titles.map(foldedText);
  if (folded.some((title) => title.replaceAll(' ', '') === joined)) return 3;
  if (folded.some((title) => title.replaceAll(' ', '').startsWith(joined))) return 2;
  const all = ` ${folded.join(' ')}`;
  return wanted.split(' ').every((word) => all.includes(isUnspaced(word) ? word : ` ${word}`)) ? 1 : 0;
}

/** The best first; rows of one rank stay as they are ordered. */
export function ranked<T>(query: string, rows: readonly T[], titlesOf: (row: T) => readonly string[]): T[] {
  const ranks = new Map(rows.map((row) => [row, rankOf(query, titlesOf(row))]));
  return [...rows].sort((a, b) => (ranks.get(b) ?? 0) - (ranks.get(a) ?? 0));
}

/** Chinese and Japanese words may stand anywhere in a run of characters, others begin where a word begins. */
function isUnspaced(word: string): boolean {
  return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word);
}
