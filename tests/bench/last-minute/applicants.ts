/**
 * Applicants in the last minute, in a process of their own: each types into a draft as a browser's autosave sends it, submits when the deadline is
 * upon them (some in the grace after it), and then reads back every word. CROWD = JSON of the Crowd; prints one line of JSON, the Outcome.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { EnrolmentFacts, Merged } from '#application/site/wire.ts';
import type { JsonValue, Row } from '#codegen/model.ts';
import { type FieldChange, valueAtPath } from '#rules/records/field-changes.ts';

export interface Crowd {
  url: string;
  campaign: string;
  cookies: string[];
  /** ms since 1970 */
  deadline: number;
}

export interface Outcome {
  /** ms of each */
  saves: number[];
  submits: number[];
  reads: number[];
  errors: string[];
  /** fields that say something else than what was typed, or receipts that are not there */
  lost: string[];
}

const crowd = JSON.parse(process.env.CROWD ?? '') as Crowd; // written by main.ts
const outcome: Outcome = { saves: [], submits: [], reads: [], errors: [], lost: [] };

/** What a form needs, typed in the first seconds. */
const first: [string, JsonValue, JsonValue][] = [
  ['attProgram', [], ['C']],
  ['cname', '', '海的記憶'],
  ['ename', '', 'Memory of the Sea'],
  ['logline', '', '一個漁村，和它不肯忘記的海。'],
  ['genre', [], ['[AR]']],
  ['len', '-', '[FL]'],
  ['stage', null, 2],
  ['trailer', '', 'https://video.example.com/1'],
  ['director/cname', '', '林美惠'],
  ['producer/ename', '', 'Ching-Wen Wu'],
  ['synopsis', '', '村子裡的人說，海會記得每一艘沒有回來的船。'.repeat(60)],
  ['rights', false, true],
  ['agree', false, true],
];
/** What is typed on until the end, with the most that a field holds. */
const typed: [string, number][] = [
  ['synopsis', 8000],
  ['director/bio', 4000],
  ['producer/bio', 4000],
  ['sLocation', 300],
  ['pname', 200],
  ['producer/company', 200],
];
const words = ['潮水', '退去', '之後', 'the sea ', '留下', '一張', '照片', 'remembers ', '，', '。'];

async function call<T>(cookie: string, method: string, path: string, times: number[], body?: unknown): Promise<T> {
  const begun = performance.now();
  const answer = await fetch(`${crowd.url}/api/site${path}`, {
    method,
    headers: { cookie, 'sec-fetch-site': 'same-origin', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const said = (await answer.json()) as { done: boolean; data: T; err: { code: string } | null };
  times.push(performance.now() - begun);
  if (!said.done) throw new Error(`${method} ${path.replace(/[0-9a-z]{26}/, '…')} ${answer.status} ${said.err?.code}`);
  return said.data;
}

async function applicant(cookie: string, index: number): Promise<void> {
  await pause(Math.random() * 2_000);
  const { id } = await call<EnrolmentFacts>(cookie, 'POST', '/enrolments', [], { campaign: crowd.campaign });
  const saved: Record<string, JsonValue> = {};
  let ver = 0;
  const save = async (changes: FieldChange[]) => {
    const { enrolment, conflicts, refused } = await call<Merged>(cookie, 'PATCH', `/enrolments/${id}`, outcome.saves, { changes });
    for (const { path } of [...conflicts, ...refused]) outcome.errors.push(`not taken: ${path}`);
    for (const { path, to } of changes) saved[path] = to;
    ver = enrolment.ver;
  };
  // A third of them finish in the grace, with a draft that was begun before the end.
  const until = crowd.deadline + (index % 3 === 0 ? 1_000 + Math.random() * 3_000 : -500 - Math.random() * 6_000);
  await save(first.map(([path, from, to]) => ({ path, from, to })));
  let looked = Date.now();
  while (Date.now() < until) {
    await pause(500 + Math.random() * 700);
    const changes = [0, 1].slice(Math.random() < 0.5 ? 1 : 0).map((): FieldChange => {
      const [path, most] = typed[Math.floor(Math.random() * typed.length)] as [string, number]; // within the list
      const from = String(saved[path] ?? '');
      const more = Array.from({ length: 4 + Math.floor(Math.random() * 8) }, () => words[Math.floor(Math.random() * words.length)]).join('');
      return { path, from, to: `${from}${more}`.slice(-most).trim() };
    });
    await save(changes.filter((change, at) => changes.findIndex(({ path }) => path === change.path) === at));
    if (Date.now() - looked > 20_000) {
      looked = Date.now();
      await call(cookie, 'GET', `/enrolments/${id}?ver=${ver}`, outcome.reads);
    }
  }
  const { receipt } = await call<EnrolmentFacts>(cookie, 'POST', `/enrolments/${id}/submit`, outcome.submits, { ver, confirm: true });
  const { values } = await call<EnrolmentFacts>(cookie, 'GET', `/enrolments/${id}`, outcome.reads);
  if (!receipt?.no || (values.receipt as Row).no !== receipt.no) outcome.lost.push('receipt');
  for (const [path, to] of Object.entries(saved)) if (JSON.stringify(valueAtPath(values, path)) !== JSON.stringify(to)) outcome.lost.push(path);
}

await Promise.all(crowd.cookies.map((cookie, index) => applicant(cookie, index).catch((error: Error) => outcome.errors.push(error.message))));
console.log(JSON.stringify(outcome));
