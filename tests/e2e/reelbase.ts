/**
 * The browser tests' ground: one production server a worker and project, on an empty folder and a database of its own
 * (SQLite, or MariaDB when the project says so), with a copy of schemas/ that a test may change.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page, type Request } from '@playwright/test';

export interface Reelbase {
  url: string;
  dataDir: string;
  databaseUrl: string;
  schemasDir: string;
  /** the administrator's session cookie */
  session: { name: string; value: string };
  /** a fetch that carries a session: the administrator's, or a new one of somebody else */
  api(id?: string, pw?: string): Promise<(path: string, init?: RequestInit) => Promise<Response>>;
}

/** pages of it may call by an API key; a test listens there */
export const corsOrigin = 'http://localhost:4999';
export const password = 'correct horse 7';

export interface Options {
  databaseKind: 'sqlite' | 'mariadb';
}

export const test = base.extend<{ staff: Page }, Options & { reelbase: Reelbase }>({
  databaseKind: ['sqlite', { option: true, scope: 'worker' }],

  reelbase: [
    async ({ databaseKind }, use, worker) => {
      const folder = mkdtempSync(join(tmpdir(), 'reelbase-e2e-'));
      const schemasDir = join(folder, 'schemas');
      cpSync('schemas', schemasDir, { recursive: true });
      // Labels are written by the workbench, never into the program's own.
      const localesDir = join(folder, 'locales');
      cpSync('locales', localesDir, { recursive: true });
      const database = databaseKind === 'mariadb' ? await emptyMariadb(`e2e_${worker.workerIndex}`) : `sqlite:${join(folder, 'reelbase.sqlite')}`;
      const server = await startServer({
        DATABASE_URL: database,
        DATA_DIR: folder,
        SCHEMAS_DIR: schemasDir,
        LOCALES_DIR: localesDir,
        ADMIN_PASSWORD: password,
        PORT: '0',
        CORS_ORIGINS: corsOrigin,
        WEBHOOK_PRIVATE: '1',
        LOG_LEVEL: 'warn',
      });
      const [name = '', value = ''] = (await signInByHttp(server.url, 'admin', password)).split('=');
      const api = async (id?: string, pw = password) => {
        const cookie = id ? await signInByHttp(server.url, id, pw) : `${name}=${value}`;
        return (path: string, init: RequestInit = {}) =>
          fetch(server.url + path, {
            ...init,
            headers: { 'content-type': 'application/json', origin: server.url, cookie, ...(init.headers as Record<string, string>) },
          });
      };
      await use({ url: server.url, dataDir: folder, databaseUrl: database, schemasDir, session: { name, value }, api });
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  baseURL: async ({ reelbase }, use) => use(reelbase.url),

  /** a page with the administrator signed in, nowhere yet: a session as the login page makes it, one a worker */
  staff: async ({ page, context, reelbase }, use) => {
    await context.addCookies([{ ...reelbase.session, url: reelbase.url, httpOnly: true, sameSite: 'Lax' }]);
    await use(page);
  },
});

export { expect, type Page };

/** A record is saved, and not only said to be open. */
export function isSave(request: Request): boolean {
  return request.method() === 'PUT' && !request.url().includes('/presence/');
}

/** Signs in through the login page, as a person does. */
export async function signIn(page: Page, id: string, pw: string, at = ''): Promise<void> {
  await page.goto(`${at}/erp/login`);
  await page.locator('input[name="id"]').fill(id);
  await page.locator('input[name="pw"]').fill(pw);
  await page.locator('button[type="submit"]').click();
  await page.waitForURL(/\/erp\/?$/);
}

/** Goes on inside of the back office, as by a link: the page is not loaded anew. Whoever looks waits for the screen, which is another one than before. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, path);
}

/** Goes to a screen with another heading than this one's, and waits for it. */
export async function goToOther(page: Page, path: string): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 });
  const before = await heading.textContent();
  await goWithin(page, path);
  await expect(heading).not.toHaveText(before ?? '');
}

/** Nothing that is still to come is drawn as a bone, and the page has stood for a moment as it is. */
export async function comesToRest(page: Page): Promise<void> {
  await expect(page.locator('main .bone')).toHaveCount(0);
  await page.evaluate(
    (moment) =>
      new Promise<void>((resolve) => {
        let timer = setTimeout(end, moment);
        const changes = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(end, moment);
        });
        changes.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
        function end() {
          changes.disconnect();
          resolve();
        }
      }),
    300,
  );
}

/** The page is no wider than its window, once it has come to rest. */
export async function expectNoWider(page: Page, where = page.url()): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), where).toBeLessThanOrEqual(0);
}

/** The built server in that folder; `entry` demo is the one that fills an empty database with invented data. */
export async function startServer(
  env: Record<string, string>,
  { entry = 'server', cwd = '.' }: { entry?: 'server' | 'demo'; cwd?: string } = {},
): Promise<{ url: string; output(): string; stop(): Promise<void> }> {
  if (env.DATA_DIR) await shareType(env.DATA_DIR);
  const child = spawn(process.execPath, [`dist/${entry}.js`], {
    cwd,
    env: { ...process.env, OEMBED_URL: 'off', FFMPEG: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(output);
      if (found) resolve(found[0]);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${output}`)));
  });
  return { url, output: () => output, stop: () => stop(child) };
}

/** Of a test that failed before it stopped its own: they end with its worker. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** What one server of the run has packed is there for all: a font's name says all that it depends on. */
async function shareType(dataDir: string): Promise<void> {
  await mkdir(join(dataDir, 'cache'), { recursive: true });
  await symlink(process.env.E2E_TYPE_DIR ?? '', join(dataDir, 'cache/type')).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error; // a server that starts again
  });
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

/** Signs in over HTTP; the session cookie as 'name=value'. */
export async function signInByHttp(url: string, id: string, pw: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ id, pw }),
  });
  if (!answer.ok) throw new Error(`sign-in as ${id} answered ${answer.status}: ${await answer.text()}`);
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .find((line) => line.includes('reelbase_staff'));
  if (!cookie) throw new Error('no session cookie');
  return cookie;
}

/** A database of that name without anything in it; gives its address. */
export async function emptyMariadb(name: string): Promise<string> {
  const url = process.env.E2E_MARIADB_URL;
  if (!url) throw new Error('E2E_MARIADB_URL is not set: the global set-up starts the server');
  const { createConnection } = await import('mysql2/promise');
  const root = await createConnection(url);
  await root.query(`DROP DATABASE IF EXISTS ${name}`);
  await root.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  await root.end();
  const target = new URL(url);
  target.pathname = `/${name}`;
  return target.href;
}
