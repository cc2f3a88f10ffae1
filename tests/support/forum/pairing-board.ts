/** A small forum and its board, over HTTP: four slots of one morning at two tables, four pitches, three decision makers and a disabled one. */
import { expect } from 'vitest';
import type { BoardChanges, BoardFacts, BoardPairing, Move } from '#application/pairing/rules/board-facts.ts';
import type { Row } from '#codegen/model.ts';
import type { Client, TestServer } from '../server.ts';

export const boardDay = '2026-05-01';
/** An instant of that day. */
export const at = (time: string) => `${boardDay} ${time}:00`;

export const boardCampaign: Row = {
  id: 'forum',
  cna: '配對大會',
  maxSel: 3,
  zone: 'GMT',
  days: [{ date: boardDay, start: '09:00:00', end: '11:00:00', slot: 20, gap: 10, rooms: ['A', 'B'] }],
};

export interface Answered<T> {
  status: number;
  data: T;
  msg: string;
  err: { code: string; fields: { path: string; code: string; message: string }[] } | null;
}

export interface BoardTest {
  pitches: string[];
  dms: string[];
  facts: () => Promise<BoardFacts>;
  get: <T>(path: string) => Promise<Answered<T>>;
  post: <T = BoardChanges>(path: string, json: object, as?: Client) => Promise<Answered<T>>;
  /** carries moves out and gives what changed; fails where they were refused */
  move: (...moves: Move[]) => Promise<BoardChanges>;
  place: (dm: number, pitch: number, time: string, room?: string) => Promise<BoardPairing>;
  pairing: (id: string) => Promise<BoardPairing | undefined>;
  put: (object: string, id: string, patch: Row) => Promise<Row>;
  /** starts a job by a call and gives its result */
  job: <T>(path: string, json: object) => Promise<T>;
}

export async function makeRow(op: Client, object: string, row: Row): Promise<Row> {
  const answer = await op(`/api/pb/${object}`, { method: 'POST', json: row });
  const body = (await answer.json()) as Row;
  expect(answer.status, JSON.stringify(body)).toBe(201);
  return body;
}

export async function makeBoard(server: TestServer, op: Client): Promise<BoardTest> {
  const admin = await server.signIn('admin');
  expect((await admin('/api/pb/campaign', { method: 'POST', json: boardCampaign })).status).toBe(201);
  const pitches: string[] = [];
  for (const [index, attProgram] of ['C', 'C', 'C', 'I'].entries()) {
    const row = { cid: 'forum', attProgram, enrollid: `${attProgram}00${index}`, cname: `提案${index}`, ename: `Pitch ${index}` };
    pitches.push(String((await makeRow(op, 'pitch', row)).id));
  }
  const [p0, p1, p2, p3] = pitches as [string, string, string, string]; // four were made
  const available = [{ start: at('09:00'), end: at('11:00') }];
  const dms: string[] = [];
  const people: Row[] = [
    { name: '甲', ename: 'Ann', available, priority: [p0, p1, p3] },
    { name: '乙', ename: 'Ben', available, priority: [p0, p2] },
    { name: '丙', ename: 'Cho', available: [{ start: at('09:00'), end: at('09:30') }], priority: [p0] },
    { name: '丁', ename: 'Dee', enabled: false },
  ];
  for (const row of people) dms.push(String((await makeRow(op, 'decision_maker', { cid: 'forum', ...row })).id));
  return { pitches, dms, ...boardCalls(server, op, pitches, dms) };
}

function boardCalls(server: TestServer, op: Client, pitches: string[], dms: string[]): Omit<BoardTest, 'pitches' | 'dms'> {
  const answered = async <T>(answer: Response): Promise<Answered<T>> => {
    const { data, msg, err } = (await answer.json()) as Omit<Answered<T>, 'status'>;
    return { status: answer.status, data, msg, err };
  };
  const get = async <T>(path: string) => answered<T>(await op(`/api/pairing/forum${path}`));
  const post = async <T>(path: string, json: object, as = op) => answered<T>(await as(`/api/pairing/forum${path}`, { method: 'POST', json }));
  const good = <T>({ status, data, err }: Answered<T>): T => {
    expect([status, err]).toEqual([200, null]);
    return data;
  };
  const facts = async () => good(await get<BoardFacts>(''));
  const move = async (...moves: Move[]) => good(await post<BoardChanges>('/moves', { moves }));
  return {
    facts,
    get,
    post,
    move,
    async place(dm, pitch, time, room) {
      const { pairings } = await move({ do: 'place', dm: dms[dm]!, pitch: pitches[pitch]!, start: at(time), ...(room !== undefined && { room }) });
      expect(pairings).toHaveLength(1);
      return pairings[0]!;
    },
    pairing: async (id) => (await facts()).pairings.find((one) => one.id === id),
    async put(object, id, patch) {
      const row = (await (await op(`/api/pb/${object}/${id}`)).json()) as Row;
      const answer = await op(`/api/pb/${object}/${id}`, { method: 'PUT', json: { ...patch, ver: row.ver ?? 0 } });
      const body = (await answer.json()) as Row;
      expect(answer.status, JSON.stringify(body)).toBe(200);
      return body;
    },
    async job<T>(path: string, json: object) {
      const { job: id } = good(await post<{ job: string }>(path, json));
      await server.tools.jobs.settled(id);
      const { data } = (await (await op(`/api/jobs/${id}`)).json()) as { data: { state: string; result: T } };
      expect(data.state, JSON.stringify(data)).toBe('done');
      return data.result;
    },
  };
}
