import { randomInt } from 'node:crypto';
import type { Row } from '#codegen/model.ts';
import { hasAccounts } from '#framework/data/system/accounts/accounts.ts';
import { save } from '#framework/save/save.ts';
import type { Tools } from '#framework/tools.ts';
import { administrator } from '#rules/accounts/actor.ts';
import { hashPassword } from './hash-password.ts';

export const firstAdministrator = 'admin';

/**
 * Makes the first administrator where there is no account at all, with the password of the settings or a new one. Gives a made
 * password, to be printed once; undefined when nothing was made, or with the password that was set.
 */
export async function createFirstAdministrator(tools: Tools): Promise<string | undefined> {
  const model = tools.registry.get('user')?.model;
  if (!model || tools.tables.blocked('user') || (await hasAccounts(tools.db))) return undefined;
  const made = tools.config.adminPassword === undefined ? readablePassword() : undefined;
  const hash = await hashPassword(tools.config.adminPassword ?? made ?? '');
  const row: Row = {
    id: firstAdministrator,
    name: 'Administrator',
    email: 'admin@example.com',
    pw: hash,
    ...(made !== undefined && model.fields.some(({ name }) => name === 'pwOnce') ? { pwOnce: true } : {}),
    roles: [administrator],
  };
  await tools.db.transaction((tx) => save(tools, tx, model, { create: row }, { by: firstAdministrator }));
  tools.log.info({ user: firstAdministrator }, 'first administrator created');
  return made;
}

/** No characters that look alike: it is read off a screen. 20 of 54 are 115 bits. */
function readablePassword(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  return Array.from({ length: 20 }, () => letters[randomInt(letters.length)]).join('');
}
