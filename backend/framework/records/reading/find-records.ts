import type { Lang, ObjectModel, Row } from '#codegen/model.ts';
import { commonnessOf } from '#framework/data/queries/common-words.ts';
import { narrowReader, type Reader, readerFor, readRow } from '#framework/data/rows/reader.ts';
import { loadRawPage } from '#framework/data/rows/records.ts';
import { isSearchable } from '#framework/data/rows/search.ts';
import type { Found } from '#framework/records/wire.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { may } from '#rules/accounts/permission.ts';
import { type Filter, filterLimits } from '#rules/queries/filter.ts';
import { parseSort } from '#rules/queries/parse-filter.ts';
import { rankOf } from '#rules/queries/ranking.ts';
import { titleFields, titleOf } from '#rules/records/record.ts';
import { Refusal } from '#rules/words/problem.ts';

/** Records answered of one object, and of all. */
const most = { object: 5, all: 30 } as const;
/** Rows of an object that are looked at beside those whose title begins with the words. */
const looked = 20;

/**
 * Records of all objects that the person may read, by words, the best first: titles that are what was typed, then those that begin so, then the rest. Three
 * statements for each object that can be searched, whatever its size.
 * @throws Refusal param.filter: the words are too many
 */
export async function findRecords(tools: Tools, actor: Actor, text: string, lang: Lang): Promise<Found[]> {
  if ([...text].length > filterLimits.search) throw new Refusal('param.filter', { values: { field: 'q' } });
  if (!text.trim()) return [];
  const models = tools.registry
    .objects()
    .map(({ model }) => model)
    .filter(
      (model) => !model.entity.virtual && isSearchable(model) && model.search.length && may(model, actor.roles, 'list') && !tools.tables.blocked(model.name),
    );
  const found: (Found & { rank: number })[] = [];
  for (const model of models) found.push(...(await findIn(tools, actor, model, text, lang)));
  return found
    .sort((a, b) => b.rank - a.rank)
    .slice(0, most.all)
    .map(({ rank: _, ...one }) => one);
}

async function findIn({ db }: Tools, actor: Actor, model: ObjectModel, text: string, lang: Lang): Promise<(Found & { rank: number })[]> {
  const titles = titleFields(model);
  const reader = narrowReader(readerFor(model, actor.roles, db.kind, 'list'), new Set([model.entity.key, ...titles]));
  const begun = await pageOf(db, reader, actor, { kind: 'search', text, title: 'begins' }, most.object);
  const rows = begun.length < most.object ? [...begun, ...(await pageOf(db, reader, actor, { kind: 'search', text }, looked))] : begun;
  const byId = new Map(rows.map((row) => [String(row[model.entity.key]), row]));
  return [...byId]
    .map(([id, row]) => ({
      object: model.name,
      id,
      title: titleOf(row, model, lang) || id,
      rank: rankOf(
        text,
        titles.flatMap((name) => (typeof row[name] === 'string' ? row[name] : [])),
      ),
    }))
    .sort((a, b) => b.rank - a.rank)
    .slice(0, most.object);
}

async function pageOf(db: Tools['db'], reader: Reader, actor: Actor, filter: Filter, limit: number): Promise<Row[]> {
  const { field, order } = reader.model.list.sort;
  const sort = parseSort([field, order], reader.model, actor.roles).value;
  const words = await commonnessOf(db, reader, filter);
  return (await loadRawPage(db, reader, { filter, sort, limit, offset: 0, ...(words && { words }) })).map((raw) => readRow(reader, raw));
}
