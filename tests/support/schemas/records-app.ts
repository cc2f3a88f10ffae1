/**
 * The records API over a fresh database and a folder of schemas, with the actor named by the request: for tests of what each role
 * may do, without signing in again and again. The real server's wiring is proven in the session tests.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { pino } from 'pino';
import type { Row } from '#codegen/model.ts';
import { errorHandler } from '#framework/api/answer.ts';
import { recordsRouter } from '#framework/api/records/records.ts';
import type { DatabaseKind, Executor, SqlValue } from '#framework/data/engine/connect.ts';
import { asRefusal } from '#framework/data/engine/db-problem.ts';
import { ensureTables } from '#framework/data/evolve/ensure.ts';
import { readMessages } from '#framework/messages.ts';
import { openRegistry, type Registry } from '#framework/objects/registry.ts';
import type { SavedEvent } from '#framework/save/save.ts';
import { freshDatabase, type TestDatabase } from '../database/database.ts';
import { keepDerived, layDerived } from '../derived-before.ts';
import { ask } from '../network/ask.ts';

export interface Answer {
  status: number;
  headers: Headers;
  // tests look into whatever came; each reads the shape it expects
  // biome-ignore lint/suspicious/noExplicitAny: an answer's shape is what the test is about
  body: any;
  text: string;
}
export interface Caller {
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  delete(path: string, headers?: Record<string, string>): Promise<Answer>;
}
export interface Statement {
  sql: string;
  params: readonly SqlValue[];
}
export interface RecordsApp {
  db: TestDatabase;
  registry: Registry;
  /** statements sent since the last call of `counted` */
  counted(): Statement[];
  saved: SavedEvent[];
  logged: object[];
  as(roles: string[], id?: string): Caller;
  /** moves the clock that stamps rows */
  clock: { now: Date };
  stop(): Promise<void>;
}

const projectSchemas = new URL('../../../schemas', import.meta.url).pathname;
const projectLocales = new URL('../../../locales', import.meta.url).pathname;

/** @param schemas file name ('reel', 'codes/role') → content; the project's own by leaving it out */
export async function startRecordsApp(kind: DatabaseKind, schemas?: Record<string, object>): Promise<RecordsApp> {
  const folder = mkdtempSync(join(tmpdir(), 'records-app-'));
  const schemasDir = schemas ? join(folder, 'schemas') : projectSchemas;
  if (schemas) {
    mkdirSync(join(schemasDir, 'codes'), { recursive: true });
    for (const [name, schema] of Object.entries(schemas)) writeFileSync(join(schemasDir, `${name}.json`), JSON.stringify(schema));
  }
  const localesDir = schemas ? join(folder, 'locales') : projectLocales;
  const caches = { cacheDir: join(folder, 'cache'), distDir: 'dist' };
  layDerived(caches.cacheDir);
  const registry = await openRegistry({ schemasDir, localesDir, ...caches });
  keepDerived(caches.cacheDir);
  if (schemas && registry.quarantined().length) throw new Error(JSON.stringify(registry.quarantined(), null, 1));
  const db = await freshDatabase(kind);
  await ensureTables(db, registry.objects());
  const statements: Statement[] = [];
  watch(db, statements);
  const saved: SavedEvent[] = [];
  const logged: object[] = [];
  const clock = { now: new Date('2026-01-02T03:04:05Z') };
  const app = express();
  app.use(express.json({ limit: '100kb', strict: false }));
  app.use((req, _res, next) => {
    const roles = req.get('x-roles');
    if (roles !== undefined) req.actor = { id: req.get('x-user') ?? 'tester', name: 'Tester', roles: JSON.parse(roles) as string[], realm: 'staff' };
    next();
  });
  const log = { warn: () => undefined, info: (context: object) => void logged.push(context) };
  const messages = readMessages(projectLocales);
  const hashPassword = async (plain: string) => `hashed:${Buffer.from(plain).toString('hex')}`;
  app.use('/api/pb', recordsRouter({ db, registry, now: () => clock.now, log, hashPassword, messages, onSaved: (event) => void saved.push(event) }));
  app.use(
    errorHandler({
      messages,
      development: false,
      log: pino({ level: 'silent' }),
      modelOf: (name) => registry.get(name)?.model,
      asRefusal,
      record: () => undefined,
    }),
  );
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/pb`; // a listening server has one
  const call =
    (roles: string[], user: string) =>
    async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> => {
      const response = await ask(base + path, {
        method,
        headers: {
          'x-roles': JSON.stringify(roles),
          'x-user': user,
          cookie: 'lang=en',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
      });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.includes('json');
      return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : undefined, text };
    };
  return {
    db,
    registry,
    saved,
    logged,
    clock,
    counted: () => statements.splice(0),
    as: (roles, id = 'tester') => {
      const send = call(roles, id);
      return {
        get: (path, headers) => send('GET', path, undefined, headers),
        post: (path, body, headers) => send('POST', path, body, headers),
        put: (path, body, headers) => send('PUT', path, body, headers),
        delete: (path, headers) => send('DELETE', path, undefined, headers),
      };
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      registry.close();
      await db.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** `?name=…` with JSON values, as the list's parameters travel. */
export function query(parameters: Record<string, unknown>): string {
  return `?${new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]))}`;
}

export async function create(caller: Caller, object: string, ...rows: Row[]): Promise<Row[]> {
  const made: Row[] = [];
  for (const row of rows) {
    const answer = await caller.post(`/${object}`, row);
    if (answer.status !== 201) throw new Error(`${object} ${JSON.stringify(row)}: ${answer.text}`);
    made.push(answer.body as Row); // a 201 carries the row
  }
  return made;
}

/** Notes every statement, inside transactions too. */
function watch(db: TestDatabase, statements: Statement[]): void {
  const note = (executor: Executor): void => {
    const [query, run] = [executor.query.bind(executor), executor.run.bind(executor)];
    executor.query = (sql: string, params?: readonly SqlValue[]) => {
      statements.push({ sql, params: params ?? [] });
      return query(sql, params);
    };
    executor.run = (sql, params) => {
      statements.push({ sql, params: params ?? [] });
      return run(sql, params);
    };
    const runLast = executor.runLast?.bind(executor);
    if (runLast)
      executor.runLast = (later) => {
        statements.push({ sql: later.sql, params: later.params });
        return runLast(later);
      };
  };
  note(db);
  const transaction = db.transaction.bind(db);
  db.transaction = (work) =>
    transaction((tx) => {
      note(tx);
      return work(tx);
    });
}
