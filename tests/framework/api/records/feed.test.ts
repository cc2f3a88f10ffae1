/** The feed of changes: while many write, roll back, type and delete, whoever follows it sees each entry once, those of a row in their order, and only what they may read. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#codegen/model.ts';
import type { Transaction } from '#framework/data/engine/connect.ts';
import { wholeReader } from '#framework/data/rows/reader.ts';
import { loadRow } from '#framework/data/rows/records.ts';
import type { FoundChange, FoundChanges } from '#framework/records/wire.ts';
import { save } from '#framework/save/save.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const text = (more: object = {}) => ({ type: 'string', maxLength: 80, ...more });
const orchard = {
  title: 'Orchard',
  type: 'object',
  'x-titleTemplate': '{id}',
  required: ['id'],
  'x-access': { '[gs]': ['list', 'read'], '[]': 'all', rows: { '[gs]': { properties: { open: { const: true } }, required: ['open'] } } },
  properties: { id: text({ maxLength: 40 }), name: text(), gossip: text({ 'x-access': ['[]'] }), open: { type: 'boolean' } },
};

describe.each(testDatabases)('the feed of changes on %s', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'feed-schemas-'));
  let server: TestServer;
  let admin: Client;
  let guest: Client;
  beforeAll(async () => {
    cpSync(new URL('../../../../schemas', import.meta.url).pathname, folder, { recursive: true });
    writeFileSync(join(folder, 'orchard.json'), JSON.stringify(orchard));
    server = await startServer({ kind, schemasDir: folder });
    expect(server.registry.quarantined()).toEqual([]);
    admin = await server.signIn('admin');
    guest = await server.signIn('gs');
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const ask = async (since: string, client = admin, more = '&object=orchard'): Promise<FoundChanges> => {
    const answer = await client(`/api/changes?since=${encodeURIComponent(since)}${more}`);
    expect(answer.status, await answer.clone().text()).toBe(200);
    return (await answer.json()).data;
  };
  /** Behind all that was written; on MariaDB what was rolled back is waited for. */
  const present = async () => {
    await ask('now');
    if (kind === 'mariadb') await pause(2_200);
    return (await ask('now')).cursor ?? '';
  };
  const model = () => server.registry.get('orchard')!.model; // it was written above
  const tools = () => ({ db: server.db, now: () => new Date() });
  const make = (tx: Transaction, row: Row) => save(tools(), tx, model(), { create: row }, { by: 'op' });
  const change = async (tx: Transaction, id: string, name: string, isTyping = false) => {
    const from = (await loadRow(tx, wholeReader(model(), kind), id, true)) as Row | undefined;
    if (from) await save(tools(), tx, model(), { update: { ...from, name }, from }, { by: 'op', isTyping });
  };
  const remove = async (tx: Transaction, id: string) => {
    const row = (await loadRow(tx, wholeReader(model(), kind), id, true)) as Row | undefined;
    if (row) await save(tools(), tx, model(), { remove: row }, { by: 'op' });
  };
  /** Follows until nothing more comes for some time. */
  const follow = async (from: string, isOver: () => boolean, client = admin): Promise<FoundChange[]> => {
    const seen: FoundChange[] = [];
    for (let [since, quiet] = [from, 0]; !isOver() || quiet < 30; ) {
      const { entries, cursor, isMore } = await ask(since, client);
      seen.push(...entries);
      quiet = entries.length || isMore ? 0 : quiet + 1;
      since = cursor ?? '';
      if (!isMore) await pause(isOver() ? 100 : 15);
    }
    return seen;
  };

  it('sees every change once and those of a row in order, while writers commit out of order, roll back and delete', { timeout: 120_000 }, async () => {
    const ids = Array.from({ length: 24 }, (_, index) => `tree${index}`);
    await server.db.transaction(async (tx) => {
      for (const id of ids) await make(tx, { id, name: '0' });
    });
    const from = await present();
    let isOver = false;
    const writer = async (own: number) => {
      for (let round = 0; round < 20; round += 1) {
        const some = ids.filter(() => Math.random() < 0.12);
        const work = server.db.transaction(async (tx) => {
          await make(tx, { id: `new${own}-${round}`, name: 'new' });
          for (const id of some) await change(tx, id, `${own} ${round}`);
          if (round % 5 === 4) await remove(tx, `new${own}-${round - 1}`);
          await pause(Math.random() * (kind === 'mariadb' ? 120 : 4));
          if (Math.random() < 0.3) throw new Error('rolled back');
        });
        await work.catch(() => undefined); // rolled back, or it waited too long for what others hold
      }
    };
    const writers = Promise.all(Array.from({ length: 6 }, (_, own) => writer(own))).then(() => (isOver = true));
    const [seen, ofGuest] = await Promise.all([follow(from, () => isOver), follow(from, () => isOver, guest), writers]);
    const begin = Number.parseInt(from.slice(1), 36);
    const stored = await server.db.query<{ id: number; row_id: string; ver: number }>(
      'SELECT `id`, `row_id`, `ver` FROM `_history` WHERE `obj` = ? AND `id` > ? ORDER BY `id`',
      ['orchard', begin],
    );
    expect(stored.length).toBeGreaterThan(100);
    expect(seen.map(({ entry }) => entry)).toEqual(stored.map(({ id }) => Number(id)));
    for (const id of new Set(seen.map(({ row }) => row))) {
      const versions = seen.filter(({ row, action }) => row === id && action !== 'delete').map(({ ver }) => ver);
      expect(versions, id).toEqual([...versions].sort((a, b) => a - b));
    }
    expect(ofGuest, 'none of them is open').toEqual([]);
  });

  it('waits below a write that is still open, and for no one that was rolled back', { timeout: 30_000 }, async () => {
    const from = await present();
    let end = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      end = resolve;
    });
    let isWritten = (): void => undefined;
    const written = new Promise<void>((resolve) => {
      isWritten = resolve;
    });
    const slow = server.db.transaction(async (tx) => {
      await make(tx, { id: 'slow' });
      await tx.query('SELECT 1'); // before which its history is sent, if it has not been yet
      isWritten();
      await held;
    });
    await written;
    const quick = server.db.transaction((tx) => make(tx, { id: 'quick' }));
    if (kind === 'mariadb') {
      await quick;
      // Longer than a missing id is waited for: it is the open write that holds the feed.
      await pause(2_500);
    }
    expect((await ask(from)).entries).toEqual([]);
    end();
    await Promise.all([slow, quick]);
    await server.db.transaction((tx) => make(tx, { id: 'undone' }).then(() => Promise.reject(new Error('rolled back')))).catch(() => undefined);
    await server.db.transaction((tx) => make(tx, { id: 'after' }));
    const seen = await follow(from, () => true);
    expect(seen.map(({ row }) => row)).toEqual(['slow', 'quick', 'after']);
  });

  it('typing that adds to an entry comes again for whoever has passed it', { timeout: 30_000 }, async () => {
    await server.db.transaction((tx) => make(tx, { id: 'typed', name: '' }));
    const from = await present();
    await server.db.transaction((tx) => change(tx, 'typed', 'a', true));
    const first = await ask(from);
    await server.db.transaction((tx) => change(tx, 'typed', 'ab', true));
    const second = await follow(first.cursor ?? '', () => true);
    expect([first.entries, second].map((entries) => entries.map(({ ver, changes }) => [ver, changes.name]))).toEqual([[[2, ['', 'a']]], [[3, ['', 'ab']]]]);
  });

  it('P01 P02 shows rows and fields that the person may read, and the deletion of a row that they might have read', { timeout: 30_000 }, async () => {
    const from = await present();
    await admin('/api/pb/orchard', { method: 'POST', json: { id: 'shown', name: 'x', gossip: 'whisper', open: true } });
    await admin('/api/pb/orchard', { method: 'POST', json: { id: 'hidden', name: 'x', gossip: 'whisper', open: false } });
    await admin('/api/pb/orchard/shown', { method: 'PUT', json: { name: 'y', gossip: 'louder' }, headers: { 'if-match': '*' } });
    const said = ({ entries }: FoundChanges) => entries.map(({ row, action, changes }) => [row, action, Object.keys(changes)]);
    expect(said(await ask(from, guest))).toEqual([
      ['shown', 'create', []],
      ['shown', 'update', ['name']],
    ]);
    const before = (await ask(from, guest)).cursor ?? '';
    for (const id of ['shown', 'hidden']) expect((await admin(`/api/pb/orchard/${id}`, { method: 'DELETE' })).status).toBe(200);
    const gone = await ask(before, guest);
    expect(gone.entries.map(({ row, action, isThere }) => [row, action, isThere])).toEqual([['shown', 'delete', false]]);
    expect(JSON.stringify(gone)).not.toMatch(/louder|whisper|gossip/);
    expect((await ask(before)).entries.map(({ row }) => row)).toEqual(['shown', 'hidden']);
    expect((await ask(from, admin, '&object=orchard&row=shown&action=update&field=gossip')).entries).toHaveLength(1);
    expect((await guest('/api/changes?since=now&object=mail')).status).toBe(403);
  });

  it('goes page by page from the first, and refuses what is no cursor and one of other data', { timeout: 30_000 }, async () => {
    await present();
    const all: number[] = [];
    for (let [since, isMore, pages] = ['first', true, 0]; isMore; pages += 1) {
      const page = await ask(since);
      expect(page.entries.length).toBeLessThanOrEqual(200);
      expect(pages).toBeLessThan(50);
      all.push(...page.entries.map(({ entry }) => entry));
      since = page.cursor ?? '';
      isMore = page.isMore ?? false;
    }
    expect(all).toEqual([...new Set(all)].sort((a, b) => a - b));
    const [last] = await server.db.query<{ n: number }>("SELECT COUNT(*) AS n FROM `_history` WHERE `obj` = 'orchard'");
    expect(all).toHaveLength(Number(last?.n));
    for (const query of ['since=c1', 'since=cz.', 'since=1a', 'since=now&below=4', 'since=first&before=9'])
      expect((await admin(`/api/changes?${query}`)).status, query).toBe(400);
    const restored = await admin(`/api/changes?since=c${(99_999_999).toString(36)}.0`);
    expect([restored.status, (await restored.json()).err.code]).toEqual([410, 'changes.cursor']);
    const other = (await present()).replace(/\..*/, '.1');
    expect((await admin(`/api/changes?since=${other}`)).status).toBe(410);
  });
});
