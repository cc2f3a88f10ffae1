/** Accounts as signing in needs them: staff are rows of the object `user`, people of another realm of its object; with the hash that no answer ever carries. */

import type { Lang, ObjectModel, Role, Row } from '#codegen/model.ts';
import { accountObject, realmRole, staff } from '#rules/accounts/realm.ts';
import { isSecret } from '#rules/records/record.ts';
import { langOf } from '#rules/words/language.ts';
import type { Database, Executor, Transaction } from '../engine/connect.ts';
import { decodeRow } from '../rows/codec.ts';

export interface Account {
  id: string;
  name: string;
  email: string;
  roles: Role[];
  lang: Lang;
  /** false once an account is disabled; an object without such a field has enabled accounts only */
  enabled: boolean;
  /** the password is temporary, valid for one sign-in */
  once: boolean;
  /** of the password; '' for an account that cannot sign in */
  hash: string;
  /** whether the address is known to be theirs; where the object has no such field, staff typed it */
  verified: boolean;
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
    once: Number(row.pwOnce ?? 0) === 1,
    hash: String(row.pw ?? ''),
    verified: row.verified === undefined || Number(row.verified ?? 0) === 1,
    ver: Number(row.ver ?? 0),
  };
}

/** Rows of a realm's accounts by an address in its normal form; `unique`: one account has it at most. Addresses are ASCII, so LOWER is the same everywhere. */
export async function accountRows(db: Executor, realm: string, address: string, unique: boolean): Promise<Raw[]> {
  const select = `SELECT * FROM \`${accountObject(realm)}\` WHERE`;
  const exact = unique ? await db.query(`${select} email = ?`, [address]) : [];
  // Staff may have typed one with capitals.
  return exact.length ? exact : db.query(`${select} LOWER(email) = ? ORDER BY id`, [address]);
}

/** The account of an id, else of an e-mail (any case), with its password hash. */
export async function findAccount(db: Database, login: string): Promise<Account | undefined> {
  const select = `SELECT u.* FROM \`user\` u`;
  const byId = await db.query(`${select} WHERE u.id = ?`, [login]);
  // Two accounts of one address would make the address name neither.
  const rows = byId.length ? byId : await db.query(`${select} WHERE LOWER(u.email) = ? LIMIT 2`, [login.toLowerCase()]);
  const row = rows.length === 1 ? rows[0] : undefined;
  return row && readAccount(row);
}

/** A realm's account by its id alone. */
export async function accountById(db: Executor, realm: string, id: string): Promise<Account | undefined> {
  const [row] = await db.query(`SELECT * FROM \`${accountObject(realm)}\` WHERE id = ?`, [id]);
  return row && readAccount(row, realm);
}

/** Holds the account's row until the transaction ends. */
export async function lockAccount(tx: Transaction, realm: string, id: string): Promise<void> {
  await tx.query(`SELECT id FROM \`${accountObject(realm)}\` WHERE id = ?${tx.forUpdate}`, [id]);
}

export async function hasAccounts(db: Database): Promise<boolean> {
  return (await db.query('SELECT 1 AS one FROM `user` LIMIT 1', [])).length > 0;
}

/** The account's row as the API speaks it, without anything that leaves in no answer. */
export async function readAccountRow(db: Database, model: ObjectModel, id: string): Promise<Row | undefined> {
  const [raw] = await db.query('SELECT * FROM `user` WHERE id = ?', [id]);
  if (!raw) return undefined;
  const row = decodeRow(model, raw, db.kind);
  const shown = model.fields.filter((field) => field.column && !isSecret(field));
  return Object.fromEntries(shown.map((field) => [field.name, row[field.name] ?? null]));
}
