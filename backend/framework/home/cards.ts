/** The cards of somebody's home page: their own, else their role's. They are stored as a view of no object is. */

import { createHash } from 'node:crypto';
import { listHomes, ofHome, putView, removeView, type StoredView } from '#framework/data/system/views.ts';
import type { RecordTools } from '#framework/records/record-tools.ts';
import { restorable } from '#framework/views/keep-view.ts';
import { mayChange, rolesOf } from '#framework/views/list-views.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { type Card, readCards } from '#rules/card.ts';
import { isObject } from '#rules/records/record.ts';
import { Refusal } from '#rules/words/problem.ts';
import type { HomeCards } from './wire.ts';

type Tools = Pick<RecordTools, 'db' | 'registry' | 'now'>;

/** The first of a person's roles that has cards gives them, where they have none of their own. */
export async function listCards({ db, registry }: Pick<Tools, 'db' | 'registry'>, actor: Actor): Promise<HomeCards> {
  const homes = await listHomes(db, actor.id, actor.roles);
  const own = homes.find(({ scope }) => scope === 'me');
  const home = own ?? actor.roles.flatMap((role) => homes.filter(({ scope, who }) => scope === 'role' && who === role))[0];
  return { cards: home ? cardsOf(home) : [], of: home ? (own ? 'me' : 'role') : 'house', roles: rolesOf(registry, actor) };
}

/** Stores the cards of the person, or of a role, or takes them away, and gives what the person has now. What a card shows is asked with the rights of who looks. @throws Refusal msg.badrequest, msg.forbidden */
export async function storeCards(tools: Tools, actor: Actor, body: unknown): Promise<HomeCards> {
  const { cards, role }: Record<string, unknown> = isObject(body) ? body : {};
  if (role !== undefined && (typeof role !== 'string' || !role || role.length > 64)) throw new Refusal('msg.badrequest', { values: { field: 'role' } });
  const settings = cards === null ? undefined : JSON.stringify(readCards(cards));
  const place = role === undefined ? { scope: 'me' as const, who: actor.id } : { scope: 'role' as const, who: role };
  if (!mayChange(actor, place)) throw new Refusal('msg.forbidden');
  // One of each: two pages that store at once write the same row.
  const id = createHash('sha256').update(`home ${place.scope} ${place.who}`).digest('hex').slice(0, 32);
  const now = tools.now().getTime();
  await tools.db.transaction(async (tx) => {
    if (settings === undefined) await removeView(tx, id, now, now - restorable);
    else await putView(tx, { ...place, id, object: ofHome, name: ofHome, isDefault: false, settings, by: actor.id }, now);
  });
  return listCards(tools, actor);
}

function cardsOf({ settings }: StoredView): Card[] {
  return JSON.parse(settings) as Card[]; // written by storeCards, which has read them
}
