/** Names of videos for people: `_watch` knows a video only by its stored name or address. */
import type { Row } from '#codegen/model.ts';
import { loadWith } from '#framework/records/check-related.ts';
import type { Tools } from '#framework/tools.ts';
import { among } from '#rules/records/facts.ts';
import { isObject } from '#rules/records/record.ts';
import { nameInLink } from '#rules/records/upload.ts';
import { idOf, objectOf, type WorkKey } from '../rules/works.ts';

/** '{work} {video}' → the file's own name, or 'trailer' and 'roughCut' for those links. Two statements. */
export async function videoNames(tools: Tools, works: readonly WorkKey[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  const load = loadWith(tools.db, tools.registry);
  for (const object of ['pitch', 'film'] as const) {
    const ids = works.filter((work) => objectOf(work) === object).map(idOf);
    for (const row of ids.length ? await load.rows(object, among('id', ids)) : []) note(names, `${object}:${row.id}`, row);
  }
  return names;
}

function note(names: Map<string, string>, work: string, row: Row): void {
  for (const entry of Array.isArray(row.videos) ? row.videos.filter(isObject) : []) {
    const stored = nameInLink(entry.link) ?? String(entry.filepath ?? '');
    if (stored) names.set(`${work} ${stored}`, String(entry.fileName || entry.name || stored));
  }
  for (const field of ['trailer', 'roughCut'] as const) if (typeof row[field] === 'string' && row[field] !== '') names.set(`${work} ${row[field]}`, field);
}
