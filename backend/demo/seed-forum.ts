/** The forum's part of the demo: three campaigns, enrolments in every state with a last-evening surge, a jury's choices, pitches and decision makers. */

import type { Row } from '#codegen/model.ts';
import { wholeReader } from '#framework/data/rows/reader.ts';
import { loadPage } from '#framework/data/rows/records.ts';
import { loadWith } from '#framework/records/check-related.ts';
import { createRecord } from '#framework/records/create-record.ts';
import type { RecordTools } from '#framework/records/record-tools.ts';
import { runAction } from '#framework/records/run-action.ts';
import { updateRecord } from '#framework/records/update-record.ts';
import { generate, type Recipe } from '#framework/samples/generate-rows.ts';
import { dateAt } from '#framework/time.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { everyRow } from '#rules/queries/filter.ts';
import { among } from '#rules/records/facts.ts';
import { type Random, seededRandom } from '#rules/values/random.ts';
import { applicantRecipe, campaignsAround, type DemoCampaign, decisionMakerRecipe, enrolmentRecipe, juryRecipe } from './recipes/forum.ts';
import { seedMails, seedMeetings } from './seed-meetings.ts';
import { jurorPhoto, type StoredPicture } from './seed-pictures.ts';

/** Every one of them, or none is written: a selection without its jury says nothing. */
const objects = ['campaign', 'applicant', 'enrolment', 'jury', 'selection', 'pitch', 'decision_maker'];
/** Lengths of the two editions that have enrolments: those of edition 14, and those of every edition. */
const lengthsOf: Record<string, readonly string[]> = { ccdf14: ['[FL]', '[FL]', '[TL]', '[SH]', '[CM]', '[SE]'], ccdf15: ['[FL]', '[FL]', '[SH]', '[SE]'] };
/** Of the ended campaign's verified ones; with those of both programs they make some forty pitches. */
const selectedCount = 33;
const minute = 60_000;
const day = 1_440 * minute;

/** Writes as `actor`, each row at its own moment of the past. */
export async function seedForum(tools: RecordTools, actor: Actor, seed: number, pictures: readonly StoredPicture[]): Promise<void> {
  if (!objects.every((object) => tools.registry.get(object))) return;
  const now = tools.now().getTime();
  const random = seededRandom(seed);
  const [ended, open, coming] = campaignsAround(now) as [DemoCampaign, DemoCampaign, DemoCampaign]; // it makes three
  const write = (at: number): Writer => writerAt(tools, actor, Math.min(at, now - 3_600_000));
  for (const { row, opens } of [ended, open, coming]) await write(Math.min(opens - 20 * day, now - 50 * day)).create('campaign', row);

  const make = (object: string, count: number, recipe: Recipe): Row[] => generate(tools.registry.get(object)!, seed, count, { recipe });
  const applicants: string[] = [];
  const writers: Row[] = [];
  for (const row of make('applicant', 90, applicantRecipe())) {
    const at = (applicants.length < 60 ? ended : open).opens + random.int(0, 40_000) * minute;
    const applicant = await write(at).create('applicant', row);
    applicants.push(String(applicant.id));
    writers.push(applicant);
  }
  const verified: Row[] = [];
  for (const [{ row, opens, closes }, count, people] of [
    [ended, 70, applicants.slice(0, 60)],
    [open, 40, applicants.slice(30)],
  ] as const) {
    const until = Math.min(closes, now);
    const times = Array.from({ length: count }, () => until - (until - opens) * random.next() ** 3).sort((a, b) => a - b);
    const rows = make('enrolment', count, enrolmentRecipe(row.id, lengthsOf[row.id]!, people));
    for (const [index, enrolment] of rows.entries())
      verified.push(...(await enrol(write, enrolment, times[index]!, closes < now ? closes : undefined, random)));
  }
  const past = verified.filter((row) => row.cid === ended.row.id);
  await write(ended.closes + 3 * day).run('campaign', ended.row.id, 'number');
  await seedJury(write, make('jury', 12, juryRecipe(ended.row.id)), past, ended.closes + 4 * day, random);
  // Who judges next is on the site before anybody has sent anything in.
  for (const [index, member] of make('jury', 5, juryRecipe(open.row.id)).entries())
    await write(open.opens + day).create('jury', { ...member, ...jurorPhoto(pictures, index) });
  const pitches = await seedPitches(tools, write, ended, past);
  const days = ended.row.days as { date: string }[]; // two of them, by campaignsAround
  for (const row of make('decision_maker', 36, decisionMakerRecipe(ended.row.id, pitches, days)))
    await write(ended.closes + 30 * day + random.int(0, 9_000) * minute).create('decision_maker', row);
  await seedAbsences(tools, write(ended.closes + 37 * day), pitches, days);
  await seedMeetings(tools, actor, ended.row, seed, ended.closes + 40 * day - 8 * 60 * minute);
  await seedMails(tools, writers.slice(-24), open.row, now - 30 * minute);
}

interface Writer {
  create(object: string, row: Row): Promise<Row>;
  update(object: string, row: Row, change: Row): Promise<Row>;
  /** a transition or an operation, with its typed confirmation where it wants one */
  run(object: string, id: string, action: string, confirm?: string): Promise<unknown>;
}

function writerAt(tools: RecordTools, actor: Actor, at: number): Writer {
  const past = { ...tools, now: () => dateAt(at) };
  return {
    create: (object, row) => createRecord(past, actor, object, row),
    update: (object, row, change) => updateRecord(past, actor, object, String(row.id), change, Number(row.ver)),
    run: (object, id, action, confirm) => runAction(past, actor, object, id, action, confirm === undefined ? {} : { confirm }),
  };
}

/** Four in five are sent in; verified are nearly all of those once the window has `closed`, few before. Gives the row if it is verified. */
async function enrol(write: (at: number) => Writer, enrolment: Row, at: number, closed: number | undefined, random: Random): Promise<Row[]> {
  const row = await write(at).create('enrolment', enrolment);
  if (random.chance(0.2)) return [];
  const sent = await write(at + random.int(10, 300) * minute).update('enrolment', row, { status: 'submitted' });
  if (random.chance(closed ? 0.15 : 0.75)) return [];
  return [await write((closed ?? at) + random.int(600, 4_000) * minute).update('enrolment', sent, { status: 'verified' })];
}

async function seedJury(write: (at: number) => Writer, members: Row[], enrolments: Row[], at: number, random: Random): Promise<void> {
  for (const member of members) {
    const { id } = await write(at).create('jury', member);
    for (const [index, enrolment] of random.sample(enrolments, random.int(6, 11)).entries()) {
      const comment = random.chance(0.4) ? random.pick(['題材少見，值得支持。', 'Strong access to its characters.', '敘事結構仍待釐清。']) : '';
      const choice = { jury: id!, enrolment: enrolment.id!, weight: random.int(2, 5), choice: index < 8 ? 'primary' : 'alternative', comment };
      await write(at + random.int(1_440, 28_000) * minute).create('selection', choice);
    }
  }
}

/** Two in three are selected and become pitches, one a program, with the number they had; then they are offered to the decision makers. */
async function seedPitches(tools: RecordTools, write: (at: number) => Writer, { row, closes }: DemoCampaign, enrolments: Row[]): Promise<string[]> {
  for (const enrolment of enrolments.slice(0, selectedCount)) await write(closes + 27 * day).run('enrolment', String(enrolment.id), 'select');
  const at = write(closes + 28 * day);
  await at.run('campaign', row.id, 'convert');
  await at.run('campaign', row.id, 'export', row.id);
  const model = tools.registry.get('pitch')!.model; // stands: see `objects`
  const query = { filter: everyRow, sort: { field: 'enrollid', order: 'ASC' }, limit: 100, offset: 0 } as const;
  return (await loadPage(tools.db, wholeReader(model, tools.db.kind), query)).map(({ id }) => String(id));
}

/** Teams that shoot again on the second day, or arrive late on the first. */
async function seedAbsences(tools: RecordTools, at: Writer, pitches: readonly string[], days: readonly { date: string }[]): Promise<void> {
  const [first, second] = days.map(({ date }) => date);
  if (!first || !second) return;
  const rows = await loadWith(tools.db, tools.registry).rows('pitch', among('id', pitches));
  for (const [place, id] of pitches.entries()) {
    const away =
      place % 7 === 1
        ? { start: `${second} 02:00:00`, end: `${second} 09:00:00` }
        : place % 9 === 4
          ? { start: `${first} 02:00:00`, end: `${first} 06:00:00` }
          : undefined;
    const row = rows.find((one) => one.id === id);
    if (away && row) await at.update('pitch', row, { unavailable: [away] });
  }
}
