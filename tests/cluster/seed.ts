/** People and data that the load works with, made by a server in this process that is gone before the instances start. */
import { join } from 'node:path';
import { pino } from 'pino';
import { readConfig } from '#backend/config.ts';
import { start } from '#backend/main.ts';
import type { Row } from '#codegen/model.ts';
import { insertRow } from '#framework/data/rows/write.ts';
import { accountById } from '#framework/data/system/accounts/accounts.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import { completeRow, defaultsOf } from '#rules/records/record.ts';
import { type Ask, makeBoardForum } from '../support/forum/board-forum.ts';

export const password = 'of-the-cluster';
export const mostChosen = 2;
const day = 86_400_000;
/** What a verified enrolment has to have. */
const project: Row = {
  cname: '海的記憶',
  ename: 'Memory of the Sea',
  logline: 'A line.',
  genre: ['[AR]'],
  len: '[FL]',
  stage: 2,
  trailer: 'https://video.example.com/1',
};

export interface Seeded {
  /** cookies of staff who only work, and of jurors */
  staff: string[];
  jurors: string[];
  enrolments: string[];
  forum: { id: string; dms: string[]; pitches: string[] };
}

export async function seed(env: Record<string, string>, folder: string): Promise<Seeded> {
  const html = '<!doctype html><html lang="tw"><head><title></title></head><body></body></html>';
  const { tools, stop, url } = await start({
    config: readConfig({ ...env, DATA_DIR: join(folder, 'seed'), PORT: '0', DEMO: '0', ADMIN_PASSWORD: password }),
    log: pino({ level: 'error' }),
    watch: false,
    pages: { development: false, html: async () => html, assets: (_req, _res, next) => next() },
  });
  const now = Date.now();
  const put = async (object: string, row: Row): Promise<void> => {
    const model = tools.registry.get(object)?.model;
    if (!model) throw new Error(`no object ${object}`);
    const stamps = { ver: 1, create_at: stampOf(now), update_at: stampOf(now), update_by: 'seed' };
    const whole = completeRow({ ...defaultsOf(model), ...stamps, ...row }, model.fields);
    await tools.db.transaction((tx) => insertRow(tx, model, whole));
  };
  const session = (realm: string, id: string) => sessionOf(tools, realm, id, now);
  const pw = await tools.hashPassword(password);
  await put('user', { id: 'second', name: 'Second administrator', email: 'second@example.com', pw, roles: ['[]'], enabled: true });
  const staff: string[] = [];
  for (let n = 0; n < 6; n += 1) {
    await put('user', { id: `op${n}`, name: `Staff ${n}`, email: `op${n}@example.com`, pw, roles: ['[op]'], enabled: true });
    staff.push(await session('staff', `op${n}`));
  }
  await put('company', { id: 'customer', name: 'Island Tide', type: 9, taxID: '12345678' });
  const window = { sStart: stampOf(now - day), sEnd: stampOf(now + 30 * day), cStart: stampOf(now - 9 * day), cEnd: stampOf(now - 2 * day) };
  await put('campaign', { id: 'selection', cna: '評選中', enaName: 'In selection', edition: 15, maxSel: mostChosen, ...window });
  await put('applicant', { id: 'maker', email: 'maker@example.com', name: 'Maker', verified: true });
  const enrolments = Array.from({ length: 8 }, (_, n) => `enrolment${n + 1}`);
  for (const [n, id] of enrolments.entries()) {
    const state = { status: 'verified', enrollid: `C00${n + 1}`, attProgram: ['C'] };
    await put('enrolment', { ...project, id, cid: 'selection', applicant: 'maker', ...state });
  }
  const jurors: string[] = [];
  for (let n = 0; n < 6; n += 1) {
    await put('jury', { id: `juror${n}`, cid: 'selection', email: `juror${n}@example.com`, name: `Juror ${n}`, programs: ['C'], enabled: true, pw });
    jurors.push(await session('jury', `juror${n}`));
  }
  const ask: Ask = (path, init) => fetch(`${url}${path}`, { ...init, headers: { 'content-type': 'application/json', cookie: staff[0] ?? '' } });
  const forum = await makeBoardForum(ask, { id: 'forum', dms: 16, pitches: 16, slots: 8, tables: 4, wishes: 3 });
  await stop();
  return { staff, jurors, enrolments, forum: { id: 'forum', ...forum } };
}

async function sessionOf({ db, sessionsOf }: Tools, realm: string, id: string, now: number): Promise<string> {
  const account = await accountById(db, realm, id);
  if (!account) throw new Error(`no account ${id}`);
  return `reelbase_${realm}=${await sessionsOf(realm).create(account, { address: '127.0.0.1', agent: 'cluster' }, now)}`;
}
