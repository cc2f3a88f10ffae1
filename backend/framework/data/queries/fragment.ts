/** Parts of statements with what they bind. Rows are always called `t`. */
import type { Scalar } from '#kinds/kind.ts';
import type { Compare } from '#rules/queries/filter.ts';
import { type DatabaseKind, ident, type SqlValue } from '../engine/connect.ts';
import { padded } from '../engine/table.ts';

export interface Fragment {
  sql: string;
  params: SqlValue[];
}

export const always: Fragment = { sql: '1 = 1', params: [] };
export const never: Fragment = { sql: '1 = 0', params: [] };

/** Both fragments must hold; 'always' disappears. */
export function both(a: Fragment, b: Fragment): Fragment {
  if (a === always) return b;
  if (b === always) return a;
  return joined([a, b], 'AND');
}

/** All of them, or one of them; of none: every row, or no row. */
export function joined(parts: Fragment[], word: 'AND' | 'OR'): Fragment {
  if (!parts.length) return word === 'AND' ? always : never;
  if (parts.length === 1) return parts[0] as Fragment; // length was just tested
  return { sql: parts.map((part) => `(${part.sql})`).join(` ${word} `), params: parts.flatMap((part) => part.params) };
}

/** Not, with two outcomes only: where the comparison is unknown, it does not hold. */
export function notSql(part: Fragment): Fragment {
  return { sql: `((${part.sql}) IS NOT TRUE)`, params: part.params };
}

/** A column of the table called `t`. */
export function col(name: string): string {
  return `t.${ident(name)}`;
}

/** `(?, ?, ?, ?)` for a list, padded. */
export function inList(values: readonly SqlValue[]): Fragment {
  const params = padded(values);
  return { sql: `(${params.map(() => '?').join(', ')})`, params };
}

/** What a comparison is with, as a list. */
export function listed(filter: Compare): Scalar[] {
  return Array.isArray(filter.value) ? filter.value : [filter.value];
}

/** A text within a statement, where it cannot be bound. */
export function literal(text: string, kind: DatabaseKind): string {
  return `'${(kind === 'mariadb' ? text.replaceAll('\\', '\\\\') : text).replaceAll("'", "''")}'`;
}

/** A text within LIKE … ESCAPE '!'. */
export function escaped(text: string): string {
  return text.replace(/[!%_]/g, '!$&');
}
