/**
 * The one sentence that POST /api/query understands (C01; specification section 7, safety section 1): a SELECT of the key of one
 * object by equality on its key. The grammar is anchored, so nothing can stand before or behind it; table and value are
 * taken out and the server runs its own bound query. No text of a client is ever executed. Pure.
 */

export const longestStatement = 300;

export interface ExistenceQuery {
  object: string;
  key: string;
  value: string;
}

// A name may stand in backticks or double quotes. The value is a plain string literal: '' is a quote in it, a backslash is refused
// because databases disagree about it, and a bare number is refused because `id = 0` would match text.
const name = (group: string) => `(?:(?<${group}>[a-z_][a-z0-9_]{0,63})|\`(?<${group}B>[a-z_][a-z0-9_]{0,63})\`|"(?<${group}Q>[a-z_][a-z0-9_]{0,63})")`;
const sentence = new RegExp(
  `^ *select +${name('column')} +from +${name('object')} +where +${name('key')} *= *'(?<value>(?:[^'\\\\\\p{Cc}]|'')*)'(?: +limit +1)? *;? *$`,
  'iu',
);

/** The parts of the sentence, or undefined for everything else. */
export function parseExistenceQuery(sql: string): ExistenceQuery | undefined {
  if (sql.length > longestStatement) return undefined;
  const parts = sentence.exec(sql)?.groups;
  if (!parts) return undefined;
  const part = (group: string) => parts[group] ?? parts[`${group}B`] ?? parts[`${group}Q`] ?? '';
  if (part('column') !== part('key')) return undefined;
  return { object: part('object'), key: part('key'), value: part('value').replaceAll("''", "'") };
}
