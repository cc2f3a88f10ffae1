import type { Lang } from '#codegen/model.ts';
import { showEntries, type Wanted } from '#framework/data/rows/changes.ts';
import { beginning, isOfHere, type Place, presentPlace, readFeed } from '#framework/data/rows/feed.ts';
import type { FoundChange, FoundChanges } from '#framework/records/wire.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { rowCondition } from '#rules/accounts/permission.ts';
import { meetsCondition } from '#rules/records/condition.ts';
import { Refusal } from '#rules/words/problem.ts';
import { changeReaders } from './reading/search-changes.ts';
import { modelFor } from './record-tools.ts';

/** Of one page: entries, and entries looked at for them. */
const limits = { size: 200, looked: 2_000 } as const;

/**
 * The changes behind a cursor, the oldest first, as far as the person may read the row and the field: each once, those of one row in their order, and none is
 * passed over that is committed later (data/rows/feed.ts). A row that is gone shows its deletion to whom its last values would have been shown.
 * @param since 'first', 'now', or the `cursor` of the page before
 * @throws Refusal msg.badrequest for what is no cursor, changes.cursor (410) for one of data that is no longer there; msg.notfound, msg.admin, msg.forbidden of
 * an object that is named and may not be read
 */
export async function followChanges(tools: Tools, actor: Actor, since: string, wanted: Wanted, lang: Lang): Promise<FoundChanges> {
  if (wanted.object !== undefined) modelFor(tools, actor, wanted.object, 'read');
  const { db } = tools;
  const now = tools.now().getTime();
  if (since === 'now') return { entries: [], next: null, cursor: cursorOf(await presentPlace(db, now)), isMore: false };
  let place = placeOf(since);
  if (!(await isOfHere(db, place))) throw new Refusal('changes.cursor');
  const readers = changeReaders(tools, actor);
  const wasSeen: Parameters<typeof showEntries>[4] = ({ model }, row) => meetsCondition(rowCondition(model, actor.roles), row, model);
  const found: FoundChange[] = [];
  for (let left: number = limits.looked; ; ) {
    const { entries, isMore } = await readFeed(db, place.id, now);
    const shown = await showEntries(db, readers, entries, wanted, wasSeen, lang);
    for (const [index, entry] of entries.entries()) {
      place = entry;
      const one = shown[index];
      if (one) found.push(one);
      left -= 1;
      if (found.length < limits.size && left > 0) continue;
      return { entries: found, next: null, cursor: cursorOf(place), isMore: isMore || index < entries.length - 1 };
    }
    if (!isMore) return { entries: found, next: null, cursor: cursorOf(place), isMore: false };
  }
}

/** The changes of one portion behind a place, each with its own place; undefined for one that is not the follower's. Unlike a page it may be empty before the end. */
export async function changesBehind(
  tools: Tools,
  actor: Actor,
  cursor: string,
  lang: Lang,
): Promise<{ changes: { cursor: string; change: FoundChange | undefined }[]; isMore: boolean }> {
  const place = placeOf(cursor);
  if (!(await isOfHere(tools.db, place))) throw new Refusal('changes.cursor');
  const wasSeen: Parameters<typeof showEntries>[4] = ({ model }, row) => meetsCondition(rowCondition(model, actor.roles), row, model);
  const { entries, isMore } = await readFeed(tools.db, place.id, tools.now().getTime());
  const shown = await showEntries(tools.db, changeReaders(tools, actor), entries, {}, wasSeen, lang);
  return { changes: entries.map((entry, index) => ({ cursor: cursorOf(entry), change: shown[index] })), isMore };
}

/** A text that no number of ms looks like. */
function cursorOf({ id, at }: Place): string {
  return `c${id.toString(36)}.${at.toString(36)}`;
}

function placeOf(text: string): Place {
  if (text === 'first') return beginning;
  const [, id, at] = /^c([0-9a-z]{1,10})\.([0-9a-z]{1,10})$/.exec(text) ?? [];
  if (id === undefined || at === undefined) throw new Refusal('msg.badrequest', { values: { field: 'since' } });
  return { id: Number.parseInt(id, 36), at: Number.parseInt(at, 36) };
}
