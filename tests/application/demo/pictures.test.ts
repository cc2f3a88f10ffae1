import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPictures } from '#backend/demo/pictures.ts';
import { seedDemo } from '#backend/demo/seed.ts';
import type { Row } from '#codegen/model.ts';
import { connect } from '#framework/data/engine/connect.ts';
import { openStorage } from '#framework/files/open-storage.ts';
import { compareFiles, type FileTools, sweepFiles } from '#framework/files/sweep-files.ts';
import { develop, sea } from '../../demo/pictures/paint.ts';
import { testDatabases } from '../../support/database/database.ts';
import { killRunning, runServer } from '../../support/process.ts';
import { type Client, startServer, type TestServer } from '../../support/server.ts';

describe('the demo’s pictures', () => {
  it('are many different ones, small, and painted by our own generator, which paints them again', async () => {
    const pictures = await readPictures();
    const of = (kind: string) => pictures.filter(({ fileName }) => fileName.startsWith(kind));
    for (const [kind, least] of [
      ['poster', 20],
      ['still', 16],
      ['enroll', 3],
      ['selection', 3],
      ['portrait', 4],
    ] as const)
      expect(new Set(of(kind).map(({ bytes }) => bytes.toString('base64'))).size, kind).toBeGreaterThanOrEqual(least);
    expect(pictures.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBeLessThan(2_500_000);
    const scene = sea(5, ['#2d4a63', '#f0b27a', '#12303f', '#ffc98a']);
    const [once, again] = [develop(scene, 48, 27, 3), develop(scene, 48, 27, 3)];
    expect(once.equals(again)).toBe(true);
    expect(new Set(once).size).toBeGreaterThan(60);
  });
});

describe.each(testDatabases)('the demo’s pictures on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  beforeAll(async () => {
    server = await startServer({ kind });
    const { tools } = server;
    // The prepared users stand where the demo wants none.
    await tools.db.run('DELETE FROM `user`');
    await seedDemo(tools, { films: 24, companies: 8, edits: 0, storage: tools.storage });
    await server.addUser('boss', ['[]']);
    admin = await server.signIn('boss');
  });
  afterAll(() => server.stop());

  it('R14 stand at films and layout images, each of them there and described in both languages', async () => {
    const films: Row[] = await (await admin('/api/pb/film?range=[0,99]')).json();
    const posters = films.flatMap(({ poster }) => poster as Row[]);
    expect(posters.length).toBeGreaterThan(20);
    for (const { link } of posters.slice(0, 3)) expect((await server.anonymous(`${String(link)}?w=320`)).status).toBe(200);
    const images: Row[] = await (await admin('/api/pb/layout_image?range=[0,99]')).json();
    expect(new Set(images.map(({ cid }) => cid)).size).toBe(5);
    expect(new Set(images.map(({ place }) => place)).size).toBe(6);
    // What it shows, for who does not see it; no two sponsors alike.
    expect(images.filter(({ altTw, altEn }) => !altTw || !altEn).map(({ name }) => name)).toEqual([]);
    const [first] = images;
    const sponsors = images.filter(({ cid, place }) => cid === first?.cid && place === 'sponsor');
    expect(new Set(sponsors.map(({ altEn }) => altEn)).size).toBe(4);
    const jurors: Row[] = await (await admin(`/api/pb/jury?filter=${encodeURIComponent('{"onSite":true}')}`)).json();
    const portraits = jurors.flatMap(({ photo }) => photo as Row[]);
    expect(portraits.length).toBe(4);
    for (const { link } of portraits) expect((await server.anonymous(`${String(link)}?w=160`)).status).toBe(200);
    expect(await compareFiles(server.tools)).toEqual({ orphans: [], missing: [] });
  });
});

describe('a demo that is killed while it seeds', () => {
  it('C03 leaves no file without a row, starts again, and what was cut off is swept', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'reelbase-demo-'));
    const env = { DATA_DIR: dataDir, DATABASE_URL: `sqlite:${join(dataDir, 'demo.db')}` };
    const storage = await openStorage(`file:${join(dataDir, 'files')}`, dataDir);
    const stored = async () => {
      let count = 0;
      for await (const _ of storage.list()) count += 1;
      return count;
    };
    const first = runServer(env, { entry: 'demo' }).catch(() => 'killed');
    await expect.poll(stored, { timeout: 60_000, interval: 5 }).toBeGreaterThan(5);
    killRunning();
    expect(await first).toBe('killed');
    const cut = await stored();
    const files = async <T>(work: (tools: FileTools) => Promise<T>) => {
      const db = await connect(env.DATABASE_URL);
      try {
        return await work({ db, storage, log: pino({ level: 'silent' }), now: () => new Date(Date.now() + 25 * 3_600_000) });
      } finally {
        await db.close();
      }
    };
    expect(await files(compareFiles)).toEqual({ orphans: [], missing: [] });
    const second = await runServer(env, { entry: 'demo' });
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
    const both = await stored();
    await files((tools) => sweepFiles(tools, Date.now() + 1_000));
    expect(await stored(), 'what the first start stored and no more').toBe(both - cut);
    expect(await files(compareFiles)).toEqual({ orphans: [], missing: [] });
    rmSync(dataDir, { recursive: true, force: true });
  }, 180_000);
});
