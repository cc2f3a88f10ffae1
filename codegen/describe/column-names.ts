/**
 * What a field's column is called: like the field where a database takes the name, else a name of our own that is made of the key and nothing else, so that
 * moving, adding and removing other fields moves no values. The one place that knows of both names; everything else asks `column.name`. Pure.
 */
import { createHash } from 'node:crypto';

/** Characters of a name of MariaDB, less what archives and indexes put around it. */
const longest = 48;
/** What needs no quotes to be read. */
const plain = /^[\p{L}\p{N}_$@][\p{L}\p{N}_$-]*$/u;
/** MariaDB has no names beyond the basic plane. */
const beyond = /[\u{10000}-\u{10ffff}]/u;
/** The framework's own columns, beside those that are given. */
const own = /^(?:_q|_trash|_x_.*|__.*)$/;

/** The columns of fields that lie in one table, by field. `first`: names that go before all others, those of columns that every table has. */
export function columnNames(keys: readonly string[], first: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  const unfit = keys.filter((key) => !isColumn(key));
  const taken = new Set([...first.filter((name) => !keys.includes(name)), ...unfit.map(madeName)].map(folded));
  // In an order that does not depend on where they stand: of keys that differ in their case alone the first has the name.
  const sorted = [...keys].sort((a, b) => Number(first.includes(b)) - Number(first.includes(a)) || (a < b ? -1 : 1));
  for (const key of sorted) {
    const name = isColumn(key) && !taken.has(folded(key)) ? key : madeName(key);
    taken.add(folded(name));
    found.set(key, name);
  }
  return found;
}

/** What the column of a field of that name is or was called, depending on what stood beside it; the likeliest first. */
export function columnsOfName(key: string): string[] {
  return isColumn(key) ? [key, madeName(key)] : [madeName(key)];
}

function isColumn(key: string): boolean {
  return key.length <= longest && plain.test(key) && !own.test(key) && !beyond.test(key);
}

/** 'sap.app' → 'k_sap_app_1f0c3b9a2d': readable where it can be, and of no other key. */
function madeName(key: string): string {
  const stem = key
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 30);
  return `k_${stem}${stem && '_'}${createHash('sha256').update(key).digest('hex').slice(0, 10)}`;
}

/** Databases compare names without case. */
function folded(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase();
}
