/** The product under measurement: the built server as `npm run serve` starts it, with a session like anybody's. */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../support/database/mariadb.ts';
import { ask, header } from './load.ts';
import { type Served, start } from './processes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const password = 'bench-administrator';

export interface Product extends Served {
  /** headers of a signed-in administrator's calls */
  headers: string;
}

/** `npm run build`; a tree that has not changed is not built again. Pages that do not build are said, and cost only their own figures. */
export function build(say: (line: string) => void): void {
  const built = spawnSync('npm', ['run', '--silent', 'build'], { cwd: root, encoding: 'utf8' });
  if (!existsSync(join(root, 'dist/server.js'))) throw new Error(`npm run build failed\n${built.stdout}\n${built.stderr}`);
  if (built.status !== 0) say(`npm run build failed: ${`${built.stderr}${built.stdout}`.slice(0, 300)}`);
}

/** A folder for the server's own files, removed by whoever made it. */
export function dataFolder(): string {
  return mkdtempSync(join(tmpdir(), 'reelbase-bench-'));
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Starts the built server; `startedIn` is the time from the process's start to its first answer. */
export async function startServer(databaseUrl: string, dataDir: string, nodeArgs: string[] = []): Promise<Served> {
  const port = await freePort();
  const env = { NODE_ENV: 'production', PORT: String(port), DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ADMIN_PASSWORD: password, LOG_LEVEL: 'info' };
  const served = await start([...nodeArgs, 'dist/server.js'], env, (line) => (line.includes(`:${port}`) ? port : undefined));
  await ask(port, { path: '/healthz' });
  return served;
}

/** The same with a signed-in administrator. */
export async function startProduct(databaseUrl: string, dataDir: string, nodeArgs: string[] = []): Promise<Product> {
  const served = await startServer(databaseUrl, dataDir, nodeArgs);
  const answer = await ask(served.port, { method: 'POST', path: '/api/auth/login', body: JSON.stringify({ id: 'admin', pw: password }) });
  const cookie = /reelbase_staff=[\w-]+/.exec(header(answer, 'set-cookie'))?.[0];
  if (!cookie) throw new Error(`Sign-in failed: ${answer.status} ${answer.body.toString('utf8')}`);
  const headers = `Cookie: ${cookie}\r\nSec-Fetch-Site: same-origin\r\n`;
  return { ...served, headers };
}
