/** Directus, installed by its package into a folder of its own, over the tables that are there: started, signed in, and asked in its own way. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Row } from '#codegen/model.ts';
import { freePort } from '../../support/database/mariadb.ts';
import { ask, type Script } from '../load.ts';
import { pageSize, random, ratings, type Scene } from '../measures.ts';
import { type Served, start } from '../processes.ts';
import { filmId } from '../rows.ts';
import { type Shape, stored } from '../shape.ts';

const email = 'admin@example.com';
const password = 'bench-administrator';

/** Installs the package where it is not yet; the next run uses the folder again. */
export function install(folder: string, version: string, note: (line: string) => void): void {
  if (existsSync(join(folder, 'node_modules/directus/cli.js'))) return;
  note(`installing directus@${version}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }));
  const { status, stderr } = spawnSync('npm', ['install', '--no-audit', '--no-fund', `directus@${version}`], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`directus@${version} cannot be installed here:\n${stderr.slice(-3000)}`);
}

/** Its own tables beside the films, then the server, with an administrator's token. No limits, no telemetry; what it keeps in memory by itself stays. */
export async function startDirectus(folder: string, databaseUrl: string): Promise<Served & { headers: string }> {
  const { hostname, port: databasePort, username, pathname } = new URL(databaseUrl);
  const port = await freePort();
  const env = {
    DB_CLIENT: 'mysql',
    DB_HOST: hostname,
    DB_PORT: databasePort,
    DB_USER: username,
    DB_PASSWORD: '',
    DB_DATABASE: pathname.slice(1),
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    KEY: 'bench',
    SECRET: 'bench-secret-of-no-use-elsewhere',
    ADMIN_EMAIL: email,
    ADMIN_PASSWORD: password,
    ACCESS_TOKEN_TTL: '1d',
    TELEMETRY: 'false',
    NODE_ENV: 'production',
    LOG_LEVEL: 'info',
  };
  const cli = join(folder, 'node_modules/directus/cli.js');
  const made = spawnSync(process.execPath, [cli, 'bootstrap'], { cwd: folder, env: { ...process.env, ...env }, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`directus bootstrap failed:\n${made.stdout.slice(-2000)}${made.stderr.slice(-2000)}`);
  const served = await start([cli, 'start'], env, (line) => (line.includes(`:${port}`) ? port : undefined), folder);
  const answer = await ask(port, { method: 'POST', path: '/auth/login', body: JSON.stringify({ email, password }) });
  const { data } = JSON.parse(answer.body.toString('utf8')) as { data?: { access_token: string } }; // Directus' answer to a sign-in
  if (!data) throw new Error(`Sign-in failed: ${answer.status} ${answer.body.toString('utf8')}`);
  return { ...served, headers: `Authorization: Bearer ${data.access_token}\r\n` };
}

const list = (scene: Scene, more = ''): string => `/items/film?limit=${pageSize}&sort=-update_at&meta=filter_count&fields=${scene.columns}${more}`;

/** By the key of the measure: what Directus is asked for the same. */
export const asked: Record<string, (scene: Scene, shape: Shape) => Promise<Script>> = {
  list: async (scene) => () => ({ path: list(scene), headers: scene.headers }),
  get: async (scene) => () => ({ path: `/items/film/${filmId(1 + random(scene.rows))}`, headers: scene.headers }),
  filtered: async (scene) => () => ({
    path: list(scene, `&filter[rating][_eq]=${encodeURIComponent(ratings[random(ratings.length)] ?? '')}`),
    headers: scene.headers,
  }),
  few: async (scene) => () => ({ path: list(scene, `&search=F-${String(1 + random(scene.rows)).padStart(5, '0')}`), headers: scene.headers }),
  jump: async (scene) => () => ({ path: list(scene, `&offset=${Math.floor((scene.rows * 0.9) / pageSize) * pageSize - pageSize}`), headers: scene.headers }),
  update: async (scene) => {
    const rows = await scene.versions(2000);
    let turn = 0;
    return () => {
      const [id] = rows[turn++ % rows.length] ?? [''];
      return { method: 'PATCH', path: `/items/film/${id}`, headers: scene.headers, body: JSON.stringify({ comment: `seen again, ${turn}` }) };
    };
  },
  insert: async (scene, shape) => () => ({ method: 'POST', path: '/items/film', headers: scene.headers, body: JSON.stringify(plain(scene.fresh(), shape)) }),
};

/** As the columns take it: MariaDB has no type for JSON by which Directus would know lists and objects. What our server stamps is given. */
function plain(row: Row, shape: Shape): Row {
  const at = new Date().toISOString().slice(0, 19);
  const values = stored({ ...row, ver: 1, create_at: at, update_at: at, update_by: 'bench' }, shape);
  return Object.fromEntries(shape.columns.map(({ name }, index) => [name, values[index] ?? null]));
}
