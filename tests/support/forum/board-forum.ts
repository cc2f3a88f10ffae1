/** A forum of any size made through the API, for the board in a browser: people with wishes and absences, a timetable worked out and taken over. Seeded. */
import type { Row } from '#codegen/model.ts';
import { seededRandom } from '#rules/values/random.ts';

export type Ask = (path: string, init?: RequestInit) => Promise<Response>;

export interface BoardForum {
  id: string;
  dms: number;
  pitches: number;
  /** of two days in equal halves */
  slots: number;
  tables: number;
  /** wishes of each decision maker */
  wishes: number;
  seed?: number;
}

/** Gives the ids of the decision makers and pitches, in order. */
export async function makeBoardForum(
  api: Ask,
  { id, dms, pitches, slots, tables, wishes, seed = 1 }: BoardForum,
): Promise<{ dms: string[]; pitches: string[] }> {
  const random = seededRandom(seed);
  const post = async (object: string, row: Row): Promise<string> => {
    const answer = await api(`/api/pb/${object}`, { method: 'POST', body: JSON.stringify(row) });
    if (answer.status !== 201) throw new Error(`${object}: ${await answer.text()}`);
    return String(((await answer.json()) as Row).id);
  };
  const rooms = Array.from({ length: tables }, (_, table) => String(table + 1));
  // Meetings of 20 minutes with 5 between, from 09:00.
  const until = 9 * 60 + (slots / 2) * 25;
  const end = `${String(Math.floor(until / 60)).padStart(2, '0')}:${String(until % 60).padStart(2, '0')}:00`;
  const days = ['2026-05-01', '2026-05-02'].map((date) => ({ date, start: '09:00:00', end, slot: 20, gap: 5, rooms }));
  await post('campaign', { id, cna: '一對一會談', enaName: 'One on one', edition: 14, maxSel: 3, zone: 'GMT', days });
  const all = days.map(({ date }) => ({ start: `${date} 09:00:00`, end: `${date} ${end}` }));
  const made: { dms: string[]; pitches: string[] } = { dms: [], pitches: [] };
  for (let index = 0; index < pitches; index += 1) {
    const attProgram = index % 3 ? 'C' : 'I';
    const number = `${attProgram}${String(index + 1).padStart(3, '0')}`;
    made.pitches.push(await post('pitch', { cid: id, attProgram, enrollid: number, cname: `第 ${index + 1} 條河`, ename: `The river no. ${index + 1}` }));
  }
  for (let index = 0; index < dms; index += 1) {
    const priority = new Set<string>();
    while (priority.size < Math.min(wishes, pitches)) priority.add(made.pitches[random.int(0, pitches - 1)]!);
    const unavailable = random.chance(0.2) ? [{ start: `${days[0]!.date} 09:00:00`, end: `${days[0]!.date} 12:00:00` }] : [];
    const name = `買家 ${index + 1}`;
    const row = { cid: id, name, ename: `Buyer ${index + 1}`, org: `House ${(index % 17) + 1}`, available: all, unavailable, priority: [...priority] };
    made.dms.push(await post('decision_maker', row));
  }
  return made;
}

/** Works out a timetable and takes it over. */
export async function planBoardForum(api: Ask, id: string, more: object = {}): Promise<void> {
  const call = async (rest: string, body: object): Promise<Row> => {
    const answer = await api(`/api/pairing/${id}/${rest}`, { method: 'POST', body: JSON.stringify(body) });
    if (answer.status !== 200) throw new Error(await answer.text());
    return ((await answer.json()) as { data: Row }).data;
  };
  const { job } = await call('run', { programs: ['C', 'I'], clear: 'all', aims: ['wishes'], seed: 1, ...more });
  for (;;) {
    const { data } = (await (await api(`/api/jobs/${String(job)}`)).json()) as { data: { state: string; result: { runs: string[] } | null } };
    if (data.state === 'running') await new Promise((resolve) => setTimeout(resolve, 200));
    else if (data.result?.runs[0]) return void (await call('take', { run: data.result.runs[0] }));
    else throw new Error(`the run ended as ${data.state}`);
  }
}
