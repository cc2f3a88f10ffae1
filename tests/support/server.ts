/** The whole server in the test's process, on a free port and a database of its own, spoken to over HTTP as a browser would. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { readConfig } from '#backend/config.ts';
import { start } from '#backend/main.ts';
import type { Role, Row } from '#codegen/model.ts';
import { hashPassword } from '#framework/accounts/hash-password.ts';
import { makeSecret } from '#framework/api/accounts/secret.ts';
import type { Pages } from '#framework/api/pages/page-source.ts';
import type { DatabaseKind } from '#framework/data/engine/connect.ts';
import { insertRow } from '#framework/data/rows/write.ts';
import type { Tools } from '#framework/tools.ts';
import { defaultsOf } from '#rules/records/record.ts';
import { freshUrl } from './database/database.ts';
import { keepDerived, layDerived } from './derived-before.ts';
import { en } from './messages.ts';
import { ask } from './network/ask.ts';

export interface Client {
  (path: string, init?: RequestInit & { json?: unknown }): Promise<Response>;
  cookie: string;
}

export interface TestServer {
  url: string;
  tools: Tools;
  db: Tools['db'];
  registry: Tools['registry'];
  /** the `secret` header of the calls of specification section 7 */
  secret: () => string;
  /** nobody signed in */
  anonymous: Client;
  /** signs one of the prepared users in (`admin`, `op`, `gs`), or any other by its password */
  signIn: (id: string, password?: string) => Promise<Client>;
  /** a user of its own for a test */
  addUser: (id: string, roles: Role[], more?: Row) => Promise<void>;
  /** whoever a cookie says */
  withCookie: (cookie: string) => Client;
  stop: () => Promise<void>;
}

export interface TestServerOptions {
  kind?: DatabaseKind;
  schemasDir?: string;
  localesDir?: string;
  env?: Record<string, string>;
  now?: () => Date;
  watch?: boolean;
  pages?: Pages;
  /** none is written by default */
  log?: Logger;
}

/** Every prepared user has the password `{id}-password`. */
export const passwordOf = (id: string) => `${id}-password`;

const page = (name: string) => `<!doctype html><html lang="x"><head><title>${name}</title></head><body></body></html>`;
/** The pages' text is the front end's; what the server does to it is the same for any. */
const plainPages: Pages = { development: false, html: async (name) => page(name), assets: (_req, _res, next) => next() };

export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = freshUrl(options.kind ?? 'sqlite');
  const dataDir = mkdtempSync(join(tmpdir(), 'reelbase-data-'));
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    PORT: '0',
    ADMIN_PASSWORD: passwordOf('admin'),
    PUBLIC_SECRET: 'public',
    SERVER_SECRET: 'of all servers of a test',
    LOG_LEVEL: 'silent',
    OEMBED_URL: 'off',
    FFMPEG: 'off',
    DEMO: '0',
  };
  const read = readConfig({ ...env, ...(options.schemasDir ? { SCHEMAS_DIR: options.schemasDir } : {}), ...options.env });
  const config = { ...read, localesDir: options.localesDir ?? read.localesDir };
  const now = options.now ?? (() => new Date());
  layDerived(config.cacheDir);
  const running = await start({
    config,
    now,
    log: options.log ?? pino({ level: 'silent' }),
    watch: options.watch ?? false,
    pages: options.pages ?? plainPages,
  });
  const { tools } = running;

  const addUser: TestServer['addUser'] = async (id, roles, more = {}) => {
    const model = tools.registry.get('user')?.model;
    if (!model) throw new Error('no object user among the schemas');
    const hash = await hashPassword(passwordOf(id));
    const stamp = now().toISOString().slice(0, 19).replace('T', ' ');
    const row = {
      ...defaultsOf(model),
      id,
      name: id,
      email: `${id}@example.com`,
      pw: hash,
      roles,
      ver: 1,
      create_at: stamp,
      update_at: stamp,
      update_by: 'admin',
      ...more,
    };
    await tools.db.transaction((tx) => insertRow(tx, model, row));
  };
  // A database that another server of the test has used before has them.
  if (tools.registry.get('user') && !(await tools.db.query("SELECT 1 AS one FROM `user` WHERE id = 'gs'")).length) {
    await addUser('op', ['[op]']);
    await addUser('gs', ['[gs]']);
  }

  const signIn: TestServer['signIn'] = async (id, password = passwordOf(id)) => {
    const answer = await clientWith(running.url, '')('/api/auth/login', { method: 'POST', json: { id, pw: password } });
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    if (answer.status !== 200 || !cookie) throw new Error(`sign-in of ${id} answered ${answer.status}: ${await answer.text()}`);
    return clientWith(running.url, cookie);
  };

  return {
    url: running.url,
    tools,
    db: tools.db,
    registry: tools.registry,
    secret: () => makeSecret(config.publicSecret, now()),
    anonymous: clientWith(running.url, ''),
    signIn,
    addUser,
    withCookie: (cookie) => clientWith(running.url, cookie),
    stop: async () => {
      await running.stop();
      keepDerived(config.cacheDir);
      await database.remove();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A request with the server's address in front, a cookie, and `json` as the body. */
export function clientWith(url: string, cookie: string): Client {
  const client = async (path: string, { json, headers, ...init }: RequestInit & { json?: unknown } = {}) => {
    const answer = await ask(`${url}${path}`, {
      ...init,
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      headers: {
        ...(cookie ? { cookie } : {}),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...Object.fromEntries(new Headers(headers)),
      },
    });
    await demandValues(path, answer);
    return answer;
  };
  return Object.assign(client, { cookie });
}

/** No sentence that any test is answered still holds a {placeholder} of its own: whoever throws a code gives what its sentence names. */
async function demandValues(path: string, answer: Response): Promise<void> {
  if (answer.status < 400 || !answer.headers.get('content-type')?.includes('application/json')) return;
  const { err } = JSON.parse((await answer.clone().text()) || '{}') as {
    err?: { code: string; message: string; fields?: { code: string; message: string }[] } | null;
  };
  for (const { code, message } of err ? [err, ...(err.fields ?? [])] : []) {
    const holes = (en as Record<string, string>)[code]?.match(/\{\w+\}/g) ?? [];
    const left = [...holes.filter((hole) => message.includes(hole)), ...(message.match(/%\{\w+\}/g) ?? [])];
    if (left.length) throw new Error(`${path} answers ${code} without ${left.join(' ')}: ${message}`);
  }
}
