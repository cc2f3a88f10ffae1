/** Who else has a row open, and whether somebody saved it since it was opened. */
import { listPresence, putPresence, removePresence } from '#framework/data/system/presence.ts';
import type { ExpandTools } from '#framework/records/reading/expand-rows.ts';
import { readSelected, withVisitors } from '#framework/records/reading/read-record.ts';
import type { HistoryEntry } from '#framework/records/wire.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { Refusal } from '#rules/words/problem.ts';
import { namesOf } from './readers.ts';
import type { Presence, Present } from './wire.ts';

/** A page that only shows the row is there for so long after it last said so, ms; one that was left without a word counts until then. */
const lookingFor = 15_000;
/** One in which something is typed, ms: it says so less often while its window lies behind others. */
export const typingFor = 120_000;
/** What a page says again within this time is not written again, ms. */
const writtenFor = 8_000;

interface Place {
  object: string;
  id: string;
  page: string;
}

/**
 * Says that the actor has the row open in a page, and tells who else has, with the row's version and who saved it last. Reads rights as a look at the row does.
 * @throws Refusal msg.badrequest with the field, msg.notfound (K06), msg.forbidden
 */
export async function notePresence(tools: ExpandTools, actor: Actor, { page, ...about }: Place, body: unknown): Promise<Presence> {
  const { isTyping }: { isTyping?: unknown } = typeof body === 'object' && body !== null ? body : {};
  if (typeof isTyping !== 'boolean') throw new Refusal('msg.badrequest', { values: { field: 'isTyping' } });
  demandPage(page);
  const { text } = await readSelected(tools, actor, about.object, about.id, { fields: 'ver,update_by,update_at', expand: undefined });
  const row = JSON.parse(text) as { ver?: number; update_by?: string; update_at?: string }; // what was just written of these fields
  const at = tools.now().getTime();
  const present = await listPresence(tools.db, about, at - typingFor);
  const isOwnPage = (one: { account: string; page: string }) => one.account === actor.id && one.page === page;
  const own = present.find(isOwnPage);
  if (own?.isTyping !== isTyping || at - own.at > writtenFor || own.at > at) await putPresence(tools.db, about, { account: actor.id, page, isTyping, at });
  const others = new Map<string, Present>();
  for (const one of present) {
    if (isOwnPage(one) || (!one.isTyping && at - one.at > lookingFor)) continue;
    const before = others.get(one.account);
    others.set(one.account, { account: one.account, isTyping: one.isTyping || before?.isTyping === true });
  }
  const by = row.update_by ?? '';
  const names = await namesOf(tools.db, [...others.keys(), by]);
  const writers: Pick<HistoryEntry, 'by' | 'name'>[] = by && !names[by] ? [{ by }] : [];
  const [visitor] = await withVisitors(tools, actor, writers);
  return {
    ver: row.ver ?? 0,
    by,
    at: row.update_at ?? '',
    others: [...others.values()],
    names: { ...names, ...(visitor?.name && { [by]: visitor.name }) },
  };
}

/** The page was left. Takes back what the actor's own page said, whatever they may read now. @throws Refusal msg.badrequest with the field */
export async function endPresence({ db }: Pick<ExpandTools, 'db'>, actor: Actor, { page, ...about }: Place): Promise<void> {
  demandPage(page);
  await removePresence(db, about, actor.id, page);
}

function demandPage(page: string): void {
  if (!/^[\w-]{8,40}$/.test(page)) throw new Refusal('msg.badrequest', { values: { field: 'page' } });
}
