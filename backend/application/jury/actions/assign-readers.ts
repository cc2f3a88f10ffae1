/** Who reads what, as staff see it and change it: what is assigned now, a plan to look at first, and the plan carried out. */
import { createHash } from 'node:crypto';
import { enrolmentsOf, type JuryRows, juryOf, staffCampaign } from '#application/campaign/actions/staff-rows.ts';
import { modelFor } from '#framework/records/record-tools.ts';
import { Work } from '#framework/records/verb.ts';
import type { Tools } from '#framework/tools.ts';
import type { CampaignRead, EnrolmentRead } from '#generated/objects.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { Refusal } from '#rules/words/problem.ts';
import { readingPairs } from '../data/readings.ts';
import { type AssignFacts, assignReaders, changesOf, pairOf } from '../rules/assign.ts';
import { mixed } from '../rules/list-order.ts';
import type { AssignmentAsked, AssignmentFacts, AssignmentPlan, ReaderState } from '../wire.ts';
import { readConflicts } from './read-conflicts.ts';

const shown = ['enrollid', 'cname', 'ename', 'attProgram', 'status', 'readers', 'ver'] as const;
type Shown = Pick<EnrolmentRead, (typeof shown)[number] | 'id'>;

/** What is assigned at present. @throws Refusal msg.notfound, msg.forbidden */
export async function readAssignment(tools: Tools, actor: Actor, campaign: string): Promise<AssignmentFacts> {
  const { row, enrolments, jury, opened } = await loadAll(tools, actor, campaign);
  const selections = new Map(jury.selections.map((one) => [pairOf(one.jury, one.enrolment), one]));
  const stateOf = (juror: string, enrolment: string): ReaderState => {
    const own = selections.get(pairOf(juror, enrolment));
    if (own) return own.conflict ? 'conflict' : 'rated';
    return opened.has(pairOf(juror, enrolment)) ? 'opened' : 'new';
  };
  const lines = enrolments.map((one) => ({
    id: one.id,
    ver: one.ver,
    number: one.enrollid,
    cname: one.cname,
    ename: one.ename,
    programs: one.attProgram,
    readers: (one.readers ?? []).map((juror) => ({ juror, state: stateOf(juror, one.id) })),
  }));
  const states = (juror: string) => lines.flatMap(({ readers }) => readers.filter((one) => one.juror === juror).map(({ state }) => state));
  return {
    readBy: row.readBy,
    perPitch: row.perPitch ?? 3,
    seed: mixed(campaign) % 100_000,
    jurors: jury.jurors.map(({ id, name, ename, group, chair, programs, enabled }) => {
      const own = states(id);
      return { id, name, ename, group, chair, programs, enabled, load: own.length, open: own.filter((state) => state === 'new').length };
    }),
    lines,
  };
}

/** What would change; nothing is written. @throws Refusal msg.notfound, msg.forbidden, msg.noselect where there are no jurors or enrolments of that kind */
export async function planAssignment(tools: Tools, actor: Actor, campaign: string, asked: AssignmentAsked): Promise<AssignmentPlan> {
  const { enrolments, jury, opened } = await loadAll(tools, actor, campaign);
  const wanted = enrolments.filter((one) => asked.program === '' || one.attProgram.some((code) => code === asked.program));
  const people = jury.jurors.filter((one) => one.enabled && (asked.group === '' || one.group === asked.group));
  if (!wanted.length || !people.length) throw new Refusal('msg.noselect');
  const facts = factsOf(wanted, enrolments, people, jury);
  const assigned = new Set(wanted.flatMap((one) => (one.readers ?? []).map((juror) => pairOf(juror, one.id))));
  const hints = asked.avoidsHints ? (await readConflicts(tools, actor, campaign)).hints : [];
  const hinted = hints.map(({ judge, enrolment }) => pairOf(judge.id, enrolment)).filter((pair) => !assigned.has(pair));
  const complete: AssignFacts = {
    ...facts,
    conflicts: new Set([...facts.conflicts, ...hinted]),
    begun: new Set([...facts.begun, ...opened]),
  };
  const after = assignReaders(complete, asked);
  const changes = changesOf(complete.enrolments, after);
  const short = wanted.flatMap(({ id }) => {
    const has = after.get(id)?.length ?? 0;
    return has < asked.perPitch ? [{ enrolment: id, has, wanted: asked.perPitch }] : [];
  });
  const loads = jury.jurors.map(({ id }) => {
    const before = enrolments.filter(({ readers = [] }) => readers.some((one) => one === id)).length;
    const more = changes.filter(({ added }) => added.includes(id)).length - changes.filter(({ removed }) => removed.includes(id)).length;
    return { juror: id, before, after: before + more };
  });
  const mark = createHash('sha256').update(JSON.stringify(changes)).digest('base64url').slice(0, 22);
  return { changes, loads: loads.filter(({ before, after: next }) => before + next > 0), short, mark };
}

/**
 * Carries the plan out in one transaction, each enrolment with an entry in its history. It can be taken back like every change of many rows.
 * @throws Refusal msg.datamodi where something has changed since the plan was seen, msg.nothing, msg.notfound, msg.forbidden
 */
export async function saveAssignment(
  tools: Tools,
  actor: Actor,
  campaign: string,
  { mark, ...asked }: AssignmentAsked & { mark: string },
): Promise<{ changed: number }> {
  modelFor(tools, actor, 'enrolment', 'update');
  const plan = await planAssignment(tools, actor, campaign, asked);
  if (plan.mark !== mark) throw new Refusal('msg.datamodi', { data: plan });
  if (!plan.changes.length) throw new Refusal('msg.nothing');
  await tools.db.transaction(async (tx) => {
    const work = new Work(tools, tx, actor, 'assign', tools.now());
    await work.lock('campaign', campaign);
    for (const { enrolment, readers, added, removed } of plan.changes) {
      const row = await work.lock('enrolment', enrolment);
      const before = readers.filter((id) => !added.includes(id)).concat(removed);
      if ([...before].sort().join() !== [...row.readers].sort().join()) throw new Refusal('msg.datamodi', { data: plan });
      await work.change('enrolment', row, { readers: readers as typeof row.readers }); // ids of jurors of the campaign
    }
  });
  if (tools.changeset) tools.changeset.isNoted = true;
  return { changed: plan.changes.length };
}

interface Loaded {
  row: CampaignRead;
  enrolments: Shown[];
  jury: JuryRows;
  opened: Set<string>;
}

async function loadAll(tools: Tools, actor: Actor, campaign: string): Promise<Loaded> {
  const row = await staffCampaign(tools, actor, campaign);
  const all = await enrolmentsOf(tools, actor, campaign, shown);
  const enrolments = all.filter(({ status, enrollid }) => (status === 'verified' || status === 'selected') && enrollid !== '');
  const jury = await juryOf(tools, actor, campaign);
  return { row, enrolments: enrolments.sort((a, b) => (a.enrollid < b.enrollid ? -1 : 1)), jury, opened: await readingPairs(tools.db, campaign) };
}

function factsOf(wanted: readonly Shown[], all: readonly Shown[], people: JuryRows['jurors'], { selections }: JuryRows): AssignFacts {
  const inPlan = new Set(wanted.map(({ id }) => id));
  const elsewhere = (juror: string) => all.filter(({ id, readers = [] }) => !inPlan.has(id) && readers.some((one) => one === juror)).length;
  return {
    enrolments: wanted.map(({ id, attProgram, readers = [] }) => ({ id, programs: attProgram, readers })),
    jurors: people.map(({ id, programs }) => ({ id, programs, load: elsewhere(id) })),
    conflicts: new Set(selections.filter(({ conflict }) => conflict).map((one) => pairOf(one.jury, one.enrolment))),
    begun: new Set(selections.filter(({ conflict }) => !conflict).map((one) => pairOf(one.jury, one.enrolment))),
  };
}
