/** A forum that is being got ready: pitches are offered, decision makers fill in their personal pages at present, a first draft of the timetable stands. */

import { boardRows } from '#application/pairing/actions/forum-rows.ts';
import { movePairings } from '#application/pairing/actions/move-pairings.ts';
import { boardStateOf } from '#application/pairing/rules/board-state.ts';
import { maySit } from '#application/pairing/rules/moves.ts';
import { ensureLink, linkOpened } from '#application/personal/actions/personal-links.ts';
import { personWriting } from '#application/personal/actions/save-my.ts';
import type { JsonValue, Row } from '#codegen/model.ts';
import { createRecord } from '#framework/records/create-record.ts';
import type { RecordTools } from '#framework/records/record-tools.ts';
import { runAction } from '#framework/records/run-action.ts';
import { updateRecord } from '#framework/records/update-record.ts';
import { generate } from '#framework/samples/generate-rows.ts';
import { dateAt, stampOf } from '#framework/time.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { idIn } from '#rules/records/facts.ts';
import { isObject } from '#rules/records/record.ts';
import { seededRandom } from '#rules/values/random.ts';
import { campaignsAround, decisionMakerRecipe, enrolmentRecipe } from './recipes/forum.ts';
import { pitchStills, type StoredPicture } from './seed-pictures.ts';
import { workOutTimetable } from './seed-timetable.ts';

const objects = ['campaign', 'pitch', 'decision_maker'];
const day = 86_400_000;
const hour = 3_600_000;
const minute = 60_000;
const [pitchCount, guestCount] = [18, 20];
/** Guests who had answered when the draft was made; how long ago that was, and how long ago the next one answered. */
const answered = 15;
const [draft, lateAnswer] = [26 * hour, 5 * hour];
/** Of those who answered, who was promised a meeting. */
const promised = [2, 5];

/** Of the generated enrolments, what a pitch has as well. */
const shared = ['cname', 'ename', 'logline', 'synopsis', 'genre', 'len', 'stage', 'pLocation', 'sLocation', 'trailer', 'roughCut', 'director', 'producer'];

/** Writes as those two and as the guests themselves, in the days before now. */
export async function seedWishes(
  tools: RecordTools,
  staff: readonly [admin: Actor, operator: Actor],
  seed: number,
  pictures: readonly StoredPicture[],
): Promise<void> {
  if (!objects.every((object) => tools.registry.get(object))) return;
  const now = tools.now().getTime();
  const [actor] = staff;
  const midnight = Math.floor(now / day) * day + day - 8 * 3_600_000;
  const past = (ago: number): RecordTools => ({ ...tools, now: () => dateAt(now - ago) });
  const base = campaignsAround(now)[1]!.row; // it makes three
  const forumDays = [30, 31].map((after) => stampOf(midnight + after * day).slice(0, 10));
  const days = forumDays.map((date, index) => ({
    date,
    start: '10:00:00',
    end: index ? '13:00:00' : '17:00:00',
    slot: 20,
    gap: 10,
    // signs on tables, read by guests of both languages
    rooms: ['A1', 'A2', 'A3', 'A4', 'A5', 'A6'],
  }));
  const campaign: Row = {
    ...base,
    id: 'market15',
    cna: '第 15 屆紀錄片提案大會：一對一市場會談',
    enaName: 'Documentary Pitch Forum 15: Market Meetings',
    cStart: stampOf(midnight - 120 * day),
    cEnd: stampOf(midnight - 80 * day),
    sStart: stampOf(midnight - 70 * day),
    sEnd: stampOf(midnight - 50 * day),
    wishUntil: stampOf(midnight + 9 * day - 6 * 3_600_000),
    days,
  };
  await createRecord(past(20 * day), actor, 'campaign', campaign);
  const model = tools.registry.get('enrolment');
  if (!model) return;
  const rows = generate(model, seed, pitchCount, { recipe: enrolmentRecipe('market15', ['[FL]', '[SH]', '[SE]'], ['nobody']) });
  const ids: string[] = [];
  for (const [index, enrolment] of rows.entries()) {
    const program = index % 3 === 2 ? 'I' : 'C';
    const content = Object.fromEntries(shared.map((name) => [name, enrolment[name] ?? ''] as [string, JsonValue]));
    const stills = pictures.length ? pitchStills(pictures, index) : [];
    // One team has left no address: they are informed in another way.
    const producer = isObject(enrolment.producer) ? { ...enrolment.producer, email: index === 10 ? '' : `team${index + 1}.market15@example.com` } : {};
    const number = `${program}${String(index + 1).padStart(3, '0')}`;
    const pitch: Row = { ...content, producer, cid: 'market15', attProgram: program, enrollid: number, stills };
    ids.push(String((await createRecord(past(15 * day - index * minute), actor, 'pitch', pitch)).id));
  }
  for (const id of ids) for (const action of ['submit', 'verify', 'select']) await runAction(past(14 * day), actor, 'pitch', id, action, {});
  await runAction(past(13 * day), actor, 'campaign', 'market15', 'export', { confirm: 'market15' });
  const answerLate = await seedGuests({ tools, staff, past, seed }, ids, forumDays);
  await seedDraft(tools, staff[1], now, seed);
  await answerLate();
}

interface Workroom {
  tools: RecordTools;
  staff: readonly [admin: Actor, operator: Actor];
  past: (ago: number) => RecordTools;
  seed: number;
}

/**
 * Most have been on their page; of the rest one has said no times, one has only looked, one has not opened the link and one has none.
 * Gives what one more fills in, once the draft is made.
 */
async function seedGuests({ tools, staff, past, seed }: Workroom, pitches: readonly string[], forumDays: readonly string[]): Promise<() => Promise<void>> {
  const random = seededRandom(seed + 1);
  const dates = forumDays.map((date) => ({ date }));
  const guests = generate(tools.registry.get('decision_maker')!, seed + 1, guestCount, { recipe: decisionMakerRecipe('market15', pitches, dates) }); // stands: see `objects`
  let answerLate = async (): Promise<void> => undefined;
  for (const [index, guest] of guests.entries()) {
    const row = await createRecord(past(12 * day - index * minute), staff[0], 'decision_maker', { ...guest, available: [], unavailable: [], priority: [] });
    const rowId = idIn(row, 'id');
    if (index === guestCount - 1) continue;
    const page = { kind: 'my', object: 'decision_maker', rowId, campaign: 'market15', page: '' } as const;
    const link = await ensureLink(past(11 * day), tools.db, page, { by: staff[1].id, endsAt: null });
    if (index === guestCount - 2) continue;
    const isLate = index === answered;
    const at = isLate ? lateAnswer : random.int(30, 10 * 24) * hour;
    await linkOpened(past(at + 10 * minute), link);
    if (index === guestCount - 3) continue;
    const times = index === guestCount - 4 ? {} : { available: guest.available ?? [], unavailable: guest.unavailable ?? [] };
    const answer = async (): Promise<void> => {
      await updateRecord(past(at), personWriting(rowId), 'decision_maker', rowId, { ...times, priority: guest.priority ?? [] }, Number(row.ver));
    };
    if (isLate) answerLate = answer;
    else await answer();
  }
  return answerLate;
}

/** What the organisers tried yesterday: two meetings that were promised, the engine's plan around them, one of its meetings locked. Nothing is given out. */
async function seedDraft(tools: RecordTools, operator: Actor, now: number, seed: number): Promise<void> {
  if (!['pairing', 'pairing_run'].every((object) => tools.registry.get(object))) return;
  const at = (ago: number): RecordTools => ({ ...tools, now: () => dateAt(now - ago) });
  const board = async () => boardStateOf(await boardRows(tools.db, tools.registry, 'market15'));
  for (const [place, from] of promised.entries()) {
    const facts = await board();
    const dm = facts.dms.filter(({ priority, free }) => priority.length > 2 && free.includes('1'))[from];
    const pitch = dm?.priority[place];
    const slot = dm && pitch ? facts.slots.find((_, index) => index >= from && maySit(facts, dm.id, pitch, index) === null) : undefined;
    if (!dm || !pitch || !slot) continue;
    await movePairings(at(draft + (4 - place) * 10 * minute), operator, 'market15', [{ do: 'place', dm: dm.id, pitch, start: slot.start }], undefined);
  }
  await workOutTimetable(at(draft), operator, 'market15', { seed, aims: ['wishes', 'fair'], pitchQuota: 0 });
  const byTime = (await board()).pairings.sort((a, b) => (a.start + a.room < b.start + b.room ? -1 : 1));
  const first = byTime.find(({ mode }) => mode === 'auto');
  if (first) await movePairings(at(draft - 20 * minute), operator, 'market15', [{ do: 'lock', pairing: first.id, ver: first.ver }], undefined);
}
