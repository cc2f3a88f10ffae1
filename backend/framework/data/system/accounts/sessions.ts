/** Sessions of a realm: 256 random bits in the cookie, only their hash in the table (safety section 8). */
import { createHash, randomBytes } from 'node:crypto';
import type { Role } from '#codegen/model.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { demandsFactor } from '#rules/accounts/factor.ts';
import { accountObject, staff } from '#rules/accounts/realm.ts';
import { isSessionAlive, sessionIdle, sessionTotal } from '#rules/accounts/session.ts';
import type { Database, Executor } from '../../engine/connect.ts';
import { inPassing } from '../../engine/in-passing.ts';
import { padded, table } from '../../engine/table.ts';
import { type Account, readAccount } from './accounts.ts';
import { noteSignIn } from './sign-ins.ts';

export interface SessionRow {
  /** names the session where it is listed; no secret, and no way in */
  id: string;
  user: string;
  createdAt: number;
  usedAt: number;
  address: string;
  agent: string;
  viewAs: Role | undefined;
  via: Via;
}

/** How somebody signed in: by a password, or by the provider of OpenID Connect. */
export type Via = '' | 'oidc';

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
  readonly #factorRoles: readonly Role[];
  readonly #remembered = new Map<string, Remembered>();
  readonly #touching = new Set<string>();
  /** Grows with each forgetting, so that a lookup that was under way does not bring back what was forgotten. */
  #generation = 0;

  /** @param factorRoles who may do nothing without a second factor */
  constructor(db: Database, realm: string = staff, factorRoles: readonly Role[] = []) {
    this.#db = db;
    this.#realm = realm;
    this.#factorRoles = factorRoles;
  }

  /** A new session of the account; gives the token for the cookie. */
  async create(account: Account, client: { address: string; agent: string }, now: number, via: Via = ''): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await table(this.#db, '_session').insert({
      ...{ hash: hashOf(token), realm: this.#realm, user: account.id, data: writeData({ stood: fingerprint(account), via }) },
      ...{ created_at: now, seen_at: now, ends_at: now + sessionTotal },
      ...{ address: client.address.slice(0, 64), agent: client.agent.slice(0, 200) },
    });
    await inPassing(noteSignIn(this.#db, this.#realm, account.id, now));
    return token;
  }

  /** Who the token belongs to: one query by key, at most once a second; undefined when the session has ended. */
  async find(token: string, now: number): Promise<Actor | undefined> {
    const known = this.#remembered.get(token);
    if (known && now - known.readAt < trusted && isSessionAlive(known, now)) return known.actor;
    const generation = this.#generation;
    const id = hashOf(token);
    const row = await table(this.#db, { s: '_session' })
      .join({ u: accountObject(this.#realm) }, 'u.id', 's.user')
      .leftJoin({ f: '_factor' }, (on) => on.on('f.account', 'u.id').andOn('f.realm', 's.realm').andOn('f.born', 'u.create_at'))
      .where({ 's.hash': id, 's.realm': this.#realm })
      .first({ session_created: 's.created_at', session_seen: 's.seen_at', session_fingerprint: 's.data', session_factor: 'f.active_at' }, 'u.*');
    const account = row && readAccount(row, this.#realm);
    const times = { createdAt: Number(row?.session_created), usedAt: Number(row?.session_seen) };
    // Other roles, another password or a disabled account end the session, however they were written (safety section 8).
    const { stood, viewAs, via } = readData(row?.session_fingerprint);
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
    // A password or a factor of ours says nothing about whom the provider has looked at.
    if (via === 'oidc') actor.via = via;
    else if (account.once) actor.must = 'password';
    else if (!Number(row?.session_factor ?? 0) && demandsFactor(account.roles, this.#factorRoles)) actor.must = 'factor';
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
    const note = table(this.#db, '_session').where({ hash: id }).update({ seen_at: now });
    await inPassing(note.finally(() => this.#touching.delete(id)));
  }

  async end(token: string): Promise<void> {
    await table(this.#db, '_session')
      .where({ hash: hashOf(token) })
      .del();
    this.forget();
  }

  /** Ends every session of an account, or every one but the token's; in the caller's transaction where there is one, who then calls `forget` after it. */
  async endAllOf(user: string, except = '', executor: Executor = this.#db): Promise<void> {
    await table(executor, '_session')
      .where({ user, realm: this.#realm })
      .whereNot({ hash: hashOf(except) })
      .del();
    this.forget();
  }

  /** Ends the listed session; of one account only, where it is named. False when there is none. */
  async endListed(id: string, user?: string): Promise<boolean> {
    if (!/^[0-9a-f]{16}$/.test(id)) return false;
    const ended = await table(this.#db, '_session')
      .where({ realm: this.#realm, ...(user !== undefined && { user }) })
      .where('hash', 'like', `${id}%`)
      .del();
    this.forget();
    return ended > 0;
  }

  /** From now on the session has this role's rights; undefined gives the account's own back. */
  async setView(token: string, role: Role | undefined): Promise<void> {
    await this.#db.transaction(async (tx) => {
      const session = { hash: hashOf(token), realm: this.#realm };
      const row = await table(tx, '_session').where(session).forUpdate().first('data');
      await table(tx, '_session')
        .where(session)
        .update({ data: writeData({ ...readData(row?.data), viewAs: role }) });
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
    const rows = await table(this.#db, '_session')
      .where({ realm: this.#realm, ...(user !== undefined && { user }) })
      .where('seen_at', '>', now - sessionIdle)
      .where('ends_at', '>', now)
      .orderBy('seen_at', 'desc')
      .limit(100);
    return rows.map((row) => ({
      id: String(row.hash).slice(0, 16),
      viewAs: readData(row.data).viewAs,
      via: readData(row.data).via,
      user: String(row.user),
      createdAt: Number(row.created_at),
      usedAt: Number(row.seen_at),
      address: String(row.address),
      agent: String(row.agent),
    }));
  }

  /** Removes what has ended; called at start and each hour. */
  async sweep(now: number): Promise<void> {
    await table(this.#db, '_session')
      .where('seen_at', '<=', now - sessionIdle)
      .orWhere('ends_at', '<=', now)
      .del();
  }
}

/** What a listed session is called by, for its own token. */
export function listedId(token: string): string {
  return hashOf(token).slice(0, 16);
}

/** What a session's row says beside its times. */
interface Data {
  /** the fingerprint at sign-in */
  stood: string;
  /** the role that an administrator views as */
  viewAs?: Role | undefined;
  via: Via;
}

/** 'fingerprint', 'fingerprint [role]', 'fingerprint - oidc' */
function readData(data: unknown): Data {
  const [stood = '', role = '-', via] = typeof data === 'string' ? data.split(' ', 3) : [];
  return { stood, viewAs: role === '-' ? undefined : role, via: via === 'oidc' ? via : '' };
}

function writeData({ stood, viewAs, via }: Data): string {
  if (via) return `${stood} ${viewAs ?? '-'} ${via}`;
  return viewAs === undefined ? stood : `${stood} ${viewAs}`;
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

/** Which of these accounts of a realm have a session. */
export async function signedIn(db: Executor, realm: string, users: readonly string[]): Promise<Set<string>> {
  if (!users.length) return new Set();
  return new Set((await table(db, '_session').where({ realm }).whereIn('user', padded(users)).distinct().pluck('user')).map(String));
}
