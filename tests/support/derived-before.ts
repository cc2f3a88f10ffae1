/**
 * What a server of this worker worked out from schema files, for the next one of the same files: mostly the same test on the other database. Files that differ
 * are worked out, for the name of each is the hash of everything it was made from; a process of its own does so in its tests (decision 041).
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** name below the cache folder → text, the newest last */
const known = new Map<string, string>();
/** a worker's files come and go */
const most = 60;

export function layDerived(cacheDir: string): void {
  mkdirSync(join(cacheDir, 'validators'), { recursive: true });
  for (const [name, text] of known) writeFileSync(join(cacheDir, name), text);
}

export function keepDerived(cacheDir: string): void {
  for (const name of readdirSync(cacheDir, { recursive: true, encoding: 'utf8' }))
    if (/^objects-\w+\.json$|^validators.[\w.-]+\.mjs$/.test(name) && !known.has(name)) known.set(name, readFileSync(join(cacheDir, name), 'utf8'));
  for (const name of [...known.keys()].slice(0, -most)) known.delete(name);
}
