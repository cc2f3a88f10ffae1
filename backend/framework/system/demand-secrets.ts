/** Processes that share a database share their secrets: else a code that one has mailed, or a link that it has made, is wrong at the next. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Config } from '#backend/config.ts';
import { readSetting, writeSetting } from '#framework/data/system/settings.ts';
import type { Tools } from '#framework/tools.ts';

/** Another process has another secret; the message says which setting. */
export class ForeignSecret extends Error {}

/** 10 ms of a processor, for a secret of sixteen signs or more. */
const cost = 4_096;
const derive = promisify<string, string, number, object, Buffer>(scrypt);

const secrets: Record<'SERVER_SECRET' | 'PUBLIC_SECRET', (config: Config) => string> = {
  SERVER_SECRET: ({ serverSecret }) => serverSecret,
  PUBLIC_SECRET: ({ publicSecret }) => publicSecret,
};

/**
 * Compares this process's secrets with the hashes that the database has of them, and leaves its own there. `others`: processes that run on it.
 * @throws ForeignSecret where one of them differs and others run; where nobody does, the former one is forgotten, with a line in the log
 */
export async function demandSecrets({ db, config, log }: Pick<Tools, 'db' | 'config' | 'log'>, others: number): Promise<void> {
  for (const [name, secretOf] of Object.entries(secrets)) {
    const secret = secretOf(config);
    const stored = await readSetting(db, name);
    if (stored && (await isHashOf(stored, secret))) continue;
    if (stored && others)
      throw new ForeignSecret(
        `${name} is another than that of the ${others} other processes on ${db.address}: give all of them the same (one that was killed counts for 15 seconds)`,
      );
    if (stored && name === 'SERVER_SECRET')
      log.warn('SERVER_SECRET is another than before: mailed codes, personal links and second factors of then open no more');
    await writeSetting(db, name, await hashOf(secret, randomBytes(16).toString('hex')));
  }
}

async function hashOf(secret: string, salt: string): Promise<string> {
  return `${salt}:${(await derive(secret, salt, 32, { N: cost })).toString('hex')}`;
}

async function isHashOf(stored: string, secret: string): Promise<boolean> {
  const [salt = ''] = stored.split(':');
  const [known, own] = [Buffer.from(stored), Buffer.from(await hashOf(secret, salt))];
  return known.length === own.length && timingSafeEqual(known, own);
}
