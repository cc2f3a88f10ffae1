/** The file system side of load: the JSON files of a schemas and a locales folder as the map that `loadFrom` takes. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { type Loaded, loadFrom } from './load.ts';

export interface Folders {
  schemasDir: string;
  localesDir: string;
}

/** All JSON files of both folders, keyed 'schemas/…' and 'locales/…'; a folder that is not there is empty. Dot files and editors' swap files are left out. */
export async function readFiles({ schemasDir, localesDir }: Folders): Promise<Map<string, string>> {
  const entries = await Promise.all([readTree(schemasDir, 'schemas'), readTree(localesDir, 'locales')]);
  return new Map(entries.flat());
}

/** The same files' stamps (mtime and size) in one string: cheap to compare by a poll. */
export async function readStamps({ schemasDir, localesDir }: Folders): Promise<string> {
  const [schemas, locales] = await Promise.all([names(schemasDir), names(localesDir)]);
  const paths = [...schemas.map((name) => join(schemasDir, name)), ...locales.map((name) => join(localesDir, name))];
  const stamps = await Promise.all(
    paths.map(async (path) => {
      const found = await stat(path).catch(() => undefined);
      return `${path}:${found?.mtimeMs ?? 0}:${found?.size ?? 0}`;
    }),
  );
  return stamps.join('\n');
}

/** Reads and loads in one step. */
export async function load(folders: Folders): Promise<Loaded> {
  return loadFrom(await readFiles(folders));
}

async function names(dir: string): Promise<string[]> {
  const all = await readdir(dir, { recursive: true }).catch(() => []);
  return all.filter((name) => /^[^.~][^~]*\.json$/.test(name.split(sep).at(-1) ?? '')).sort();
}

async function readTree(dir: string, prefix: string): Promise<[string, string][]> {
  const found = await Promise.all(
    (await names(dir)).map(async (name): Promise<[string, string] | undefined> => {
      const text = await readFile(join(dir, name), 'utf8').catch(() => undefined); // gone between listing and reading
      return text === undefined ? undefined : [`${prefix}/${name.split(sep).join('/')}`, text];
    }),
  );
  return found.filter((entry) => entry !== undefined);
}
