/** One-time secrets of accounts: codes that were mailed, links that were handed over. Only hashes are stored; times are ms since 1970. */
import type { Executor } from '../engine/connect.ts';

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
  const { id, realm, kind, account, hash, at, endsAt, tries } = secret;
  await db.run('INSERT INTO _secret (id, realm, kind, account, hash, at, ends_at, tries) VALUES (?, ?, ?, ?, ?, ?, ?, ?)', [
    id,
    realm,
    kind,
    account,
    hash,
    at,
    endsAt,
    tries,
  ]);
}

export async function findSecret(db: Executor, id: string): Promise<SecretRow | undefined> {
  const [row] = await db.query('SELECT * FROM _secret WHERE id = ?', [id]);
  return row && read(row);
}

/** The account's newest of the kind, whether it still holds or not. */
export async function newestSecret(db: Executor, realm: string, kind: SecretKind, account: string): Promise<SecretRow | undefined> {
  const [row] = await db.query('SELECT * FROM _secret WHERE realm = ? AND kind = ? AND account = ? ORDER BY at DESC, id LIMIT 1', [realm, kind, account]);
  return row && read(row);
}

export async function countSecrets(db: Executor, realm: string, kind: SecretKind, account: string, since: number): Promise<number> {
  const [row] = await db.query('SELECT COUNT(*) AS count FROM _secret WHERE realm = ? AND kind = ? AND account = ? AND at > ?', [realm, kind, account, since]);
  return Number(row?.count ?? 0);
}

/** Counts one try, before the secret is compared; false when none is left or it has run out. */
export async function takeTry(db: Executor, id: string, most: number, now: number): Promise<boolean> {
  const { changes } = await db.run('UPDATE _secret SET tries = tries + 1 WHERE id = ? AND tries < ? AND ends_at > ?', [id, most, now]);
  return changes > 0;
}

/** The account's secrets hold no longer; that they were given is remembered until they are swept. */
export async function spendSecrets(db: Executor, realm: string, account: string): Promise<void> {
  await db.run('UPDATE _secret SET ends_at = 0 WHERE realm = ? AND account = ?', [realm, account]);
}

export async function sweepSecrets(db: Executor, before: number): Promise<void> {
  await db.run('DELETE FROM _secret WHERE at <= ?', [before]);
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
