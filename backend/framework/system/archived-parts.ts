/** What removed fields left in the tables: shown, and deleted for good. */
import { applyPlan } from '#framework/data/evolve/apply.ts';
import { archivedParts, planPurge } from '#framework/data/evolve/purge.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import { type Actor, isAdministrator } from '#rules/accounts/actor.ts';
import { Refusal } from '#rules/words/problem.ts';
import type { ArchivedPart } from './wire.ts';

/** Of every object in use, the biggest first. */
export async function readArchivedParts({ db, registry }: Tools): Promise<ArchivedPart[]> {
  const entries = registry.objects().filter(({ model }) => !model.entity.virtual);
  const archived = (await archivedParts(db, entries)).map(({ table: _, at, ...part }) => ({ ...part, at: at ? stampOf(at) : '' }));
  return archived.sort((a, b) => (b.bytes ?? 0) - (a.bytes ?? 0));
}

/**
 * Deletes one of them for good.
 * @throws Refusal msg.admin (P02), msg.notfound where nothing of that name is archived, msg.invalid unless the object's name is typed
 */
export async function purgeArchivedPart(
  tools: Tools,
  actor: Actor,
  { object, key, typed }: { object: unknown; key: unknown; typed: unknown },
): Promise<{ key: string }> {
  if (!isAdministrator(actor)) throw new Refusal('msg.admin');
  const { db, registry, tables, log } = tools;
  return tables.alone(async () => {
    const entry = registry.objects().find(({ model }) => model.name === object);
    const plan = entry && (await planPurge(db, entry));
    const step = plan?.steps.find((one) => one.key === key);
    if (!entry || !plan || !step) throw new Refusal('msg.notfound');
    if (typed !== object) throw new Refusal('msg.invalid', { fields: [{ path: 'typed', code: 'field.pattern' }] });
    const { failed } = await applyPlan(db, { ...plan, steps: [step] }, { allow: ['destructive'], typedName: entry.model.name });
    if (failed[0]) throw new Error(failed[0].message);
    log.info({ object, key, user: actor.id }, 'values of removed fields purged');
    return { key: step.key };
  });
}
