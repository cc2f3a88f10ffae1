/**
 * A fourth campaign whose jury selects at present: verified, numbered enrolments, six jurors who have come differently far; and one sign-in
 * of each realm of the public site, so that a stranger can look at it from their side.
 */

import { makeReceipt } from '#application/enrolment/actions/receipt.ts';
import { applicant } from '#application/enrolment/rules/realm.ts';
import { noteReading } from '#application/jury/data/readings.ts';
import { jury } from '#application/jury/rules/realm.ts';
import type { JsonValue, Row } from '#codegen/model.ts';
import { loadWith } from '#framework/records/check-related.ts';
import { createRecord, sortableId } from '#framework/records/create-record.ts';
import type { RecordTools } from '#framework/records/record-tools.ts';
import { runAction } from '#framework/records/run-action.ts';
import { updateRecord } from '#framework/records/update-record.ts';
import { Work } from '#framework/records/verb.ts';
import { generate } from '#framework/samples/generate-rows.ts';
import { dateAt, instant, stampOf } from '#framework/time.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { among } from '#rules/records/facts.ts';
import { type Random, seededRandom } from '#rules/values/random.ts';
import { type DemoProposal, proposalFile } from './proposal.ts';
import { campaignsAround, enrolmentRecipe, selectionCampaign } from './recipes/forum.ts';
import { pitchStills, type StoredPicture } from './seed-pictures.ts';

/** Sign-ins of the public site; their addresses are nobody's. */
export const demoVisitors = [
  { realm: 'applicant', email: 'applicant@example.com', pw: 'demo-applicant', path: '/enroll' },
  { realm: 'jury', email: 'juror@example.com', pw: 'demo-juror', path: '/selection?campaign=newtalent15' },
] as const;

const objects = ['campaign', 'applicant', 'enrolment', 'jury', 'selection'];
const minute = 60_000;
const day = 1_440 * minute;
const count = 24;

/** Big Buck Bunny, which its makers gave away: a player that plays something. */
const films = ['https://www.youtube.com/watch?v=aqz-KE-bpKQ', 'https://vimeo.com/1084537', 'https://video.example.com/trailer'];

const bios = [
  '出生於花蓮，紀錄片工作者。長期關注海洋與部落議題，作品曾於國內外影展放映。\nBorn in Hualien; films about the sea and those who live by it.',
  '新聞工作十年後投入紀錄片創作，相信時間會讓人物自己說話。\nTen years a journalist, then documentaries: time lets people speak for themselves.',
  '畢業於紀錄研究所，本片為其首部長片。\nA graduate of documentary studies; this is a first feature.',
];
const remarks = [
  '題材少見，導演與人物的信任關係清楚可見。',
  'Strong access; the third act still needs a shape.',
  '影像語言成熟，但製作期程偏樂觀。',
  '與去年的一件相近，觀點有待深化。',
  'A voice of its own. I would like to hear them pitch.',
];

/** Who they are, how many they have opened, how many they have chosen; one of them chose as many as the campaign allows. */
const jurors: readonly {
  name: string;
  ename: string;
  email: string;
  org: string;
  country: string;
  lang: string;
  chair?: boolean;
  read: number;
  chosen: number;
}[] = [
  {
    name: '示範評審',
    ename: 'Demo Juror',
    email: demoVisitors[1].email,
    org: 'Isle Public Television',
    country: 'TW',
    lang: 'tw',
    read: 9,
    chosen: 4,
  },
  {
    name: '周以寧',
    ename: 'Chou I-ning',
    email: 'juror2@example.com',
    org: 'Isle Public Television',
    country: 'TW',
    lang: 'tw',
    chair: true,
    read: 24,
    chosen: 10,
  },
  { name: 'Ingrid Solheim', ename: 'Ingrid Solheim', email: 'juror3@example.com', org: 'Nordlys Television', country: 'NO', lang: 'en', read: 21, chosen: 8 },
  { name: '田中美咲', ename: 'Tanaka Misaki', email: 'juror4@example.com', org: 'Hanami Public Broadcasting', country: 'JP', lang: 'en', read: 15, chosen: 6 },
  { name: 'Karel de Wit', ename: 'Karel de Wit', email: 'juror5@example.com', org: 'Polder Film Fund', country: 'NL', lang: 'en', read: 6, chosen: 2 },
  { name: '林志遠', ename: 'Lin Chih-yuan', email: 'juror6@example.com', org: 'Straits Stream', country: 'SG', lang: 'tw', read: 0, chosen: 0 },
];

/** Writes as `actor`, each row at its own moment of the past; jurors write their own choices. */
export async function seedSelection(
  tools: RecordTools,
  actor: Actor,
  seed: number,
  { pictures, proposal, applicants }: { pictures: readonly StoredPicture[]; proposal: DemoProposal | undefined; applicants: readonly string[] },
): Promise<void> {
  if (!objects.every((object) => tools.registry.get(object)) || !applicants.length) return;
  const now = tools.now().getTime();
  const random = seededRandom(seed);
  const { row: campaign, opens, closes } = selectionCampaign(now);
  const at = (moment: number): RecordTools => ({ ...tools, now: () => dateAt(Math.min(moment, now - 30 * minute)) });
  await createRecord(at(opens - 20 * day), actor, 'campaign', campaign);

  const enrolments: string[] = [];
  const recipe = enrolmentRecipe(campaign.id, ['[FL]', '[SH]', '[SE]'], applicants);
  for (const [index, row] of generate(tools.registry.get('enrolment')!, seed, count, { recipe }).entries()) {
    const sent = closes - (closes - opens) * random.next() ** 3;
    const more: Row = {
      trailer: films[index % films.length]!,
      stills: pitchStills(pictures, index),
      proposal: proposal ? [proposalFile(proposal)] : [],
      rights: true,
      agree: true,
      director: { ...(row.director as Row), bio: bios[index % bios.length]! }, // the recipe's, an object
      producer: { ...(row.producer as Row), bio: bios[(index + 1) % bios.length]!, email: `producer${index}@example.com` },
    };
    const draft = await createRecord(at(sent - day), actor, 'enrolment', { ...row, ...more });
    const submitted = await updateRecord(at(sent), actor, 'enrolment', String(draft.id), { status: 'submitted' }, 1);
    await updateRecord(at(closes + day), actor, 'enrolment', String(draft.id), { status: 'verified' }, Number(submitted.ver));
    enrolments.push(String(draft.id));
  }
  await runAction(at(closes + 2 * day), actor, 'campaign', campaign.id, 'number', {});
  for (const juror of jurors) await seedJuror(at, actor, campaign, juror, enrolments, random);
  await seedApplicant(at, actor, now, random, applicants[0] ?? '');
}

async function seedJuror(
  at: (moment: number) => RecordTools,
  actor: Actor,
  campaign: Row & { id: string },
  { read, chosen, ...person }: (typeof jurors)[number],
  enrolments: readonly string[],
  random: Random,
): Promise<void> {
  const begun = instant(String(campaign.sStart));
  const pw = demoVisitors.find(({ email }) => email === person.email)?.pw;
  const row = { cid: campaign.id, ...person, position: random.pick(['Programmer', 'Producer', '影評人']), programs: ['C', 'I'], ...(pw && { pw }) };
  const { id } = await createRecord(at(begun - 5 * day), actor, 'jury', row);
  const self: Actor = { id: String(id), name: person.name, roles: [jury.role], realm: 'jury' };
  for (const [index, enrolment] of random.sample(enrolments, read).entries()) {
    const moment = begun + index * 180 * minute + random.int(1, 90) * minute;
    const tools = at(moment);
    await noteReading(tools.db, self.id, enrolment, tools.now().getTime());
    const choice = index < chosen ? 'primary' : index < chosen + 2 ? 'alternative' : 'none';
    const isRated = choice !== 'none' || random.chance(0.5);
    const scores = isRated ? ratings(campaign, random, choice === 'primary' ? 4 : choice === 'alternative' ? 3 : 2) : [];
    // The last that was read is by somebody they know.
    const conflict = read > 20 && index === read - 1;
    if (!isRated && !conflict) continue;
    const weight = choice === 'primary' ? random.int(4, 5) : choice === 'alternative' ? random.int(3, 4) : random.int(1, 3);
    const comment = random.chance(0.6) ? random.pick(remarks) : '';
    const values: Row = conflict ? { choice: 'none', weight: null, conflict } : { choice, weight, scores, comment };
    await createRecord(tools, self, 'selection', { jury: self.id, enrolment, ...values });
  }
}

/** By each of the campaign's criteria, around a juror's opinion of the whole; now and then one is still to be rated. */
function ratings(campaign: Row, random: Random, around: number): Row[] {
  const criteria = Array.isArray(campaign.criteria) ? campaign.criteria : [];
  const rated = random.chance(0.9) ? criteria : criteria.slice(0, 2);
  return rated.map((one) => ({ criterion: String((one as Row).key), score: Math.min(5, Math.max(1, around + random.int(-1, 1))) })); // the recipe's, objects
}

/** These have no files, so none is read for their receipts. */
const noStore = {
  storage: {
    open: () => Promise.reject(new Error('the demo’s own enrolments have no files')),
  },
};

/** One who has a draft with a co-writer, one sent in, and one sent back, in the campaign that takes enrolments. */
async function seedApplicant(at: (moment: number) => RecordTools, actor: Actor, now: number, random: Random, colleague: string): Promise<void> {
  const [{ email, pw }] = demoVisitors;
  const open = campaignsAround(now)[1];
  if (!open) return;
  const person: Row = { email, pw, verified: true, name: '示範報名者', rcountry: 'TW', rcity: '台東', lang: 'tw' };
  const { id } = await createRecord(at(now - 12 * day), actor, 'applicant', person);
  const self: Actor = { id: String(id), name: String(person.name), roles: [applicant.role], realm: 'applicant' };
  const model = at(now).registry.get('enrolment')!; // seedSelection has looked
  const rows = generate(model, 77, 3, { recipe: enrolmentRecipe(open.row.id, ['[FL]', '[SE]'], [self.id]) });
  for (const [index, row] of rows.entries()) {
    const moment = now - (10 - index) * day - random.int(0, 600) * minute;
    // The first is a draft somebody stopped in the middle of.
    const begun: Record<string, JsonValue> = index ? { rights: true, agree: true } : { synopsis: '', trailer: '', genre: [] };
    const draft = await createRecord(at(moment), self, 'enrolment', { ...row, ...begun });
    if (index === 0) {
      await seedWriter(at(moment + 60 * minute), self, String(draft.id), colleague);
      continue;
    }
    const when = at(moment + 90 * minute);
    const submitAt = stampOf(when.now());
    const receipt = await makeReceipt({ ...noStore, db: when.db }, draft, model.model, submitAt);
    const sets: Row = { receipt: { ...receipt, files: [] }, submitAt };
    const sent = await updateRecord(when, self, 'enrolment', String(draft.id), { status: 'submitted' }, 1, { sets });
    const returnMsg = '企劃書未附拍攝期程，請補上後再送出。Please add a schedule to the proposal and submit again.';
    if (index === 2) await runAction(at(moment + 2 * day), actor, 'enrolment', String(draft.id), 'return', { input: { returnMsg }, ver: Number(sent.ver) });
  }
}

/** A colleague was invited to a draft, and has joined. */
async function seedWriter(tools: RecordTools, self: Actor, enrolment: string, colleague: string): Promise<void> {
  if (!tools.registry.get('enrolment_writer')) return;
  const [account] = await loadWith(tools.db, tools.registry).rows('applicant', among('id', [colleague]));
  if (!account) return;
  await tools.db.transaction(async (tx) => {
    const work = new Work(tools, tx, self, 'invite', tools.now());
    const joined = { enrolment, email: account.email, applicant: account.id, inviter: self.id, invitedAt: work.at, joinedAt: work.at };
    await work.add('enrolment_writer', { id: sortableId(work.now), ...joined });
  });
}
