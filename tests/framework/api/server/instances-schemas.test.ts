/** Several servers on one MariaDB, each with folders of its own: one version of the schema files, served by all of them. */
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshUrl, testDatabases } from '../../../support/database/database.ts';
import { runServer } from '../../../support/process.ts';
import { clientWith, startServer, type TestServer } from '../../../support/server.ts';

/** Reading a file takes its time on a busy machine; from then on it is known at the others within five seconds. */
const read = { timeout: 90_000, interval: 50 };
const known = { timeout: 5_000, interval: 50 };
const field = (maxLength = 80) => ({ type: 'string', maxLength });
const gala = (more: object = {}) => ({ title: 'Gala', type: 'object', properties: { id: field(64), name: field(), ...more } });

describe.runIf(testDatabases.includes('mariadb'))('schema files of two servers', () => {
  const { url, remove } = freshUrl('mariadb');
  const root = mkdtempSync(join(tmpdir(), 'reelbase-two-'));
  const folders = ['one', 'two'].map((name) => ({ schemasDir: join(root, name, 'schemas'), localesDir: join(root, name, 'locales') }));
  let servers: TestServer[] = [];
  const begin = (at: number, data = `data${at}`) =>
    startServer({ kind: 'mariadb', env: { DATABASE_URL: url, DATA_DIR: join(root, data) }, watch: true, ...folders[at]! });
  const drop = (at: number, path: string, content: object) => writeFileSync(join(root, at ? 'two' : 'one', path), JSON.stringify(content));
  const schemaAt = (at: number, path: string) => JSON.parse(readFileSync(join(root, at ? 'two' : 'one', 'schemas', path), 'utf8'));
  const fieldsAt = (at: number) => servers[at]!.registry.get('gala')?.model.fields.map(({ name }) => name) ?? [];
  const labelAt = (at: number) => servers[at]!.registry.get('gala')?.model.label.en;

  beforeAll(async () => {
    for (const { schemasDir, localesDir } of folders) {
      cpSync('schemas', schemasDir, { recursive: true });
      cpSync('locales', localesDir, { recursive: true });
    }
    servers = [await begin(0), await begin(1)];
  });
  afterAll(async () => {
    for (const server of servers) await server.stop();
    await remove();
    rmSync(root, { recursive: true, force: true });
  });

  it('a file dropped at one is served by both within five seconds, its table made once, its labels along', async () => {
    drop(0, 'locales/en/gala.json', { name: 'Opening gala' });
    drop(0, 'schemas/gala.json', gala());
    await expect.poll(() => labelAt(0), read).toBe('Opening gala');
    await expect.poll(() => labelAt(1), known).toBe('Opening gala');
    const admin = await servers[1]!.signIn('admin');
    expect((await admin('/api/pb/gala', { method: 'POST', json: { id: 'g', name: 'Tide' } })).status).toBe(201);
    expect(schemaAt(1, 'gala.json')).toEqual(gala());
    const steps = await servers[0]!.db.query("SELECT state, error FROM `_step` WHERE obj = 'gala'");
    expect(steps.filter(({ state }) => state !== 'done')).toEqual([]);
  });

  it('a change at the other comes back, of a list of codes too; a broken file stays where it is', async () => {
    drop(1, 'schemas/codes/mood.json', { codes: [{ code: 'calm' }, { code: 'wild' }] });
    drop(1, 'schemas/gala.json', gala({ mood: { type: 'string', 'x-codes': 'mood' } }));
    await expect.poll(() => fieldsAt(1), read).toContain('mood');
    await expect.poll(() => fieldsAt(0), known).toContain('mood');
    writeFileSync(join(folders[0]!.schemasDir, 'gala.json'), '{ "broken');
    await expect.poll(() => servers[0]!.registry.quarantined().length, read).toBe(1);
    await new Promise((later) => setTimeout(later, 4_500));
    expect(servers[1]!.registry.quarantined()).toEqual([]);
    expect(fieldsAt(1)).toContain('mood');
    drop(0, 'schemas/gala.json', gala({ mood: { type: 'string', 'x-codes': 'mood' }, seats: { type: 'integer' } }));
    await expect.poll(() => fieldsAt(0), read).toContain('seats');
    await expect.poll(() => fieldsAt(1), known).toContain('seats');
  });

  it('a plan that waits for a person waits at both, and is taken for both', async () => {
    const admins = [await servers[0]!.signIn('admin'), await servers[1]!.signIn('admin')];
    expect((await admins[0]!('/api/pb/gala', { method: 'POST', json: { id: 'h', name: 'long name' } })).status).toBe(201);
    drop(0, 'schemas/gala.json', gala({ name: field(20), mood: { type: 'string', 'x-codes': 'mood' }, seats: { type: 'integer' } }));
    const waiting = () => servers.map(({ tools }) => tools.tables.pending().map(({ object }) => object));
    await expect.poll(() => waiting()[0], read).toEqual(['gala']);
    await expect.poll(() => waiting()[1], known).toEqual(['gala']);
    expect((await admins[1]!('/api/system/apply', { method: 'POST', json: { object: 'gala' } })).status).toBe(200);
    await expect.poll(waiting, known).toEqual([[], []]);
  });

  it('who was away takes what has changed meanwhile, with its folder from before, known or new', async () => {
    const before = readFileSync(join(folders[1]!.schemasDir, 'gala.json'), 'utf8');
    await servers[1]!.tools.instances.close();
    await servers.pop()!.stop();
    drop(0, 'schemas/gala.json', gala({ theme: field() }));
    const stored = () => servers[0]!.db.query("SELECT COUNT(*) AS n FROM `_schema_file` WHERE name = 'gala'").then(([row]) => Number(row?.n));
    const count = await stored();
    await expect.poll(stored, read).toBe(count + 1);
    servers.push(await begin(1));
    expect(fieldsAt(1)).toContain('theme');
    // A machine that has never been here, with the files of long ago, as a container's image has them.
    await servers.pop()!.stop();
    writeFileSync(join(folders[1]!.schemasDir, 'gala.json'), before);
    servers.push(await begin(1, 'fresh'));
    expect(fieldsAt(1)).toContain('theme');
    expect(fieldsAt(0)).toContain('theme');
    expect(await stored()).toBe(count + 1);
  });

  it('a file that goes at one goes at the other', async () => {
    rmSync(join(folders[0]!.schemasDir, 'gala.json'));
    await expect.poll(() => servers[0]!.registry.get('gala'), read).toBeUndefined();
    await expect.poll(() => servers[1]!.registry.get('gala'), known).toBeUndefined();
    expect(existsSync(join(folders[1]!.schemasDir, 'gala.json'))).toBe(false);
  });
});

// Root may write everywhere.
describe.runIf(testDatabases.includes('mariadb') && process.getuid?.() === 0)('a server whose schema files may not be written to, as in an image', () => {
  it('works on a copy: what is saved in the browser is there after a restart in an empty data folder', async () => {
    const { url, remove } = freshUrl('mariadb');
    const root = mkdtempSync(join(tmpdir(), 'reelbase-image-'));
    chmodSync(root, 0o755);
    const begin = async (name: string) => {
      const dataDir = join(root, name);
      mkdirSync(dataDir);
      chownSync(dataDir, 65_534, 65_534);
      const env = {
        DATA_DIR: dataDir,
        DATABASE_URL: url,
        ADMIN_PASSWORD: 'of-the-image',
        SERVER_SECRET: 'of all images of the house',
        PUBLIC_SECRET: 'public',
      };
      const server = await runServer(env, { shell: 'set -- setpriv --reuid=65534 --regid=65534 --clear-groups "$@"' });
      const login = await clientWith(server.url, '')('/api/auth/login', { method: 'POST', json: { id: 'admin', pw: 'of-the-image' } });
      return { server, admin: clientWith(server.url, login.headers.get('set-cookie')?.split(';')[0] ?? '') };
    };
    const first = await begin('first');
    const files = { schema: JSON.stringify(gala()), labels: { en: JSON.stringify({ name: 'Opening gala' }) } };
    const saved = await first.admin('/api/schemas/gala', { method: 'PUT', json: { files, version: '' } });
    expect([saved.status, await saved.text()]).toEqual([200, expect.stringContaining('serving')]);
    expect((await first.admin('/api/pb/gala', { method: 'POST', json: { id: 'g', name: 'Tide' } })).status).toBe(201);
    first.server.child.kill('SIGTERM');
    await first.server.ended;
    const second = await begin('second');
    expect(await (await second.admin('/api/pb/gala/g')).json()).toMatchObject({ name: 'Tide' });
    second.server.child.kill('SIGTERM');
    await second.server.ended;
    expect(existsSync('schemas/gala.json')).toBe(false);
    await remove();
    rmSync(root, { recursive: true, force: true });
  }, 120_000);
});
