/** Accounts as signing in needs them: staff are rows of the object `user`, people of another realm of its object; with the hash that no answer ever carries. */

import type { Lang, ObjectModel, Role, Row } from '#codegen/model.ts';
import { accountObject, realmRole, staff } from '#rules/accounts/realm.ts';
import { isSecret } from '#rules/records/record.ts';
import { langOf } from '#rules/words/language.ts';
import type { Database, Executor, Transaction } from '../../engine/connect.ts';
import { padded, table } from '../../engine/table.ts';
import { claimRows } from '../../rows/claims.ts';
import { decodeRow } from '../../rows/codec.ts';

export interface Account {
  id: string;
  name: string;
  email: string;
  roles: Role[];
  lang: Lang;
  /** false once an account is disabled; an object without such a field has enabled accounts only */
  enabled: boolean;
  /** wants their notices by mail once a day; where the object does not ask, everybody does */
  digest: boolean;
  /** the password is temporary, valid for one sign-in */
  once: boolean;
  /** of the password; '' for an account that cannot sign in */
  hash: string;
  /** whether the address is known to be theirs; where the object has no such field, staff typed it */
  verified: boolean;
  /** when it was made, as its table has it: with the id the name of this account, and of no later one */
  born: string;
  ver: number;
}

type Raw = Record<string, unknown>;

/** Takes of a whole row, read with `u.*` because `enabled` and others may be among the columns or not, what signing in needs. */
export function readAccount(row: Raw, realm: string = staff): Account {
  const role = realmRole(realm);
  const roles: unknown = role !== undefined ? [role] : typeof row.roles === 'string' ? JSON.parse(row.roles) : row.roles;
  return {
    id: String(row.id),
    name: String(row.name ?? ''),
    email: String(row.email ?? ''),
    roles: Array.isArray(roles) ? roles.map(String) : [],
    lang: langOf(row.lang),
    enabled: row.enabled === undefined || row.enabled === true || Number(row.enabled) === 1,
    digest: row.digest === undefined || row.digest === null || row.digest === true || Number(row.digest) === 1,
    once: Number(row.pwOnce ?? 0) === 1,
    hash: String(row.pw ?? ''),
    verified: row.verified === undefined || Number(row.verified ?? 0) === 1,
    born: String(row.create_at ?? ''),
    ver: Number(row.ver ?? 0),
  };
}

/** Rows of a realm's accounts by an address in its normal form; `unique`: one account has it at most. Addresses are ASCII, so LOWER is the same everywhere. */
export async function accountRows(db: Executor, realm: string, address: string, unique: boolean): Promise<Raw[]> {
  const exact = unique ? await table(db, accountObject(realm)).where({ email: address }) : [];
  // Staff may have typed one with capitals.
  return exact.length ? exact : table(db, accountObject(realm)).whereRaw('LOWER(email) = ?', address).orderBy('id');
}

/** The account of an id, else of an e-mail (any case), with its password hash. */
export async function findAccount(db: Database, login: string): Promise<Account | undefined> {
  const byId = await table(db, 'user').where({ id: login });
  // Two accounts of one address would make the address name neither.
  const rows = byId.length ? byId : await table(db, 'user').whereRaw('LOWER(email) = ?', login.toLowerCase()).limit(2);
  const row = rows.length === 1 ? rows[0] : undefined;
  return row && readAccount(row);
}

/** A realm's account by its id alone. */
export async function accountById(db: Executor, realm: string, id: string): Promise<Account | undefined> {
  const row = await table(db, accountObject(realm)).where({ id }).first();
  return row && readAccount(row, realm);
}

/** Staff by their ids. */
export async function accountsByIds(db: Executor, ids: readonly string[]): Promise<Account[]> {
  if (!ids.length) return [];
  return (await table(db, accountObject(staff)).whereIn('id', padded(ids))).map((row) => readAccount(row));
}

/** Of which those with a role are looked for. */
const mostAccounts = 10_000;

/** Staff, so many of them. */
export async function listAccounts(db: Executor, limit: number): Promise<Account[]> {
  return (await table(db, accountObject(staff)).orderBy('id').limit(limit)).map((row) => readAccount(row));
}

/** Staff that are enabled and have one of the roles; of so many accounts at most. */
export async function accountsWithRole(db: Executor, roles: readonly string[]): Promise<Account[]> {
  return (await listAccounts(db, mostAccounts)).filter((account) => account.enabled && account.roles.some((role) => roles.includes(role)));
}

/** Holds the account's row until the transaction ends. */
export async function lockAccount(tx: Transaction, realm: string, id: string): Promise<void> {
  const object = accountObject(realm);
  await claimRows(tx, object, [id]);
  await table(tx, object).where({ id }).select('id').forUpdate();
}

export async function hasAccounts(db: Database): Promise<boolean> {
  return (await table(db, 'user').select('id').limit(1)).length > 0;
}

/** The account's row as the API speaks it, without anything that leaves in no answer. */
export async function readAccountRow(db: Database, model: ObjectModel, id: string): Promise<Row | undefined> {
  const stored = await table(db, 'user').where({ id }).first();
  if (!stored) return undefined;
  const row = decodeRow(model, stored, db.kind);
  const shown = model.fields.filter((field) => field.column && !isSecret(field));
  return Object.fromEntries(shown.map((field) => [field.name, row[field.name] ?? null]));
}
