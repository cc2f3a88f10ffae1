/**
 * Keys of programs. A key is `rb_`, ten characters that name it, and 256 random bits: of those the sha-256 alone is stored. A slow hash as for passwords
 * guards what a person could have chosen; what is random and this long is guessed under none, and a key comes with every call.
 */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Role } from '#codegen/model.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { type KeyScope, scopeMarks } from '#rules/accounts/key-scope.ts';
import { accountObject, staff } from '#rules/accounts/realm.ts';
import { renamedKey } from '#rules/records/record.ts';
import type { Database, Executor } from '../../engine/connect.ts';
import { inPassing } from '../../engine/in-passing.ts';
import { insertInto, table } from '../../engine/table.ts';
import { readAccount } from './accounts.ts';

const name = '_api_key';
const mark = 'key:';
const shape = /^rb_([a-z0-9]{10})([\w-]{43})$/;
/** A lookup is trusted this long; what ends a key in this process ends it here at once. */
const trusted = 1_000;
/** The time of use is written at most this often: a read must not cost a write. */
const touchEvery = 60_000;
const mostRemembered = 10_000;

export interface ApiKey {
  id: string;
  name: string;
  roles: Role[];
  scope: KeyScope;
  /** the administrator's account */
  madeBy: string;
  /** ms; undefined: none, never */
  madeAt: number;
  endsAt?: number;
  usedAt?: number;
  revokedAt?: number;
}

/** What a call's key comes to: who acts and with which scope, or why nobody does. */
export type FoundKey = { actor: Actor; scope: KeyScope; id: string } | 'unknown' | 'ended';

export class ApiKeys {
  readonly #db: Database;
  readonly #remembered = new Map<string, { found: Exclude<FoundKey, string>; key: ApiKey; readAt: number }>();
  /** Grows with each forgetting, so that a lookup that was under way does not bring back what was forgotten. */
  #generation = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Stores a new key. @returns the token, which nobody can read again */
  async create(tx: Executor, key: Omit<ApiKey, 'id' | 'usedAt' | 'revokedAt'>): Promise<{ id: string; token: string }> {
    const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
    const id = [...randomBytes(10)].map((byte) => alphabet[byte % alphabet.length]).join('');
    const secret = randomBytes(32).toString('base64url');
    await insertInto(tx, name, {
      ...{ id, name: key.name, roles: JSON.stringify(key.roles), scope: JSON.stringify(key.scope), hash: hashOf(secret) },
      ...{ made_by: key.madeBy, made_at: key.madeAt, ends_at: key.endsAt ?? null },
    });
    return { id, token: `rb_${id}${secret}` };
  }

  /**
   * Whose the token is: one query by its name, at most once a second. A key whose maker is no administrator any more has ended with that: nobody has
   * more by a key than the one who made it.
   */
  async find(token: string, now: number): Promise<FoundKey> {
    const known = this.#remembered.get(token);
    if (known && now >= known.readAt && now - known.readAt < trusted && isOpen(known.key, now)) return known.found;
    const [, id, secret] = shape.exec(token) ?? [];
    if (id === undefined || secret === undefined) return 'unknown';
    const generation = this.#generation;
    const row = await table(this.#db, name).where({ id }).first();
    if (!row || !isSame(String(row.hash), hashOf(secret))) return 'unknown';
    const key = read(row);
    const actor = await this.#actorOf(key, now);
    if (!actor) {
      this.#remembered.delete(token);
      return 'ended';
    }
    if (now - (key.usedAt ?? 0) >= touchEvery) await inPassing(table(this.#db, name).where({ id }).update({ used_at: now }));
    const found = { actor, scope: key.scope, id };
    if (generation === this.#generation) {
      if (this.#remembered.size >= mostRemembered) this.#remembered.clear();
      this.#remembered.set(token, { found, key, readAt: now });
    }
    return found;
  }

  /** The key that began work which goes on without it, by the name that `actorOf` gives it. @returns undefined where it has ended by now */
  async actorNamed(named: string, now: number): Promise<Actor | undefined> {
    const row = await table(this.#db, name)
      .where({ id: named.slice(mark.length).split(' ')[0] ?? '' })
      .first();
    return row && this.#actorOf(read(row), now);
  }

  /** Undefined for a key that has ended. */
  async #actorOf(key: ApiKey, now: number): Promise<Actor | undefined> {
    const maker = await table(this.#db, accountObject(staff)).where({ id: key.madeBy }).first();
    const account = maker && readAccount(maker, staff);
    if (!isOpen(key, now) || !account?.enabled || !account.roles.includes('[]')) return undefined;
    // No rights follow from an empty list of roles, whatever the scope says.
    const roles = key.roles.length ? [...key.roles, ...scopeMarks(key.scope)] : [];
    return { id: actorOf(key), name: key.name, roles, realm: staff };
  }

  /** Newest first, ended ones too. */
  async list(): Promise<ApiKey[]> {
    return (await table(this.#db, name).orderBy('made_at', 'desc').orderBy('id').limit(500)).map(read);
  }

  /** Ends the key for good. @returns it as it was; undefined where there is none that is open */
  async revoke(tx: Executor, id: string, by: string, now: number): Promise<ApiKey | undefined> {
    const row = await table(tx, name).where({ id }).whereNull('revoked_at').forUpdate().first();
    if (row) await table(tx, name).where({ id }).update({ revoked_at: now, revoked_by: by });
    return row && read(row);
  }

  /** The next lookup of every key asks the table. */
  forget(): void {
    this.#generation += 1;
    this.#remembered.clear();
  }
}

/** Keys for single objects go on to be for one that was renamed, and no more for one without a new name. */
export async function renameInKeys(tx: Executor, from: string, to: string | undefined): Promise<void> {
  for (const { id, scope } of (await table(tx, name).where('scope', 'like', `%"${from}"%`)).map(read)) {
    if (typeof scope === 'string' || !Object.hasOwn(scope, from)) continue;
    await table(tx, name)
      .where({ id })
      .update({ scope: JSON.stringify(renamedKey(scope, from, to)) });
  }
}

/** Takes a role from every key that has it: one made later by the same code is another. */
export async function takeRoleFromKeys(tx: Executor, code: Role): Promise<void> {
  const rows = await table(tx, name).where('roles', 'like', `%"${code}"%`).forUpdate();
  for (const { id, roles } of rows.map(read))
    await table(tx, name)
      .where({ id })
      .update({ roles: JSON.stringify(roles.filter((role) => role !== code)) });
}

/** Stands with the history of rows, under the table's name. */
export async function noteKeyHistory(
  tx: Executor,
  at: number,
  by: string,
  action: string,
  key: Pick<ApiKey, 'id' | 'name' | 'roles' | 'scope'>,
): Promise<void> {
  const changes = { name: [null, key.name], roles: [null, key.roles], scope: [null, key.scope] };
  await insertInto(tx, '_history', { obj: name, row_id: key.id, ver: 1, at, by, action, changes: JSON.stringify(changes) });
}

/** How the history, jobs and stamps name a key; no account's id has a colon. */
export function actorOf({ id, name: given }: Pick<ApiKey, 'id' | 'name'>): string {
  return `${mark}${id} ${given}`;
}

/** Does it name a key, and no account? */
export function isKey(actor: string): boolean {
  return actor.startsWith(mark);
}

function isOpen({ endsAt, revokedAt }: ApiKey, now: number): boolean {
  return revokedAt === undefined && (endsAt === undefined || now < endsAt);
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

function read(row: Record<string, unknown>): ApiKey {
  const moment = (value: unknown) => (value === null || value === undefined ? undefined : Number(value));
  const [endsAt, usedAt, revokedAt] = [moment(row.ends_at), moment(row.used_at), moment(row.revoked_at)];
  return {
    ...{ id: String(row.id), name: String(row.name), madeBy: String(row.made_by), madeAt: Number(row.made_at) },
    roles: JSON.parse(String(row.roles)) as Role[], // written above
    scope: JSON.parse(String(row.scope)) as KeyScope, // written above
    ...(endsAt !== undefined && { endsAt }),
    ...(usedAt !== undefined && { usedAt }),
    ...(revokedAt !== undefined && { revokedAt }),
  };
}
