/**
 * The demo: invented companies, films and users with some weeks of history, written through the same verbs as the API, so that
 * whatever a rule refuses cannot be in it.
 */

import type { Row } from '#codegen/model.ts';
import { joined } from '#framework/data/engine/joined.ts';
import { table } from '#framework/data/engine/table.ts';
import type { Storage } from '#framework/files/storage.ts';
import { createRecord } from '#framework/records/create-record.ts';
import type { RecordTools } from '#framework/records/record-tools.ts';
import { updateRecord } from '#framework/records/update-record.ts';
import { generateRows, type Recipe } from '#framework/samples/generate-rows.ts';
import { dateAt } from '#framework/time.ts';
import { type Actor, administrator } from '#rules/accounts/actor.ts';
import { isEqual } from '#rules/values/json-value.ts';
import { type Random, seededRandom } from '#rules/values/random.ts';
import { type DemoProposal, keepProposal } from './proposal.ts';
import { companyRecipe } from './recipes/company.ts';
import { filmRecipe } from './recipes/film.ts';
import { demoUsers } from './recipes/user.ts';
import { seedForum } from './seed-forum.ts';
import { seedOrders } from './seed-orders.ts';
import { filmPictures, keepPictures, type StoredPicture, seedLayout } from './seed-pictures.ts';
import { seedSelection } from './seed-selection.ts';
import { seedSitePages } from './seed-site-pages.ts';
import { filmVideos, keepVideos, type StoredVideo, seedPitchVideos } from './seed-videos.ts';
import { seedViewing, viewingCampaign } from './seed-viewing.ts';
import { seedWishes } from './seed-wishes.ts';
import { noteFiles } from './store-files.ts';
import { seedViewingStatistics } from './viewing-statistics.ts';
import { remarks } from './words.ts';

export interface DemoOptions {
  seed?: number;
  companies?: number;
  films?: number;
  orders?: number;
  /** saves made by the demo's users on top of the new rows */
  edits?: number;
  /** where the pictures go; without it the demo has none */
  storage?: Storage;
}

/** The sign-ins to print once the demo stands. */
export const demoSignIns: readonly { id: string; pw: string; role: string }[] = demoUsers.map(({ id, pw, roles }) => ({ id, pw, role: roles[0] ?? '' }));

const minute = 60_000;
const day = 1_440 * minute;
/** How far back the first company was made. */
const history = 60 * day;

/**
 * Writes the demo into a database that has no users, companies or films yet; tells whether it did. Rows get stamps of the past two
 * months, ending some minutes before now. An object that is not there, or quarantined, is left out.
 */
export async function seedDemo(tools: RecordTools, options: DemoOptions = {}): Promise<boolean> {
  for (const object of ['user', 'company', 'film']) {
    if (tools.registry.get(object) && !(await isEmptyTable(tools, object))) return false;
  }
  // Drawn and stored before the transaction, which holds the database for itself.
  const store = options.storage && { ...tools, storage: options.storage, actor: actorOf('admin') };
  const pictures = store && tools.registry.get('film') ? await keepPictures(store).catch((error) => withoutPictures(tools, error)) : [];
  // Written whole or not at all, and with one flush to disk.
  const proposal = store && pictures.length ? await keepProposal(store, tools.now()).catch((error) => withoutProposal(tools, error)) : undefined;
  const videos = store && pictures.length ? await keepVideos(store).catch((error) => withoutVideos(tools, error)) : [];
  await tools.db.transaction((tx) => write({ ...tools, db: joined(tools.db, tx) }, options, { pictures, proposal, videos }));
  return true;
}

/** A machine that cannot draw gets the demo all the same. */
function withoutPictures(tools: RecordTools, error: unknown): StoredPicture[] {
  tools.log.warn({ err: error }, 'demo without pictures');
  return [];
}

function withoutVideos(tools: RecordTools, error: unknown): StoredVideo[] {
  tools.log.warn({ err: error }, 'demo without videos');
  return [];
}

function withoutProposal(tools: RecordTools, error: unknown): undefined {
  tools.log.warn({ err: error }, 'demo without a proposal');
}

async function write(
  tools: RecordTools,
  { seed = 15, companies = 80, films = 300, orders = 150, edits = 160 }: DemoOptions,
  { pictures, proposal, videos }: { pictures: readonly StoredPicture[]; proposal: DemoProposal | undefined; videos: readonly StoredVideo[] },
): Promise<void> {
  await noteFiles(tools, [...pictures, ...videos, ...(proposal ? [proposal] : [])]);
  await seedForum(tools, actorOf('admin'), seed + 2, pictures);
  await seedPitchVideos(tools, actorOf('admin'), videos);
  await seedSelection(tools, actorOf('admin'), seed + 4, { pictures, proposal, applicants: await applicantIds(tools) });
  await seedWishes(tools, [actorOf('admin'), actorOf('operator')], seed + 6, pictures);
  await seedSitePages(tools, actorOf('admin'), viewingCampaign);
  if (pictures.length) await seedLayout(tools, actorOf('admin'), pictures, await campaignIds(tools));
  const random = seededRandom(seed);
  const clock = pastClock(tools.now().getTime(), companies + films + edits, random);
  const past: RecordTools = { ...tools, now: clock };
  const has = (object: string): boolean => tools.registry.get(object) !== undefined;
  if (has('user')) for (const user of demoUsers) await createRecord(past, actorOf('admin'), 'user', { ...user });
  const companyRows = has('company') ? await create(past, 'company', { seed, count: companies, recipe: companyRecipe() }) : [];
  const ofType = (...types: number[]): string[] => companyRows.filter((row) => types.includes(Number(row.type))).map((row) => String(row.id));
  const makers = { production: ofType(1, 2), agent: ofType(4), distributor: ofType(2, 4, 7, 9) };
  const catalogue = has('film')
    ? await create(past, 'film', {
        seed: seed + 1,
        count: films,
        recipe: filmRecipe(makers),
        more: (index) => ({ ...filmPictures(pictures, index), ...filmVideos(videos, index) }),
      })
    : [];
  // Before the edits, which are the newest of the history.
  const filmRows = await seedViewing(tools, actorOf('admin'), catalogue);
  await seedViewingStatistics(tools, seed + 6);
  await seedOrders(tools, [actorOf('admin'), actorOf('operator')], seed + 3, orders, companyRows, filmRows);
  for (let edit = 0; edit < edits; edit += 1) {
    const onFilm = filmRows.length > 0 && (random.chance(0.75) || companyRows.length === 0);
    const rows = onFilm ? filmRows : companyRows;
    if (rows.length) await editOne(past, onFilm ? 'film' : 'company', rows, random);
  }
}

interface Batch {
  seed: number;
  count: number;
  recipe: Recipe;
  /** what the recipe does not make */
  more?: (index: number) => Row;
}

async function create(tools: RecordTools, object: string, batch: Batch): Promise<Row[]> {
  const entry = tools.registry.get(object)!; // the caller has looked
  const rows: Row[] = [];
  for (const row of generateRows(entry, batch))
    rows.push(await createRecord(tools, actorOf(rows.length % 3 ? 'operator' : 'admin'), object, { ...row, ...batch.more?.(rows.length) }));
  return rows;
}

/** One save by one of the users; the row in the list becomes the saved one. */
async function editOne(tools: RecordTools, object: string, rows: Row[], random: Random): Promise<void> {
  const index = random.int(0, rows.length - 1);
  const row = rows[index]!;
  const change = object === 'film' ? filmChange(row, random) : companyChange(row, random);
  if (Object.entries(change).every(([field, value]) => isEqual(row[field], value))) return;
  rows[index] = await updateRecord(tools, actorOf(random.chance(0.7) ? 'operator' : 'admin'), object, String(row.id), change, Number(row.ver));
}

const nextProgress: Record<string, string> = { '[DEV]': '[PRE]', '[PRE]': '[PRO]', '[PRO]': '[POS]', '[POS]': '[FIN]', '[FIN]': '[REL]' };

function filmChange(row: Row, random: Random): Row {
  const progress = nextProgress[String(row.progress)];
  if (progress && random.chance(0.5)) return { progress };
  if (random.chance(0.4)) return { comment: random.pick(remarks)[0] };
  if (random.chance(0.5)) return { minutes: Number(row.minutes ?? 60) + random.int(1, 4), comment: random.pick(remarks)[0] };
  return { materialPlace: random.pick(['片庫 A-1', '片庫 B-2', '台中分庫']), material: ['[20]', '[40]'] };
}

function companyChange(row: Row, random: Random): Row {
  if (random.chance(0.5)) return { comment: random.pick(remarks)[0] };
  return { bankc: String(random.int(100, 999)), comAddr: `${String(row.comAddr)} ${random.int(2, 9)}F` };
}

/** Each question for the time gives a later one: from two months ago to a few minutes before now, nights and pauses included. */
function pastClock(now: number, saves: number, random: Random): () => Date {
  let at = now - history;
  const end = now - 5 * minute;
  const step = (end - at) / (saves + 20);
  return () => {
    at = Math.min(end, at + step * (0.2 + 1.6 * random.next()));
    return dateAt(at);
  };
}

const actors: Record<string, Actor> = Object.fromEntries(demoUsers.map(({ id, name }) => [id, { id, name, roles: [administrator], realm: 'staff' }]));
/** The users act with every right here: the operator may not write each field that a recipe fills. */
const actorOf = (id: string): Actor => actors[id]!;

/** Oldest first; none where the forum was not seeded. */
async function campaignIds(tools: RecordTools): Promise<string[]> {
  if (!tools.registry.get('campaign')) return [];
  return table(tools.db, 'campaign').orderBy('id').pluck('id');
}

async function applicantIds(tools: RecordTools): Promise<string[]> {
  if (!tools.registry.get('applicant')) return [];
  return table(tools.db, 'applicant').orderBy('email').limit(40).pluck('id');
}

async function isEmptyTable(tools: RecordTools, object: string): Promise<boolean> {
  return (await table(tools.db, object).limit(1)).length === 0;
}
