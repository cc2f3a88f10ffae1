/** A campaign whose jury selects, for tests over HTTP: numbered enrolments, written as they stand, and jurors who can sign in. */
import type { Row } from '#codegen/model.ts';
import { insertRow } from '#framework/data/rows/write.ts';
import { completeRow, defaultsOf } from '#rules/records/record.ts';
import type { Client, TestServer } from '../server.ts';
import { project } from './forum.ts';

export const opens = '2026-11-01 00:00:00';
export const ends = '2026-11-20 16:00:00';
/** while that window is open */
export const during = new Date('2026-11-10T08:00:00Z');

/** Writes rows of an object as they are, past the rules. */
export async function put(server: TestServer, object: string, ...rows: Row[]): Promise<void> {
  const model = server.registry.get(object)?.model;
  if (!model) throw new Error(`no object ${object} among the schemas`);
  const stamps = { ver: 1, create_at: opens, update_at: opens, update_by: 'admin' };
  await server.db.transaction(async (tx) => {
    for (const row of rows) await insertRow(tx, model, { ...completeRow({ ...defaultsOf(model), ...row }, model.fields), ...stamps, ...row });
  });
}

/** The campaign `id`, with `more` of its own. */
export const selecting = (id: string, more: Row = {}): Row => ({
  id,
  cna: `評選 ${id}`,
  enaName: `Selection ${id}`,
  edition: 15,
  maxSel: 3,
  cStart: '2026-09-01 00:00:00',
  cEnd: '2026-10-01 00:00:00',
  sStart: opens,
  sEnd: ends,
  ...more,
});

/** Enrolment `id` of a campaign with the number C00n, n being the digits of its id. */
export const entered = (cid: string, id: string, more: Row = {}): Row => ({
  ...project,
  id,
  cid,
  applicant: 'maker',
  attProgram: ['C'],
  status: 'verified',
  enrollid: `C${id.replace(/\D/g, '').padStart(3, '0')}`,
  cname: `片 ${id}`,
  ename: `Film ${id}`,
  ...more,
});

export interface Answered<T> {
  status: number;
  msg: string;
  err: { code: string; fields: { path: string; code: string }[] } | null;
  data: T;
  text: string;
}

/** A call and its whole answer. */
export async function asked<T>(client: Client, path: string, init: RequestInit & { json?: unknown } = {}): Promise<Answered<T>> {
  const answer = await client(path, init);
  const text = await answer.text();
  return { ...(JSON.parse(text) as Omit<Answered<T>, 'status' | 'text'>), status: answer.status, text };
}
