/** Two processes on one database: an upload is appended to by one of them at a time. */
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { connect } from '#framework/data/engine/connect.ts';
import { findTurn } from '#framework/data/system/files/upload-turns.ts';
import { sweepFiles } from '#framework/files/sweep-files.ts';
import { receivePiece } from '#framework/files/uploads/receive-piece.ts';
import { recordTarget } from '#framework/files/uploads/record-target.ts';
import { withLease } from '#framework/files/uploads/turns.ts';
import { freshDatabase, freshUrl, testDatabases } from '../../../support/database/database.ts';
import { startS3 } from '../../../support/files/s3.ts';
import { mp4 } from '../../../support/files/videos.ts';
import { startServer } from '../../../support/server.ts';

const film = mp4(3_000_000);

describe.runIf(testDatabases.includes('mariadb'))('two processes on one database', () => {
  it('never append to one upload at the same time, and the one that lost the turn writes no more', async () => {
    const one = await freshDatabase('mariadb');
    const two = await connect(one.url);
    let inside = 0;
    let most = 0;
    const work = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((later) => setTimeout(later, 20));
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 8 }, (_, index) => withLease(index % 2 ? one : two, 'up', work)));
    expect(most).toBe(1);
    let overtaken: unknown;
    let begun = () => {};
    const isBegun = new Promise<void>((go) => (begun = go));
    const silent = withLease(one, 'up', async (turn) => {
      begun();
      // Stopped like a laptop that was closed; then it goes on.
      await new Promise((later) => setTimeout(later, 6_000));
      await turn.hold().catch((error: unknown) => (overtaken = error));
    });
    await isBegun;
    await withLease(two, 'up', async (turn) => {
      await turn.holdOn(() => silent);
    });
    expect(String(overtaken)).toContain('another process');
    expect(await findTurn(one, 'up')).toBeUndefined();
    await two.close();
    await one.drop();
  });

  it('one continues what the other began, and the film is complete', async () => {
    const { url, remove } = freshUrl('mariadb');
    const server = await startServer({ kind: 'mariadb', env: { DATABASE_URL: url } });
    const op = await server.signIn('op');
    const other = { ...server.tools, db: await connect(url) };
    const actor = { id: 'op', name: 'op', roles: ['[op]' as const], realm: 'staff' as const };
    const json = { object: 'film', id: '', field: 'videos', fileName: 'river.mp4', size: film.length };
    const { id } = (await (await op('/api/uploads', { method: 'POST', json })).json()).data;
    // The first process has half a piece, and hears no more of its sender.
    const halves = new Readable({ read: () => undefined });
    halves.push(film.subarray(0, 700_000));
    const first = receivePiece(server.tools, actor, recordTarget, { id, offset: 0, announced: undefined, bytes: halves }).catch((error: unknown) => error);
    await expect.poll(async () => (await stat(join(server.tools.storage.incoming, `${id}.part`)).catch(() => undefined))?.size).toBe(700_000);
    const whole = await receivePiece(other, actor, recordTarget, { id, offset: 700_000, announced: undefined, bytes: Readable.from([film.subarray(700_000)]) });
    expect(whole).toMatchObject({ offset: film.length, attachment: { size: film.length } });
    halves.push(film.subarray(700_000, 900_000));
    halves.push(null);
    expect(String(await first)).toContain('another process');
    const stored = Buffer.from(await (await op(String(whole.attachment?.link))).arrayBuffer());
    expect(stored.equals(film)).toBe(true);
    await rm(join(server.tools.storage.incoming, `${id}.part`), { force: true });
    await other.db.close();
    await server.stop();
    await remove();
  }, 60_000);
});

describe.runIf(testDatabases.includes('mariadb'))('two servers with folders of their own and one S3 store', () => {
  it('each goes on with what the other has received, piece by piece, and nothing but the film is left', async () => {
    const { url, remove } = freshUrl('mariadb');
    const store = await startS3();
    const env = { DATABASE_URL: url, STORAGE_URL: store.url };
    const servers = [await startServer({ kind: 'mariadb', env }), await startServer({ kind: 'mariadb', env })] as const;
    const ops = [await servers[0].signIn('op'), await servers[1].signIn('op')] as const;
    const json = { object: 'film', id: '', field: 'videos', fileName: 'river.mp4', size: film.length };
    const { id } = (await (await ops[0]('/api/uploads', { method: 'POST', json })).json()).data;
    const offsetAt = async (at: 0 | 1) => (await (await ops[at](`/api/uploads/${id}`)).json()).data.offset;
    const send = async (at: 0 | 1, from: number, to: number) => {
      const answer = await ops[at](`/api/uploads/${id}?offset=${from}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/octet-stream' },
        body: new Uint8Array(film.subarray(from, to)),
      });
      return { status: answer.status, ...(await answer.json()) };
    };
    const cuts = [0, 400_000, 900_000, 1_000_000, 1_700_000, 2_200_000];
    for (const [at, from] of cuts.slice(0, -1).entries()) {
      expect(await send((at % 2) as 0 | 1, from, cuts[at + 1]!)).toMatchObject({ status: 200, data: { offset: cuts[at + 1] } });
      expect([await offsetAt(0), await offsetAt(1)]).toEqual([cuts[at + 1], cuts[at + 1]]);
    }
    // A place that is behind is told the right one, and what broke off has come as far as it did.
    expect(await send(0, 1_000_000, 1_500_000)).toMatchObject({ status: 422, err: { code: 'upload.offset' }, data: { offset: 2_200_000 } });
    const actor = { id: 'op', name: 'op', roles: ['[op]' as const], realm: 'staff' as const };
    const broken = Readable.from(
      (async function* () {
        yield film.subarray(2_200_000, 2_500_000);
        await new Promise((later) => setTimeout(later, 100));
        throw new Error('the line broke');
      })(),
    );
    const piece = { id, offset: 2_200_000, announced: undefined, bytes: broken };
    await expect(receivePiece(servers[1].tools, actor, recordTarget, piece)).rejects.toThrow('the line broke');
    expect(await offsetAt(0)).toBe(2_500_000);
    // No sweep takes a piece that belongs to an upload.
    expect(await sweepFiles(servers[0].tools, Date.now() + 60_000)).toEqual({ removed: 0 });
    const whole = await send(0, 2_500_000, film.length);
    expect(whole).toMatchObject({ status: 200, data: { offset: film.length, attachment: { size: film.length } } });
    expect(Buffer.from(await (await ops[1](String(whole.data.attachment.link))).arrayBuffer()).equals(film)).toBe(true);
    expect([...store.objects.keys()].filter((name) => name.endsWith('.part'))).toEqual([]);
    expect(await servers[0].db.query('SELECT * FROM `_upload_piece`')).toEqual([]);

    // One that is given up leaves nothing, whichever received it.
    const next = (await (await ops[0]('/api/uploads', { method: 'POST', json })).json()).data.id;
    expect(
      (
        await ops[0](`/api/uploads/${next}?offset=0`, {
          method: 'PATCH',
          headers: { 'content-type': 'application/octet-stream' },
          body: new Uint8Array(film.subarray(0, 1_000)),
        })
      ).status,
    ).toBe(200);
    expect((await ops[1](`/api/uploads/${next}`, { method: 'DELETE' })).status).toBe(200);
    expect([...store.objects.keys()].filter((name) => name.endsWith('.part'))).toEqual([]);
    for (const server of servers) await server.stop();
    await store.stop();
    await remove();
  }, 90_000);
});
