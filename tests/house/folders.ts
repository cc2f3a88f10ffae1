/** The folders of the wings as the code has them: each with its lines, and the imports that lead from one to another. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, posix, relative } from 'node:path';

export interface Folder {
  /** path from the root, `backend/framework/rules` */
  name: string;
  wing: string;
  files: number;
  lines: number;
}

export interface House {
  folders: Folder[];
  /** `from` and `to` are names of folders; `count` imports lead there */
  imports: { from: string; to: string; count: number }[];
}

export const wings = ['frontend/application', 'frontend/framework', 'backend/application', 'backend/framework', 'codegen'];

/** Those of folders: one that names a file for each side is none. */
const aliases = Object.entries(JSON.parse(readFileSync('package.json', 'utf8')).imports as Record<string, unknown>).flatMap(
  ([alias, path]): [string, string][] => (typeof path === 'string' ? [[alias.replace('/*', '/'), path.replace('.//', '').replace('/*', '/')]] : []),
);

/** Reads every source file of the five wings. A file that lies loose in its wing belongs to the wing's own folder ('backend/framework'). */
export function readHouse(): House {
  const folders = new Map<string, Folder>();
  const counts = new Map<string, number>();
  const files = wings.flatMap((wing) => readdirSync(wing, { recursive: true, encoding: 'utf8' }).map((name) => `${wing}/${name}`));
  for (const file of files.filter((name) => /\.tsx?$/.test(name)).sort()) {
    const text = readFileSync(file, 'utf8');
    const from = folderOf(file);
    if (!from) continue;
    const folder = folders.get(from.name) ?? { ...from, files: 0, lines: 0 };
    folders.set(from.name, { ...folder, files: folder.files + 1, lines: folder.lines + text.split('\n').length - 1 });
    for (const [, specifier = ''] of text.matchAll(/(?:\bfrom|\bimport\(?)\s*'([^']+)'/g)) {
      const to = folderOf(resolveImport(file, specifier));
      if (!to || to.name === from.name) continue;
      const arrow = `${from.name} ${to.name}`;
      counts.set(arrow, (counts.get(arrow) ?? 0) + 1);
    }
  }
  const imports = [...counts].map(([arrow, count]) => {
    const [from = '', to = ''] = arrow.split(' ');
    return { from, to, count };
  });
  return { folders: [...folders.values()], imports };
}

function resolveImport(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.normalize(posix.join(relative('.', dirname(file)), specifier));
  const alias = aliases.find(([name]) => specifier.startsWith(name));
  return alias ? specifier.replace(alias[0], alias[1]) : '';
}

function folderOf(path: string): Pick<Folder, 'name' | 'wing'> | undefined {
  const wing = wings.find((name) => path.startsWith(`${name}/`));
  if (!wing) return undefined;
  const parts = path.slice(wing.length + 1).split('/');
  return { wing, name: parts.length > 1 && wing !== 'codegen' ? `${wing}/${parts[0]}` : wing };
}
