/** Somebody's notices: of rows that they may still read, as those are called now. */
import type { Lang, Role } from '#codegen/model.ts';
import { readerFor } from '#framework/data/rows/reader.ts';
import { loadTitleRows } from '#framework/data/rows/records.ts';
import { type About, commentTexts } from '#framework/data/system/comments.ts';
import { listNotices, markRead, type StoredNotice } from '#framework/data/system/notices.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { may } from '#rules/accounts/permission.ts';
import { lineOf, namedIn } from '#rules/records/mention.ts';
import { titleOf } from '#rules/records/record.ts';
import { Refusal } from '#rules/words/problem.ts';
import { namesOf } from './readers.ts';
import type { Notice } from './wire.ts';

/** Notices of one person that are shown; the bell counts no further. */
export const mostNotices = 100;
/** Characters of a comment in a notice. */
const mostLine = 200;

type NoticeTools = Pick<Tools, 'db' | 'registry' | 'tables' | 'now'>;

/** Those that are not read first. */
export async function readNotices(tools: NoticeTools, actor: Actor, lang: Lang): Promise<{ notices: Notice[]; unread: number }> {
  const notices = await showable(tools, actor, await listNotices(tools.db, actor.id, mostNotices), lang);
  return { notices, unread: notices.filter(({ isRead }) => !isRead).length };
}

/** These of somebody's as they may see them: one statement for each object that they are about, one for the comments, one for the names. */
export async function showable(
  { db, registry, tables }: NoticeTools,
  { roles }: Pick<Actor, 'roles'>,
  all: readonly StoredNotice[],
  lang: Lang,
): Promise<Notice[]> {
  const titles = await rowTitles({ db, registry, tables }, roles, all, lang);
  const seen = all.filter(({ object, id }) => titles.get(object)?.has(id));
  const texts = await commentTexts(
    db,
    seen.filter(({ comment }) => comment).map(({ comment }) => comment),
  );
  const names = await namesOf(
    db,
    seen.flatMap(({ by, comment }) => [by, ...namedIn(texts.get(comment) ?? '')]),
  );
  return seen.map(({ notice, kind, object, id, by, at, isRead, due, comment }) => ({
    notice,
    kind,
    object,
    id,
    title: titles.get(object)?.get(id) ?? id,
    by,
    name: names[by] ?? by,
    at,
    isRead,
    due,
    text: lineOf(texts.get(comment) ?? '', names, mostLine),
  }));
}

/** What rows are called, by object and id, as far as these roles may read them: one statement for each object. */
export async function rowTitles(
  { db, registry, tables }: Pick<Tools, 'db' | 'registry' | 'tables'>,
  roles: readonly Role[],
  rows: readonly About[],
  lang: Lang,
): Promise<Map<string, Map<string, string>>> {
  const titles = new Map<string, Map<string, string>>();
  for (const object of new Set(rows.map((one) => one.object))) {
    const model = registry.get(object)?.model;
    if (!model || model.entity.virtual || !may(model, roles, 'read') || tables.blocked(object) !== undefined) continue;
    const ids = [...new Set(rows.filter((one) => one.object === object).map(({ id }) => id))];
    const found = await loadTitleRows(db, readerFor(model, roles, db.kind), ids);
    titles.set(object, new Map(found.map((row) => [String(row[model.entity.key]), titleOf(row, model, lang) || String(row[model.entity.key])])));
  }
  return titles;
}

/** One's own: these, or all. @throws Refusal msg.badrequest */
export async function readOff({ db, now }: NoticeTools, actor: Actor, body: unknown): Promise<void> {
  const { ids }: { ids?: unknown } = typeof body === 'object' && body !== null ? body : {};
  if (ids !== undefined && !(Array.isArray(ids) && ids.length > 0 && ids.length <= mostNotices && ids.every((id) => Number.isSafeInteger(id))))
    throw new Refusal('msg.badrequest', { values: { field: 'ids' } });
  await markRead(db, actor.id, ids as number[] | undefined, now().getTime()); // looked at above
}
