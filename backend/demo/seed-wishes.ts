/** A small forum that is being got ready: pitches are offered, decision makers fill in their personal pages at present. */
import { createRecord } from '#backend/actions/create-record.ts';
import { ensureLink } from '#backend/actions/links/personal-links.ts';
import type { RecordTools } from '#backend/actions/record-tools.ts';
import { runAction } from '#backend/actions/run-action.ts';
import { updateRecord } from '#backend/actions/update-record.ts';
import type { JsonValue, Row } from '#codegen/model.ts';
import type { Actor } from '#domain/actor.ts';
import { seededRandom } from '#domain/random.ts';
import { generate } from './generator.ts';
import { campaignsAround, decisionMakerRecipe, enrolmentRecipe } from './recipes/forum.ts';
import { type KeptPicture, pitchStills } from './seed-pictures.ts';

const objects = ['campaign', 'pitch', 'decision_maker'];
const day = 86_400_000;
const stamp = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');
const [pitchCount, guestCount] = [12, 8];

/** Of the generated enrolments, what a pitch has as well. */
const shared = ['cname', 'ename', 'logline', 'synopsis', 'genre', 'len', 'stage', 'pLocation', 'sLocation', 'trailer', 'roughCut', 'director', 'producer'];

/** Writes as `actor`, in the days before now. */
export async function seedWishes(tools: RecordTools, actor: Actor, seed: number, pictures: readonly KeptPicture[]): Promise<void> {
  if (!objects.every((object) => tools.registry.get(object))) return;
  const now = tools.now().getTime();
  const random = seededRandom(seed);
  const midnight = Math.floor(now / day) * day + day - 8 * 3_600_000;
  const past = (ago: number): RecordTools => ({ ...tools, now: () => new Date(now - ago) });
  const base = campaignsAround(now)[1]!.row; // it makes three
  const forumDays = [30, 31].map((after) => stamp(midnight + after * day).slice(0, 10));
  const days = forumDays.map((date, index) => ({
    date,
    start: '10:00:00',
    end: index ? '13:00:00' : '17:00:00',
    slot: 20,
    gap: 10,
    rooms: ['桌 1', '桌 2', '桌 3', '桌 4'],
  }));
  const campaign: Row = {
    ...base,
    id: 'market15',
    cna: '第 15 屆紀錄片提案大會：一對一市場會談',
    enaName: 'Documentary Pitch Forum 15: Market Meetings',
    cStart: stamp(midnight - 120 * day),
    cEnd: stamp(midnight - 80 * day),
    sStart: stamp(midnight - 70 * day),
    sEnd: stamp(midnight - 50 * day),
    wishUntil: stamp(midnight + 9 * day - 6 * 3_600_000),
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
    const pitch: Row = { ...content, cid: 'market15', attProgram: program, enrollid: `${program}${String(index + 1).padStart(3, '0')}`, stills };
    ids.push(String((await createRecord(past(15 * day), actor, 'pitch', pitch)).id));
  }
  for (const id of ids) for (const action of ['submit', 'verify', 'select']) await runAction(past(14 * day), actor, 'pitch', id, action, {});
  await runAction(past(13 * day), actor, 'campaign', 'market15', 'export', { confirm: 'market15' });
  const dates = forumDays.map((date) => ({ date }));
  const guests = generate(tools.registry.get('decision_maker')!, seed + 1, guestCount, { recipe: decisionMakerRecipe('market15', ids, dates) }); // stands: see `objects`
  for (const [index, guest] of guests.entries()) {
    // Half of them have been on their page; the rest are yet to come.
    const isDone = index < guestCount / 2;
    const row = await createRecord(past(12 * day), actor, 'decision_maker', { ...guest, available: [], unavailable: [], priority: [] });
    const page = { kind: 'my', object: 'decision_maker', rowId: String(row.id), campaign: 'market15', page: '' } as const;
    if (index < guestCount - 2) await ensureLink(past(11 * day), tools.db, page, { by: actor.id, endsAt: null });
    if (!isDone) continue;
    const filled = { available: guest.available ?? [], priority: guest.priority ?? [], ver: Number(row.ver) };
    await updateRecord(past(random.int(1, 8) * day), actor, 'decision_maker', String(row.id), filled, Number(row.ver));
  }
}
