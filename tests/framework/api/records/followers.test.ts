/** Rows that follow one change: few in its transaction, many by a job in portions, which goes on after a restart and finds what changed meanwhile. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#codegen/model.ts';
import { table } from '#framework/data/engine/table.ts';
import { insertRow } from '#framework/data/rows/write.ts';
import type { ShownJob } from '#framework/system/wire.ts';
import { completeRow, defaultsOf } from '#rules/records/record.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const text = { type: 'string', maxLength: 80 };
const id = { type: 'string', maxLength: 40, readOnly: true };
const studio = { title: 'Studio', type: 'object', properties: { id, name: text, country: text } };
const deal = {
  title: 'Deal',
  type: 'object',
  properties: {
    id,
    name: text,
    studio: { type: 'string', maxLength: 40, 'x-relation': { to: 'studio', onDelete: 'null' } },
    country: { ...text, 'x-formula': 'studio.country' },
  },
};
const note = {
  title: 'Note',
  type: 'object',
  properties: { id, deal: { type: 'string', maxLength: 40, 'x-relation': { to: 'deal', onDelete: 'null' } }, where: { ...text, 'x-formula': 'deal.country' } },
};
/** More than follow in one transaction; FOLLOWERS=100000 measures. */
const many = Number(process.env.FOLLOWERS ?? 2_500);

describe.each(testDatabases)('rows that follow a change on %s', (kind) => {
  const root = mkdtempSync(join(tmpdir(), 'followers-'));
  let server: TestServer;
  let admin: Client;
  beforeAll(async () => {
    cpSync('schemas', root, { recursive: true });
    for (const [name, schema] of Object.entries({ studio, deal, note })) writeFileSync(join(root, `${name}.json`), JSON.stringify(schema));
    server = await startServer({ kind, schemasDir: root });
    expect(server.registry.quarantined()).toEqual([]);
    admin = await server.signIn('admin');
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  const make = async (object: string, row: Row): Promise<string> => {
    const answer = await admin(`/api/pb/${object}`, { method: 'POST', json: row });
    expect(answer.status).toBe(201);
    return String(((await answer.json()) as Row).id);
  };
  const read = async (object: string, key: string): Promise<Row> => (await admin(`/api/pb/${object}/${key}`)).json();
  const change = async (object: string, key: string, row: Row): Promise<void> => {
    const { ver = null } = await read(object, key);
    expect((await admin(`/api/pb/${object}/${key}`, { method: 'PUT', json: { ...row, ver } })).status).toBe(200);
  };
  const jobs = async (): Promise<ShownJob[]> => {
    const { data } = (await (await admin('/api/jobs')).json()) as { data: ShownJob[] };
    return data.filter((job) => job.kind === 'follow');
  };
  const counted = async (of: string, country: string) =>
    Number(
      (
        await table(server.db, of)
          .where({ [of === 'note' ? 'where' : 'country']: country })
          .count({ n: '*' })
          .first()
      )?.n,
    );
  const fill = async (by: string, count: number) => {
    const { model } = server.registry.get('deal')!;
    const stamps = { ver: 1, create_at: '2026-01-01 00:00:00', update_at: '2026-01-01 00:00:00', update_by: 'admin' };
    for (let start = 0; start < count; start += 5_000)
      await server.db.transaction(async (tx) => {
        for (let at = start; at < Math.min(start + 5_000, count); at += 1)
          await insertRow(tx, model, {
            ...completeRow({ ...defaultsOf(model), id: `${by}-${at}`, name: `D${at}`, studio: by, country: 'TW' }, model.fields),
            ...stamps,
          });
      });
  };

  it('few follow in its transaction, and no job begins', async () => {
    const by = await make('studio', { name: 'few', country: 'TW' });
    await fill(by, 900);
    await change('studio', by, { country: 'JP' });
    expect([await counted('deal', 'JP'), await jobs()]).toEqual([900, []]);
  });

  it('many follow by a job, of which the save does not wait, with those that read them in turn; in their version', async () => {
    const by = await make('studio', { name: 'many', country: 'TW' });
    await fill(by, many);
    const reading = await make('note', { deal: `${by}-7` });
    const began = performance.now();
    await change('studio', by, { country: 'FR' });
    const saved = performance.now();
    // Another change while it runs is followed as well.
    await change('studio', by, { country: 'KR' });
    await expect.poll(async () => counted('deal', 'KR'), { timeout: 240_000 }).toBe(many);
    await expect.poll(async () => Number((await table(server.db, '_follow').count({ n: '*' }).first())?.n), { timeout: 240_000 }).toBe(0);
    console.info(
      `${kind}: ${many} rows follow, the save ${Math.round(saved - began)} ms, all ${Math.round(performance.now() - saved)} ms, ${Math.round(process.memoryUsage().rss / 1e6)} MB`,
    );
    expect(saved - began).toBeLessThan(2_000);
    await expect.poll(async () => (await jobs()).map(({ state }) => state)).not.toContain('running');
    const [last] = await jobs();
    expect(last).toMatchObject({ state: 'done', by: '' });
    expect(await read('note', reading)).toMatchObject({ where: 'KR', ver: 1 });
    expect((await read('deal', `${by}-7`)).ver).toBe(1);
  }, 600_000);

  it('what another life of the server left is done at the next change or start', async () => {
    const by = await make('studio', { name: 'left', country: 'TW' });
    await fill(by, 3);
    await server.db.transaction(async (tx) => {
      await tx.query("UPDATE deal SET country = 'XX' WHERE studio = ?", [by]);
      await tx.query("INSERT INTO _follow (obj, from_obj, from_id) VALUES ('deal', 'studio', ?)", [by]);
      await tx.query("INSERT INTO _follow (obj, from_obj, from_id) VALUES ('gone', 'studio', ?)", [by]);
    });
    const other = await make('studio', { name: 'wakes', country: 'TW' });
    await fill(other, 1_001);
    await change('studio', other, { country: 'DE' });
    await expect.poll(async () => [await counted('deal', 'XX'), await counted('deal', 'DE')]).toEqual([0, 1_001]);
  });
});
