import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareFiles } from '#backend/actions/sweep-files.ts';
import { drawPictures } from '#backend/demo/pictures.ts';
import { seedDemo } from '#backend/demo/seed.ts';
import type { Row } from '#codegen/model.ts';
import { testDatabases } from '../support/database.ts';
import { type Client, startServer, type TestServer } from '../support/server.ts';

describe('the demo’s pictures', () => {
  it('are the same for the same seed, many different ones, and small', async () => {
    const [one, same, other] = await Promise.all([drawPictures(1), drawPictures(1), drawPictures(2)]);
    expect(one.map(({ bytes }) => bytes.toString('base64'))).toEqual(same?.map(({ bytes }) => bytes.toString('base64')));
    expect(one[0]?.bytes.equals(other?.[0]?.bytes ?? Buffer.of())).toBe(false);
    const posters = one.filter(({ purpose }) => purpose === 'poster').map(({ bytes }) => bytes.toString('base64'));
    expect(new Set(posters).size).toBeGreaterThanOrEqual(30);
    expect(one.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBeLessThan(2_000_000);
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

  it('R14 stand at films and layout images, each of them there', async () => {
    const films: Row[] = await (await admin('/api/pb/film?range=[0,99]')).json();
    const posters = films.flatMap(({ poster }) => poster as Row[]);
    expect(posters.length).toBeGreaterThan(20);
    for (const { link } of posters.slice(0, 3)) expect((await server.anonymous(`${String(link)}?w=320`)).status).toBe(200);
    const images: Row[] = await (await admin('/api/pb/layout_image?range=[0,99]')).json();
    expect(new Set(images.map(({ cid }) => cid)).size).toBe(5);
    expect(new Set(images.map(({ place }) => place)).size).toBe(6);
    expect(await compareFiles(server.tools)).toEqual({ orphans: [], missing: [] });
  });
});
