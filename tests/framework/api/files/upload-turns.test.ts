/** Two processes on one database: an upload is appended to by one of them at a time. */
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { connect } from '#framework/data/engine/connect.ts';
import { findTurn } from '#framework/data/system/upload-turns.ts';
import { receivePiece } from '#framework/files/uploads/receive-piece.ts';
import { recordTarget } from '#framework/files/uploads/record-target.ts';
import { withLease } from '#framework/files/uploads/turns.ts';
import { freshDatabase, freshUrl, testDatabases } from '../../../support/database/database.ts';
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
