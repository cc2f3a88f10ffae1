/** The demo's viewing pages: /vp/ccdf15, open to everybody; its second page, with a password; and that of the ended forum, for people with a personal link. */

import type { Row } from '#codegen/model.ts';
import { table } from '#framework/data/engine/table.ts';
import { wholeReader } from '#framework/data/rows/reader.ts';
import { loadPage } from '#framework/data/rows/records.ts';
import { createRecord } from '#framework/records/create-record.ts';
import type { RecordTools } from '#framework/records/record-tools.ts';
import { updateRecord } from '#framework/records/update-record.ts';
import { dateAt } from '#framework/time.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { everyRow } from '#rules/queries/filter.ts';
import { type ViewingFilm, viewingFilms, viewingGroups, viewingIntro } from './recipes/viewing.ts';

export const viewingCampaign = 'ccdf15';
/** Of the page that asks for one. */
export const viewingPassword = 'demo-view';
const langs = ['tw', 'en'] as const;
const hour = 3_600_000;
const everything = ['stills', 'synopsis', 'trailer', 'roughCut', 'proposal', 'video'];

/** Films of the catalogue that have pictures become those of the page; gives the films as they stand now. */
export async function seedViewing(tools: RecordTools, actor: Actor, films: readonly Row[]): Promise<Row[]> {
  if (!['viewing_page', 'campaign', 'pitch'].every((object) => tools.registry.get(object))) return [...films];
  const past = { ...tools, now: () => dateAt(tools.now().getTime() - 30 * hour) };
  const shown = await tellFilms(past, actor, films);
  await seedPages(past, actor, shown);
  const changed = new Map(shown.map(({ row }) => [row.id, row]));
  return films.map((row) => changed.get(row.id) ?? row);
}

interface Shown {
  film: ViewingFilm;
  row: Row;
}

/** Each of the invented films takes the place of one that has a poster and stills; without pictures, of the first. */
async function tellFilms(tools: RecordTools, actor: Actor, films: readonly Row[]): Promise<Shown[]> {
  const has = (row: Row, field: string): boolean => Array.isArray(row[field]) && row[field].length > 0;
  const dressed = films.filter((row) => has(row, 'poster') && has(row, 'still'));
  const places = (dressed.length >= viewingFilms.length ? dressed : films).slice(0, viewingFilms.length);
  const shown: Shown[] = [];
  for (const [index, place] of places.entries()) {
    const film = viewingFilms[index]!; // as many places as films at most
    const { group, ...rest } = film;
    const progress = group === 'progress' ? '[POS]' : '[REL]';
    const change = { ...rest, trailer: trailers[index % trailers.length]!, progress, aka: [], genre: ['[SO]'] };
    shown.push({ film, row: await updateRecord(tools, actor, 'film', String(place.id), change, Number(place.ver)) });
  }
  return shown;
}

/** A film that its makers gave away, by both of the players that are framed. */
const trailers = ['https://www.youtube.com/watch?v=aqz-KE-bpKQ', 'https://vimeo.com/1084537'];

async function seedPages(tools: RecordTools, actor: Actor, shown: readonly Shown[]): Promise<void> {
  const names = await campaignNames(tools);
  const pitches = await pitchIds(tools);
  for (const lang of langs) {
    const page = async (row: Row): Promise<unknown> => createRecord(tools, actor, 'viewing_page', { lang, intro: viewingIntro[lang], ...row });
    const title = (cid: string, what: Record<(typeof langs)[number], string>): string =>
      lang === 'tw' ? `${names.get(cid)?.tw}${what.tw}` : `${names.get(cid)?.en}: ${what.en}`;
    const works = shown.map(({ film, row }) => ({ film: row.id!, group: viewingGroups[film.group][lang], show: everything }));
    const show = ['stills', 'synopsis', 'trailer', 'video'];
    await page({ cid: viewingCampaign, pg: '1', title: title(viewingCampaign, { tw: '線上觀影', en: 'online viewing' }), works, access: 'open' });
    const second = { title: title(viewingCampaign, { tw: '買家專區', en: 'for buyers' }), works: works.slice(0, 4), access: 'password', pw: viewingPassword };
    await page({ cid: viewingCampaign, pg: '2', ...second });
    const pitched = pitches
      .slice(0, 12)
      .map((pitch, index) => ({ pitch, group: lang === 'tw' ? `第 ${Math.floor(index / 6) + 1} 天` : `Day ${Math.floor(index / 6) + 1}`, show }));
    if (names.has('ccdf14'))
      await page({
        cid: 'ccdf14',
        pg: '1',
        title: title('ccdf14', { tw: '線上觀影', en: 'online viewing' }),
        works: pitched,
        access: 'personal',
        protect: true,
      });
  }
}

async function campaignNames(tools: RecordTools): Promise<Map<string, { tw: string; en: string }>> {
  const rows = await table(tools.db, 'campaign').select('id', 'cna', 'enaName');
  return new Map(rows.map(({ id, cna, enaName }) => [String(id), { tw: String(cna), en: String(enaName) }]));
}

/** Of the ended campaign, by their numbers. */
async function pitchIds(tools: RecordTools): Promise<string[]> {
  const model = tools.registry.get('pitch')!.model; // looked for by the caller
  const rows = await loadPage(tools.db, wholeReader(model, tools.db.kind), {
    ...{ filter: everyRow, sort: { field: 'enrollid', order: 'ASC' }, limit: 100, offset: 0 },
  });
  return rows.filter((row) => row.cid === 'ccdf14').map(({ id }) => String(id));
}
