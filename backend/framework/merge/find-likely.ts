/** Rows that are likely about the same thing as one that is being typed or open: found by the indexes that a search has, never by reading the table. */
import type { Lang, Row } from '#codegen/model.ts';
import { type Reader, readerFor } from '#framework/data/rows/reader.ts';
import { loadPage } from '#framework/data/rows/records.ts';
import { modelFor, type RecordTools } from '#framework/records/record-tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import type { Filter } from '#rules/queries/filter.ts';
import { isName, likenessOf, nearSearches } from '#rules/queries/likeness.ts';
import { likenessFields } from '#rules/queries/likeness-fields.ts';
import { fieldNamed, titleOf } from '#rules/records/record.ts';
import type { LikelyDuplicate } from './wire.ts';

/** Rows that one search may bring, of which the likeness is then measured. */
const candidates = 30;
const most = 5;
/** Characters looked at of a value. */
const longest = 120;

/** The likeliest first; as far as this person may list and read them. `id`: the row itself, which is not its own double. */
export async function findLikely(tools: RecordTools, actor: Actor, object: string, row: Row, id: string | undefined, lang: Lang): Promise<LikelyDuplicate[]> {
  const model = modelFor(tools, actor, object, 'list');
  const reader = readerFor(model, actor.roles, tools.db.kind, 'list');
  const readable = new Set(reader.fields.map(({ name }) => name));
  const names = likenessFields(model).filter((name) => readable.has(name));
  const found = new Map<string, LikelyDuplicate & { score: number }>();
  for (const name of names) {
    const value = typeof row[name] === 'string' ? row[name].trim().slice(0, longest) : '';
    for (const filter of value ? searchesFor(reader, name, value) : []) {
      const sort = { field: model.entity.key, order: 'ASC' } as const;
      for (const other of (await loadPage(tools.db, reader, { filter, sort, limit: candidates, offset: 0 })) as Row[]) {
        const key = String(other[model.entity.key]);
        const likeness = key !== id && likenessOf(model, names, row, other);
        if (likeness) found.set(key, { id: key, title: titleOf(other, model, lang), ...likeness });
      }
    }
  }
  const sorted = [...found.values()].sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
  return sorted.slice(0, most).map(({ score: _, ...one }) => one);
}

/** How rows with such a value are found: by an index of the field, or by the words of the search. A field that has neither is looked for by neither. */
function searchesFor({ model }: Reader, name: string, value: string): Filter[] {
  const field = fieldNamed(model.fields, name);
  const isSearched = model.search.includes(name);
  const same: Filter[] = field?.column?.index || field?.column?.unique ? [{ kind: 'compare', field: name, op: 'eq', value }] : [];
  if (!isSearched) return same;
  const whole: Filter = { kind: 'search', text: value };
  if (!isName(model, name)) return [...same, whole];
  return [...same, whole, ...nearSearches(value).map((text): Filter => ({ kind: 'search', text }))];
}
