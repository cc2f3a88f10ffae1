/** One-time secrets of accounts: codes that were mailed, links that were handed over. Only hashes are stored; times are ms since 1970. */
import type { Executor } from '../../engine/connect.ts';
import { table } from '../../engine/table.ts';

export type SecretKind = 'reset-code' | 'reset-link' | 'verify-code' | 'address-code';

export interface SecretRow {
  id: string;
  realm: string;
  kind: SecretKind;
  account: string;
  hash: string;
  at: number;
  endsAt: number;
  tries: number;
}

export async function insertSecret(db: Executor, secret: SecretRow): Promise<void> {
  const { endsAt, ...named } = secret;
  await table(db, '_secret').insert({ ...named, ends_at: endsAt });
}

export async function findSecret(db: Executor, id: string): Promise<SecretRow | undefined> {
  const row = await table(db, '_secret').where({ id }).first();
  return row && read(row);
}

/** The account's newest of the kind, whether it still holds or not. */
export async function newestSecret(db: Executor, realm: string, kind: SecretKind, account: string): Promise<SecretRow | undefined> {
  const row = await table(db, '_secret')
    .where({ realm, kind, account })
    .orderBy([{ column: 'at', order: 'desc' }, 'id'])
    .first();
  return row && read(row);
}

export async function countSecrets(db: Executor, realm: string, kind: SecretKind, account: string, since: number): Promise<number> {
  const row = await table(db, '_secret').where({ realm, kind, account }).where('at', '>', since).count({ count: '*' }).first();
  return Number(row?.count ?? 0);
}

/** Counts one try, before the secret is compared; false when none is left or it has run out. */
export async function takeTry(db: Executor, id: string, most: number, now: number): Promise<boolean> {
  return (await table(db, '_secret').where({ id }).where('tries', '<', most).where('ends_at', '>', now).increment('tries')) > 0;
}

/** The account's secrets hold no longer; that they were given is remembered until they are swept. */
export async function spendSecrets(db: Executor, realm: string, account: string): Promise<void> {
  await table(db, '_secret').where({ realm, account }).update({ ends_at: 0 });
}

export async function sweepSecrets(db: Executor, before: number): Promise<void> {
  await table(db, '_secret').where('at', '<=', before).del();
}

function read(row: Record<string, unknown>): SecretRow {
  return {
    id: String(row.id),
    realm: String(row.realm),
    kind: String(row.kind) as SecretKind,
    account: String(row.account),
    hash: String(row.hash),
    at: Number(row.at),
    endsAt: Number(row.ends_at),
    tries: Number(row.tries),
  };
}
