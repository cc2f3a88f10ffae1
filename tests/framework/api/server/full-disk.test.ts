/** A disk that is really full, under the files and under each database: answered with 507, nothing is left behind, reading goes on, and with space freed all goes on. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSecret } from '#framework/api/accounts/secret.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { type MariadbServer, startMariadb } from '../../../support/database/mariadb.ts';
import { type SmallDisk, smallDisk, waysToBeFull } from '../../../support/database/small-disk.ts';
import { picture } from '../../../support/files/pictures.ts';
import { uploader } from '../../../support/files/upload.ts';
import { mp4 } from '../../../support/files/videos.ts';
import { cookieOf } from '../../../support/forum/site.ts';
import { runServer, type ServerProcess } from '../../../support/process.ts';
import { type Client, clientWith, startServer } from '../../../support/server.ts';

const poster = { object: 'film', id: '', field: 'poster' };
const upload = uploader({ secret: () => makeSecret('public', new Date()) });
const company = (id: string, more: object = {}) => ({ id, name: 'North Shore', type: 2, ...more });

async function serve(env: Record<string, string>, disk: SmallDisk): Promise<{ server: ServerProcess; admin: Client }> {
  const server = await runServer({ ADMIN_PASSWORD: 'kept-by-hand', PUBLIC_SECRET: 'public', LOG_LEVEL: 'fatal', ...env }, { shell: disk.shell });
  const signedIn = await clientWith(server.url, '')('/api/auth/login', { method: 'POST', json: { id: 'admin', pw: 'kept-by-hand' } });
  return { server, admin: clientWith(server.url, cookieOf(signedIn, 'reelbase_staff')) };
}

const codeOf = async (answer: Response) => [answer.status, (await answer.json()).err?.code ?? ''];

it.each(waysToBeFull)(
  'a full disk (%s) under the files is 507 for form and pieces, leaves nothing, and the process lives',
  async (way) => {
    const disk = smallDisk(way, 6_000_000, 1_000_000);
    const dataDir = mkdtempSync(join(tmpdir(), 'reelbase-full-'));
    const database = mkdtempSync(join(tmpdir(), 'reelbase-full-db-'));
    // Without a mount the database has to stay below the limit of a file, so it lies in memory.
    const DATABASE_URL = disk.shell === ':' ? `sqlite:${join(database, 'test.db')}` : 'sqlite::memory:';
    const { server, admin } = await serve({ DATA_DIR: dataDir, DATABASE_URL, STORAGE_URL: `file:${disk.folder}` }, disk);
    const film = mp4(3_000_000);
    const begun = await admin('/api/uploads', { method: 'POST', json: { object: 'film', id: '', field: 'videos', fileName: 'river.mp4', size: film.length } });
    const { id } = (await begun.json()).data;
    const send = (offset: number) =>
      admin(`/api/uploads/${id}?offset=${offset}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/octet-stream' },
        body: new Uint8Array(film.subarray(offset)),
      });
    const noise = await picture('png', { width: 700, height: 700, noise: true });
    expect(noise.length).toBeGreaterThan(1_100_000);

    disk.fill(500_000);
    const refused = await upload(admin, { pl: poster, files: [{ name: 'noise.png', bytes: noise }] });
    expect([refused.status, refused.body.err?.code]).toEqual([507, 'msg.full']);
    expect(refused.body.msg).toMatch(/空間不足/);
    expect(readdirSync(join(disk.folder, '.incoming'))).toEqual([]);
    // Space for the file as it came, none for the picture written anew.
    disk.fill(noise.length + 100_000);
    const later = await upload(admin, { pl: poster, files: [{ name: 'noise.png', bytes: noise }] });
    expect([later.status, later.body.err?.code]).toEqual([507, 'msg.full']);
    expect(readdirSync(join(disk.folder, '.incoming'))).toEqual([]);

    disk.fill(500_000);
    expect(await codeOf(await send(0))).toEqual([507, 'upload.full']);
    const { offset } = (await (await admin(`/api/uploads/${id}`)).json()).data;
    expect(offset).toBeGreaterThan(0);
    expect((await admin('/healthz')).status).toBe(200);
    if (disk.clear()) {
      const whole = await send(offset);
      expect((await whole.json()).data?.attachment?.size).toBe(film.length);
      expect((await upload(admin, { pl: poster, files: [{ name: 'noise.png', bytes: noise }] })).status).toBe(200);
    }
    server.child.kill('SIGTERM');
    expect([await server.ended, server.output()]).toEqual([0, expect.not.stringContaining('not stopped in good order')]);
    disk.remove();
    for (const folder of [dataDir, database]) rmSync(folder, { recursive: true, force: true });
  },
  120_000,
);

it.each(waysToBeFull)(
  'K12 a full disk (%s) under SQLite is 507 for writes; lists, pages and the health check work, and with free space saving does again',
  async (way) => {
    const disk = smallDisk(way, 24_000_000, 5_000_000);
    const dataDir = mkdtempSync(join(tmpdir(), 'reelbase-full-'));
    const { server, admin } = await serve({ DATA_DIR: dataDir, DATABASE_URL: `sqlite:${join(disk.folder, 'test.db')}` }, disk);
    const comment = 'x'.repeat(1_000);
    let last = await admin('/api/pb/company', { method: 'POST', json: company('co_0') });
    expect(last.status).toBe(201);
    disk.fill(300_000);
    // Without a mount it is the files that grow up to the limit.
    for (let n = 1; last.status === 201 && n < 2_000; n += 1) last = await admin('/api/pb/company', { method: 'POST', json: company(`co_${n}`, { comment }) });
    expect([503, 507]).toContain(last.status);
    if (existsSync(join(disk.folder, 'filler'))) expect(await codeOf(last)).toEqual([507, 'msg.full']);
    for (const path of ['/api/pb/company?range=[0,3]', '/api/pb/company/co_0', '/healthz', '/api/site', '/api/auth/me'])
      expect([path, (await admin(path)).status]).toEqual([path, 200]);
    if (disk.clear()) expect((await admin('/api/pb/company', { method: 'POST', json: company('after') })).status).toBe(201);
    server.child.kill('SIGTERM');
    expect([await server.ended, server.output()]).toEqual([0, expect.not.stringContaining('not stopped in good order')]);
    disk.remove();
    rmSync(dataDir, { recursive: true, force: true });
  },
  120_000,
);

// A server of its own, whose one table space cannot grow: full as a disk is, without one.
describe.runIf(testDatabases.includes('mariadb') && !process.env.TEST_MARIADB_URL)('MariaDB without space', () => {
  let mariadb: MariadbServer | undefined;
  beforeAll(async () => {
    mariadb = await startMariadb({ settings: ['--innodb-file-per-table=0', '--innodb-data-file-path=ibdata1:12M;ibdata2:48M'] });
  });
  afterAll(() => mariadb?.stop());

  it('K12 K24 is 507 and never 422; lists still work', async () => {
    const server = await startServer({ kind: 'mariadb', env: { DATABASE_URL: `${mariadb?.url}/full` } });
    const admin = await server.signIn('admin');
    const comment = 'x'.repeat(1_000);
    let last = await admin('/api/pb/company', { method: 'POST', json: company('co_0', { comment }) });
    expect(last.status).toBe(201);
    await server.db.exec('CREATE TABLE filler (id INT AUTO_INCREMENT PRIMARY KEY, x LONGBLOB)');
    // Little by little at the end: MariaDB ends itself where it has no room to take back a long row.
    const room = async () => {
      const [row] = await server.db.query<{ free: number }>("SELECT DATA_FREE AS free FROM information_schema.TABLES WHERE TABLE_NAME = 'filler'");
      return Number(row?.free);
    };
    const fill = async (length: number) => server.db.run(`INSERT INTO filler (x) VALUES (REPEAT('x', ${length}))`);
    while ((await room()) > 8_000_000) await fill(2_000_000);
    for (let isFull = false; !isFull; )
      isFull = await fill(7_000).then(
        () => false,
        () => true,
      );
    for (let n = 1; last.status === 201 && n < 2_000; n += 1) last = await admin('/api/pb/company', { method: 'POST', json: company(`co_${n}`, { comment }) });
    expect(await codeOf(last)).toEqual([507, 'msg.full']);
    for (const path of ['/api/pb/company?range=[0,3]', '/api/pb/company/co_0', '/healthz']) expect([path, (await admin(path)).status]).toEqual([path, 200]);
    await server.stop();
  }, 120_000);
});
