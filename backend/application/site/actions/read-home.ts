/** What the home page tells of earlier editions: how much came of them, and pitches that are films in the catalogue now. */
import { findFiles } from '#framework/data/system/files/files.ts';
import { instant } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { Film } from '#generated/objects.ts';
import { nameInLink } from '#rules/records/upload.ts';
import { inAll, inEach } from '#rules/words/language.ts';
import { type CampaignDates, countEarlier, loadCampaignCards, loadEarlierPitches, loadFilmsTitled } from '../data/campaign-site.ts';
import type { HomeFacts } from '../wire.ts';

/** ms for which a count is taken as it was: the page is asked for most when the window ends. */
const fresh = 60_000;
/** Fills its rows: the first one takes the place of four where three stand side by side. */
const mostFilms = 6;
/** Titles that are looked for in the catalogue. */
const mostTitles = 200;

const cache = new WeakMap<Tools['db'], Map<string, { until: number; facts: Promise<HomeFacts | undefined> }>>();

/** @param now 'YYYY-MM-DD hh:mm:ss' UTC, of the server or of a rehearsal @returns undefined before the first edition has ended */
export function readHome(tools: Tools, campaign: string, now: string): Promise<HomeFacts | undefined> {
  const known = cache.get(tools.db) ?? new Map<string, { until: number; facts: Promise<HomeFacts | undefined> }>();
  cache.set(tools.db, known);
  const key = `${campaign} ${Math.floor(instant(now) / fresh)}`;
  const found = known.get(key);
  if (found && found.until > Date.now()) return found.facts;
  const facts = read(tools, campaign, now);
  if (known.size > 50) known.clear();
  known.set(key, { until: Date.now() + fresh, facts });
  facts.catch(() => known.delete(key));
  return facts;
}

async function read(tools: Tools, campaign: string, now: string): Promise<HomeFacts | undefined> {
  const isThere = (name: string) => tools.registry.get(name) !== undefined && tools.tables.blocked(name) === undefined;
  const model = tools.registry.get('campaign')?.model;
  if (!model || !isThere('pitch')) return undefined;
  const ended = (await loadCampaignCards(tools.db, model)).filter(({ id, sEnd }) => id !== campaign && sEnd !== '' && sEnd < now);
  const ids = ended.map(({ id }) => id);
  if (!ids.length) return undefined;
  const counts = await countEarlier(tools.db, ids, isThere('pairing'));
  if (!counts.films) return undefined;
  return { counts, films: isThere('film') ? await filmsOf(tools, ended, campaign, now) : [] };
}

/** The pitches whose title a film of the catalogue has, newest edition first, with a picture that anybody may see. */
async function filmsOf(tools: Tools, ended: readonly CampaignDates[], campaign: string, now: string): Promise<HomeFacts['films']> {
  const model = tools.registry.get('film')?.model;
  if (!model) return [];
  const pitches = (await loadEarlierPitches(tools.db, campaign, now)).slice(0, mostTitles);
  const rows = await loadFilmsTitled(tools.db, model, [...new Set(pitches.map(({ cname }) => cname).filter(Boolean))]);
  const shown: { film: Film; edition: CampaignDates; src: string }[] = [];
  for (const pitch of pitches) {
    const film = rows.find(({ cname, still, poster }) => cname === pitch.cname && (still.length || poster.length));
    const edition = ended.find(({ id }) => id === pitch.campaign);
    const src = film?.still[0]?.link || film?.poster[0]?.link;
    if (film && edition && src && !shown.some((one) => one.film.cname === film.cname) && shown.length < mostFilms) shown.push({ film, edition, src });
  }
  const names = shown.map(({ src }) => nameInLink(src)).filter((name) => name !== undefined);
  const files = new Map((await findFiles(tools.db, names)).map((file) => [file.name, file]));
  return shown.map(({ film, edition, src }) => {
    const { width = 0, height = 0 } = files.get(nameInLink(src) ?? '') ?? {};
    return {
      title: inAll({ tw: film.cname, en: film.ename }),
      director: film.director,
      edition: inAll({ tw: edition.cna, en: edition.enaName }),
      picture: { src, alt: inEach(() => ''), link: '', width: width ?? 0, height: height ?? 0 },
    };
  });
}
