/** R35: a page with 200 works and 300 viewers is answered in as many statements as a small one; how long it takes is printed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertLinks } from '#application/viewing/data/view-links.ts';
import type { WatchRow } from '#application/viewing/data/watch.ts';
import { insertWatched } from '#application/viewing/data/watch-rows.ts';
import type { Row } from '#codegen/model.ts';
import { insertRow } from '#framework/data/rows/write.ts';
import { completeRow, defaultsOf } from '#rules/records/record.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { statementsOf } from '../../../support/database/statements-of.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const works = 200;
const viewers = 300;
const now = Date.parse('2026-12-04T03:00:00Z');

describe.each(testDatabases)('R35 200 works and 300 viewers on %s', (kind) => {
  let server: TestServer;
  let op: Client;

  beforeAll(async () => {
    server = await startServer({ kind, now: () => new Date(now) });
    op = await server.signIn('op');
    const stamp = { ver: 1, create_at: '2026-12-01 00:00:00', update_at: '2026-12-01 00:00:00', update_by: 'op' };
    await server.db.transaction(async (tx) => {
      const put = (object: string, row: Row) => {
        const { model } = server.registry.get(object)!; // the project's own
        return insertRow(tx, model, { ...completeRow({ ...defaultsOf(model), ...row }, model.fields), ...stamp });
      };
      for (const [cid, many] of [
        ['many', works],
        ['few', 3],
      ] as const) {
        await put('campaign', { id: cid, cna: cid, maxSel: 3 });
        const ids = Array.from({ length: many }, (_, index) => `${cid}-p${index}`);
        for (const id of ids) await put('pitch', { id, cid, attProgram: 'C', cname: `提案 ${id}`, ename: id, logline: '一條河。' });
        for (const lang of ['tw', 'en'])
          await put('viewing_page', {
            id: `${cid}-${lang}`,
            cid,
            pg: '1',
            lang,
            title: cid,
            works: ids.map((pitch) => ({ pitch, group: '', show: ['video'] })),
          });
        const people = cid === 'many' ? viewers : 3;
        for (let person = 0; person < people; person += 1)
          await put('decision_maker', { id: `${cid}-d${person}`, cid, name: `人 ${person}`, priority: ids.slice(0, 2) });
        await insertLinks(
          tx,
          Array.from({ length: people }, (_, person) => ({
            ...{
              id: `${cid}l${person}`,
              kind: 'view' as const,
              object: 'decision_maker',
              rowId: `${cid}-d${person}`,
              campaign: cid,
              page: '1',
              at: now - 1,
              by: 'op',
            },
            ...{ endsAt: null, revokedAt: null, openedAt: now, seenAt: now, opens: 1 },
          })),
        );
        const rows = Array.from({ length: people }, (_, person) =>
          ids.map((id, index): WatchRow => {
            const seconds = 20 + ((person * 7 + index * 13) % 580);
            const begunAt = now - 86_400_000 * 9 + index * 2_000_000 + person * 1_000;
            return {
              ...{
                id: `${cid}${person}-${index}`,
                page: `${cid}-${index % 2 ? 'tw' : 'en'}`,
                viewer: `${cid}l${person}`,
                link: `${cid}l${person}`,
                work: `pitch:${id}`,
              },
              ...{ video: `${id}.mp4`, begunAt, seenAt: begunAt + seconds * 1_100, place: seconds, duration: 600, seconds, spans: [[0, seconds]], opens: 1 },
            };
          }),
        ).flat();
        await insertWatched(tx, rows);
      }
    });
  }, 180_000);
  afterAll(async () => {
    await server.stop();
  });

  const measured = async (path: string) => {
    await (await op(path)).text();
    const last = { status: 0, ms: 0, bytes: 0 };
    const ask = async () => {
      const from = performance.now();
      const answer = await op(path);
      Object.assign(last, { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength, ms: Math.round(performance.now() - from) });
    };
    return { statements: (await statementsOf(server.db, ask)).length, ...last };
  };

  it.each(['statistics', 'statistics/work', 'statistics/viewer', 'before', 'wishes', 'links', ''])('%s', async (call) => {
    const path = (cid: string) => {
      const query = call === 'statistics/work' ? `?id=pitch%3A${cid}-p1` : call === 'statistics/viewer' ? `?id=${cid}l1` : '';
      return `/api/vpman/${cid}/1${call && `/${call}`}${query}`;
    };
    const [few, many] = [await measured(path('few')), await measured(path('many'))];
    console.log(`${kind} ${call || 'composer'}: ${many.ms} ms, ${many.statements} statements, ${Math.round(many.bytes / 1024)} KB`);
    expect([few.status, many.status]).toEqual([200, 200]);
    expect(many.statements).toBe(few.statements);
  });
});
