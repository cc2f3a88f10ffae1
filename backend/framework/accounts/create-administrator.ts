import { randomInt } from 'node:crypto';
import { insertRow } from '#framework/data/rows/write.ts';
import { hasAccounts } from '#framework/data/system/accounts.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import { administrator } from '#rules/actor.ts';
import { defaultsOf } from '#rules/record.ts';
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
  const now = stampOf(tools.now());
  await tools.db.transaction((tx) =>
    insertRow(tx, model, {
      ...defaultsOf(model),
      id: firstAdministrator,
      name: 'Administrator',
      email: 'admin@example.com',
      pw: hash,
      ...(made !== undefined && model.fields.some(({ name }) => name === 'pwOnce') ? { pwOnce: true } : {}),
      roles: [administrator],
      ver: 1,
      create_at: now,
      update_at: now,
      update_by: firstAdministrator,
    }),
  );
  tools.log.info({ user: firstAdministrator }, 'first administrator created');
  return made;
}

/** No characters that look alike: it is read off a screen. 20 of 54 are 115 bits. */
function readablePassword(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  return Array.from({ length: 20 }, () => letters[randomInt(letters.length)]).join('');
}
