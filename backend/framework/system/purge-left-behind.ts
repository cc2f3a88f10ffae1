/** Rows whose schema file is gone are deleted for good. */
import { holdersOf, leftBehind, purgeObject } from '#framework/data/evolve/left-behind.ts';
import type { Tools } from '#framework/tools.ts';
import { type Actor, isAdministrator } from '#rules/accounts/actor.ts';
import { Refusal } from '#rules/words/problem.ts';
import { usesInWords } from '#rules/words/wording.ts';
import { filesOf } from './read-system.ts';
import type { PurgedObject } from './wire.ts';

/**
 * Drops the tables of an object that has no file, with their history; its files go by the sweep as any that no row shows.
 * @throws Refusal msg.admin (P02), msg.notfound where nothing is left behind by that name, msg.invalid unless the name is typed,
 * msg.referenced where another object's rows refer to it
 */
export async function purgeLeftBehind(tools: Tools, actor: Actor, { object, typed }: { object: unknown; typed: unknown }): Promise<PurgedObject> {
  if (!isAdministrator(actor)) throw new Refusal('msg.admin');
  const { db, registry, tables, log } = tools;
  return tables.alone(async () => {
    const left = (await leftBehind(db, filesOf(tools))).find((one) => one.object === object);
    if (!left) throw new Refusal('msg.notfound');
    if (typed !== left.object) throw new Refusal('msg.invalid', { fields: [{ path: 'typed', code: 'field.pattern' }] });
    const holders = await holdersOf(db, left.object);
    if (holders.length) throw new Refusal('msg.referenced', { values: usesInWords(holders.map((name) => ({ model: registry.get(name)?.model, count: 1 }))) });
    await purgeObject(db, left.object);
    log.info({ object, rows: left.rows, user: actor.id }, 'rows without a schema file purged');
    return { object: left.object, rows: left.rows };
  });
}
