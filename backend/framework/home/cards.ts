/** The cards of somebody's home page: their own, else their role's. */
import { listHomes, putHome, type StoredHome } from '#framework/data/system/homes.ts';
import type { RecordTools } from '#framework/records/record-tools.ts';
import { type Actor, isAdministrator } from '#rules/accounts/actor.ts';
import { type Card, readCards } from '#rules/card.ts';
import { Refusal } from '#rules/words/problem.ts';
import type { HomeCards } from './wire.ts';

type Tools = Pick<RecordTools, 'db' | 'registry'>;

/** The first of a person's roles that has cards gives them, where they have none of their own. */
export async function listCards({ db, registry }: Tools, actor: Actor): Promise<HomeCards> {
  const homes = await listHomes(db, actor.id, actor.roles);
  const own = homes.find(({ scope }) => scope === 'me');
  const ofRole = actor.roles.flatMap((role) => homes.filter(({ scope, who }) => scope === 'role' && who === role))[0];
  const home = own ?? ofRole;
  const roles = isAdministrator(actor) ? [...new Set(registry.objects().flatMap(({ model }) => Object.values(model.access.verbs).flat()))].sort() : [];
  return { cards: home ? cardsOf(home) : [], of: home ? home.scope : 'house', roles };
}

/** Stores the cards of the person, or of a role, or takes them away. What a card shows is asked with the rights of who looks. @throws Refusal msg.badrequest, msg.forbidden */
export async function storeCards(tools: Tools, actor: Actor, body: unknown): Promise<Pick<HomeCards, 'of'>> {
  const { cards, role }: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {};
  if (role !== undefined && (typeof role !== 'string' || !role || role.length > 64)) throw new Refusal('msg.badrequest', { values: { field: 'role' } });
  const read = cards === null ? undefined : JSON.stringify(readCards(cards));
  if (role !== undefined && !isAdministrator(actor)) throw new Refusal('msg.admin');
  const place = role === undefined ? { scope: 'me' as const, who: actor.id } : { scope: 'role' as const, who: role };
  await tools.db.transaction((tx) => putHome(tx, place, read));
  return { of: (await listCards(tools, actor)).of };
}

function cardsOf({ cards }: StoredHome): Card[] {
  return JSON.parse(cards) as Card[]; // written by storeCards, which has read them
}
