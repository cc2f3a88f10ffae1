import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoardChanges, BoardFacts, BoardPairing, Move } from '#application/pairing/rules/board-facts.ts';
import type { Row } from '#codegen/model.ts';
import { seededRandom } from '#rules/values/random.ts';
import { freshUrl, testDatabases } from '../../../support/database/database.ts';
import { makeRow } from '../../../support/forum/pairing-board.ts';
import { cookieOf } from '../../../support/forum/site.ts';
import { runServer, type ServerProcess } from '../../../support/process.ts';
import { type Client, clientWith } from '../../../support/server.ts';

const day = '2026-05-01';
const [dmCount, pitchCount] = [14, 18];

/** Two servers as in production, on one database. */
describe.runIf(testDatabases.includes('mariadb'))('S06 two processes on one MariaDB', () => {
  const dataDirs = [mkdtempSync(join(tmpdir(), 'reelbase-one-')), mkdtempSync(join(tmpdir(), 'reelbase-two-'))];
  const running: ServerProcess[] = [];
  const organisers: Client[] = [];
  let database: ReturnType<typeof freshUrl>;

  const call = async <T>(organiser: number, path: string, json?: object) => {
    const answer = await organisers[organiser]!(`/api/pairing/forum${path}`, json ? { method: 'POST', json } : {});
    return { status: answer.status, ...((await answer.json()) as { data: T; err: { code: string } | null }) };
  };
  const board = async (organiser: number) => (await call<BoardFacts>(organiser, '')).data;

  beforeAll(async () => {
    database = freshUrl('mariadb');
    for (const dataDir of dataDirs) {
      const secrets = { SERVER_SECRET: 'of both processes of the forum', PUBLIC_SECRET: 'of both as well' };
      const server = await runServer({ DATA_DIR: dataDir, DATABASE_URL: database.url, ADMIN_PASSWORD: 'kept-by-hand', ...secrets });
      running.push(server);
      const answer = await clientWith(server.url, '')('/api/auth/login', { method: 'POST', json: { id: 'admin', pw: 'kept-by-hand' } });
      organisers.push(clientWith(server.url, cookieOf(answer, 'reelbase_staff')));
    }
    const [admin] = organisers as [Client];
    const days = [{ date: day, start: '09:00:00', end: '13:00:00', slot: 20, gap: 10, rooms: ['A', 'B', 'C', 'D', 'E', 'F', 'G'] }];
    expect((await admin('/api/pb/campaign', { method: 'POST', json: { id: 'forum', cna: '配對大會', maxSel: 3, zone: 'GMT', days } })).status).toBe(201);
    const pitches: string[] = [];
    for (let index = 0; index < pitchCount; index += 1)
      pitches.push(String((await makeRow(admin, 'pitch', { cid: 'forum', attProgram: 'C', enrollid: `C${100 + index}`, cname: `提案${index}` })).id));
    const random = seededRandom(7);
    for (let index = 0; index < dmCount; index += 1) {
      const priority = pitches.filter(() => random.chance(0.5));
      const unavailable = random.chance(0.5) ? [{ start: `${day} 10:00:00`, end: `${day} 11:00:00` }] : [];
      await makeRow(admin, 'decision_maker', {
        cid: 'forum',
        name: `決策者${index}`,
        available: [{ start: `${day} 09:00:00`, end: `${day} 13:00:00` }],
        unavailable,
        priority,
      });
    }
  });
  afterAll(async () => {
    await Promise.all(running.map(({ kill }) => kill()));
    await database.remove();
    for (const dataDir of dataDirs) rmSync(dataDir, { recursive: true, force: true });
  });

  it('V04-V07 200 places, moves, swaps, locks and removals at once in both: no double booking, no visible deadlock, and both get all changes', async () => {
    const random = seededRandom(11);
    const start = await board(0);
    // Two who follow, one at each server: what they hear makes the board, without ever reading it again.
    const followers = [new Map<string, BoardPairing>(), new Map<string, BoardPairing>()];
    let isOver = false;
    const following = followers.map(async (known, organiser) => {
      for (let since = start.version; ; ) {
        const last = isOver;
        const { data } = await call<BoardChanges>(organiser, `/changes?since=${since}&wait=1`);
        expect(data.isStale).toBe(false);
        for (const id of data.removed) known.delete(id);
        for (const pairing of data.pairings) known.set(pairing.id, pairing);
        since = data.version;
        if (last && !data.pairings.length && !data.removed.length) return;
      }
    });
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random.next() * list.length)]!;
    const place = (): Move => {
      const dm = pick(start.dms);
      // Now and then somebody whom nobody wished for.
      const pitch = random.chance(0.9) ? pick(dm.priority) : pick(start.pitches).id;
      return { do: 'place', dm: dm.id, pitch, start: pick(start.slots).start };
    };
    const change = ({ pairings }: BoardFacts): Move => {
      const [one, other] = [pick(pairings), pick(pairings)];
      const roll = random.next();
      if (roll < 0.3) return place();
      if (roll < 0.65) return { do: 'move', pairing: one.id, ver: one.ver, start: pick(start.slots).start };
      if (roll < 0.9) return { do: 'swap', a: one.id, verA: one.ver, b: other.id, verB: other.ver };
      return { do: random.chance(0.5) ? 'remove' : 'lock', pairing: one.id, ver: one.ver };
    };
    const outcomes = new Map<string, number>();
    for (const [wave, count] of [60, 200, 80].entries()) {
      const seen = await board(wave % 2);
      const moves = Array.from({ length: count }, () => (wave === 0 ? place() : change(seen)));
      const answers = await Promise.all([
        ...moves.map((move, index) => call<BoardChanges>(index % 2, '/moves', { moves: [move] })),
        // The same meetings through the records' form and undo, all the while.
        ...(wave ? [0, 1].map((organiser) => call<BoardChanges>(organiser, '/undo', {})) : []),
        ...seen.pairings.slice(0, 3).map(async (one, index) => {
          const answer = await organisers[index % 2]!(`/api/pb/pairing/${one.id}`, { method: 'PUT', json: { comment: `wave ${wave}`, ver: one.ver } });
          return { status: answer.status, err: ((await answer.json()) as { err?: { code: string } }).err ?? null };
        }),
      ]);
      for (const { status, err } of answers) outcomes.set(`${status} ${err?.code ?? ''}`, (outcomes.get(`${status} ${err?.code ?? ''}`) ?? 0) + 1);
    }
    isOver = true;
    // Taken, refused by a rule, based on an older version, or gone: nothing else.
    const reported = [...outcomes.keys()];
    expect(
      reported.filter((one) => !/^(200 |412 msg.datamodi|422 (rule\.|msg.nochange|msg.undo|msg.invalid)|404 msg.notfound)/.test(one)),
      reported.join(),
    ).toEqual([]);
    expect(outcomes.get('200 ')).toBeGreaterThan(60);

    await Promise.all(following);
    const [one, two] = [await board(0), await board(1)];
    expect(one.pairings).toEqual(two.pairings);
    expect(one.pairings.length).toBeGreaterThan(20);
    for (const known of followers) expect([...known.values()].sort(byId)).toEqual([...one.pairings].sort(byId));
    await expectSound(one);
  });

  /** Looks at the rows alone, and shares nothing with the rules. */
  async function expectSound({ slots, dms, pairings }: BoardFacts): Promise<void> {
    const seats = new Set<string>();
    for (const { id, ver, dm, pitch, start, end, room } of pairings) {
      for (const seat of [`${dm} ${start}`, `${pitch} ${start}`, `${room} ${start}`, `${dm} ${pitch}`]) {
        expect(seats.has(seat), seat).toBe(false);
        seats.add(seat);
      }
      const person = dms.find((one) => one.id === dm)!;
      const slot = slots.findIndex((one) => one.start === start && one.end === end);
      expect([person.priority.includes(pitch), person.free[slot], slots[slot]?.rooms.includes(room)]).toEqual([true, '1', true]);
      // Each version was written once, by one of the two; what was removed and brought back tells its last one twice.
      const history = (await (await organisers[0]!(`/api/pb/pairing/${id}/history`)).json()) as Row[];
      const isGone = ({ changes }: Row) => (changes as { cid?: unknown[] }).cid?.[1] === null;
      const versions = history.filter((entry) => !isGone(entry)).map((entry) => Number(entry.ver));
      expect(versions).toEqual(versions.map((_, index) => ver - index));
    }
  }
});

function byId(a: BoardPairing, b: BoardPairing): number {
  return a.id < b.id ? -1 : 1;
}
