/** Sessions of a realm: 256 random bits in the cookie, only their hash in the table (safety section 8). */
import { createHash, randomBytes } from 'node:crypto';
import type { Role } from '#codegen/model.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { accountObject, staff } from '#rules/accounts/realm.ts';
import { isSessionAlive, sessionIdle, sessionTotal } from '#rules/accounts/session.ts';
import type { Database, Executor } from '../engine/connect.ts';
import { inPassing } from '../engine/in-passing.ts';
import { type Account, readAccount } from './accounts.ts';

export interface SessionRow {
  /** names the session where it is listed; no secret, and no way in */
  id: string;
  user: string;
  createdAt: number;
  usedAt: number;
  address: string;
  agent: string;
  viewAs: Role | undefined;
}

/** A lookup is trusted this long; what ends a session in this process ends it here at once. */
const trusted = 1_000;
/** The time of use is written at most this often: a read must not cost a write. */
const touchEvery = 60_000;
const mostRemembered = 10_000;

interface Remembered {
  actor: Actor;
  createdAt: number;
  usedAt: number;
  /** when the row was read */
  readAt: number;
}

export class Sessions {
  readonly #db: Database;
  readonly #realm: string;
  readonly #remembered = new Map<string, Remembered>();
  readonly #touching = new Set<string>();
  /** Grows with each forgetting, so that a lookup that was under way does not bring back what was forgotten. */
  #generation = 0;

  constructor(db: Database, realm: string = staff) {
    this.#db = db;
    this.#realm = realm;
  }

  /** A new session of the account; gives the token for the cookie. */
  async create(account: Account, client: { address: string; agent: string }, now: number): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await this.#db.run('INSERT INTO _session (hash, realm, `user`, created_at, seen_at, ends_at, address, agent, data) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)', [
      hashOf(token),
      this.#realm,
      account.id,
      now,
      now,
      now + sessionTotal,
      client.address.slice(0, 64),
      client.agent.slice(0, 200),
      fingerprint(account),
    ]);
    return token;
  }

  /** Who the token belongs to: one query by key, at most once a second; undefined when the session has ended. */
  async find(token: string, now: number): Promise<Actor | undefined> {
    const known = this.#remembered.get(token);
    if (known && now - known.readAt < trusted && isSessionAlive(known, now)) return known.actor;
    const generation = this.#generation;
    const id = hashOf(token);
    const [row] = await this.#db.query(
      `SELECT s.created_at AS session_created, s.seen_at AS session_seen, s.data AS session_fingerprint, u.* FROM _session s JOIN \`${accountObject(this.#realm)}\` u ON u.id = s.\`user\` WHERE s.hash = ? AND s.realm = ?`,
      [id, this.#realm],
    );
    const account = row && readAccount(row, this.#realm);
    const times = { createdAt: Number(row?.session_created), usedAt: Number(row?.session_seen) };
    // Other roles, another password or a disabled account end the session, however they were written (safety section 8).
    const [stood, viewAs] = readFingerprint(row?.session_fingerprint);
    if (!account?.enabled || !account.verified || stood !== fingerprint(account) || !isSessionAlive(times, now)) {
      this.#remembered.delete(token);
      return undefined;
    }
    if (now - times.usedAt >= touchEvery) {
      await this.#touch(id, now);
      times.usedAt = now;
    }
    const actor: Actor = { id: account.id, name: account.name, roles: account.roles, realm: this.#realm, lang: account.lang };
    if (viewAs !== undefined) Object.assign(actor, { roles: [viewAs], viewAs });
    if (account.once) actor.mustChange = true;
    if (generation === this.#generation) {
      if (this.#remembered.size >= mostRemembered) this.#remembered.clear();
      this.#remembered.set(token, { actor, ...times, readAt: now });
    }
    return actor;
  }

  /** One note a session at a time: a database that takes none is not asked by every call. */
  async #touch(id: string, now: number): Promise<void> {
    if (this.#touching.has(id)) return;
    this.#touching.add(id);
    const note = this.#db.run('UPDATE _session SET seen_at = ? WHERE hash = ?', [now, id]).finally(() => this.#touching.delete(id));
    await inPassing(note);
  }

  async end(token: string): Promise<void> {
    await this.#db.run('DELETE FROM _session WHERE hash = ?', [hashOf(token)]);
    this.forget();
  }

  /** Ends every session of an account, or every one but the token's; in the caller's transaction where there is one, who then calls `forget` after it. */
  async endAllOf(user: string, except = '', executor: Executor = this.#db): Promise<void> {
    await executor.run('DELETE FROM _session WHERE `user` = ? AND realm = ? AND hash <> ?', [user, this.#realm, hashOf(except)]);
    this.forget();
  }

  /** Ends the listed session; of one account only, where it is named. False when there is none. */
  async endListed(id: string, user?: string): Promise<boolean> {
    if (!/^[0-9a-f]{16}$/.test(id)) return false;
    const { changes } = await this.#db.run('DELETE FROM _session WHERE hash LIKE ? AND realm = ? AND (? IS NULL OR `user` = ?)', [
      `${id}%`,
      this.#realm,
      user ?? null,
      user ?? '',
    ]);
    this.forget();
    return changes > 0;
  }

  /** From now on the session has this role's rights; undefined gives the account's own back. */
  async setView(token: string, role: Role | undefined): Promise<void> {
    await this.#db.transaction(async (tx) => {
      const [row] = await tx.query(`SELECT data FROM _session WHERE hash = ? AND realm = ?${tx.forUpdate}`, [hashOf(token), this.#realm]);
      const [stood] = readFingerprint(row?.data);
      await tx.run('UPDATE _session SET data = ? WHERE hash = ?', [role === undefined ? stood : `${stood} ${role}`, hashOf(token)]);
    });
    this.forget();
  }

  /** The next lookup of every session asks the table: called when an account was written. */
  forget(): void {
    this.#generation += 1;
    this.#remembered.clear();
  }

  /** Those that stand, last used first: of one account, or of all. */
  async list(now: number, user?: string): Promise<SessionRow[]> {
    const rows = await this.#db.query(
      'SELECT hash, `user`, created_at, seen_at, address, agent, data FROM _session WHERE realm = ? AND seen_at > ? AND ends_at > ? AND (? IS NULL OR `user` = ?) ORDER BY seen_at DESC LIMIT 100',
      [this.#realm, now - sessionIdle, now, user ?? null, user ?? ''],
    );
    return rows.map((row) => ({
      id: String(row.hash).slice(0, 16),
      viewAs: readFingerprint(row.data)[1],
      user: String(row.user),
      createdAt: Number(row.created_at),
      usedAt: Number(row.seen_at),
      address: String(row.address),
      agent: String(row.agent),
    }));
  }

  /** Removes what has ended; called at start and each hour. */
  async sweep(now: number): Promise<void> {
    await this.#db.run('DELETE FROM _session WHERE seen_at <= ? OR ends_at <= ?', [now - sessionIdle, now]);
  }
}

/** What a listed session is called by, for its own token. */
export function listedId(token: string): string {
  return hashOf(token).slice(0, 16);
}

/** The stored fingerprint, and the role that an administrator views as. */
function readFingerprint(data: unknown): [string, Role | undefined] {
  const [stood = '', role] = typeof data === 'string' ? data.split(' ', 2) : [];
  return [stood, role];
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** What of an account a session depends on: with other roles or another password the fingerprint is another, and the session ends. */
function fingerprint(account: Account): string {
  return createHash('sha256')
    .update(JSON.stringify([[...account.roles].sort(), account.hash]))
    .digest('hex');
}
