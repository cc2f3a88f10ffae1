import type { Recipe } from '#framework/samples/generate-rows.ts';
import { type Random, seededRandom } from '#rules/values/random.ts';
import { remarks, synopsisLines } from '../words.ts';
import { day, type FilmTitle, filmTitle, person, sentence } from './names.ts';

const progresses = ['[DEV]', '[PRE]', '[PRO]', '[POS]', '[FIN]', '[FIN]', '[FIN]', '[REL]', '[REL]', '[REL]', '[REL]', '[REL]'];
const ratings = ['[-]', '[G]', '[G]', '[G]', '[P]', '[P]', '[PG12]', '[PG12]', '[PG15]', '[R]'];
const qualities = ['[SD]', '[HD]', '[HD]', '[FHD]', '[FHD]', '[FHD]', '[2K]', '[2K]', '[4K]', '[4K]', '[6K]', '[8K]'];
const sources = ['[OWN]', '[COP]', '[COP]', '[ACQ]', '[AGT]', '[AGT]', '[AGT]', '[FOR]', '[FES]', '[OTH]'];
const genres = [
  '[AR]',
  '[CU]',
  '[BI]',
  '[BU]',
  '[CR]',
  '[ED]',
  '[EN]',
  '[ET]',
  '[FA]',
  '[FO]',
  '[GE]',
  '[HE]',
  '[HI]',
  '[HR]',
  '[MU]',
  '[NA]',
  '[PO]',
  '[SO]',
  '[SP]',
  '[TR]',
];
const tags = [
  '[SHO]',
  '[ANI]',
  '[EXP]',
  '[FAM]',
  '[YOU]',
  '[WOM]',
  '[ABO]',
  '[MIG]',
  '[LAB]',
  '[ENV]',
  '[ANM]',
  '[HIS]',
  '[BIO]',
  '[HUM]',
  '[ART]',
  '[FOO]',
  '[SPO]',
  '[AGE]',
  '[EDU]',
];
const languages = ['[ZH]', '[ZH]', '[ZH]', '[NAN]', '[NAN]', '[HAK]', '[YUE]', '[AMI]', '[EN]', '[EN]', '[JA]', '[VI]', '[ID]', '[FR]'];
const lengthOf = (minutes: number): string => (minutes < 30 ? '[SH]' : minutes < 70 ? '[CM]' : '[FL]');
const seasonOf = ['[WI]', '[WI]', '[SP]', '[SP]', '[SP]', '[SU]', '[SU]', '[SU]', '[AU]', '[AU]', '[AU]', '[WI]'];

/** Ids of companies by what they do for a film. */
export interface FilmCompanies {
  production: readonly string[];
  agent: readonly string[];
  distributor: readonly string[];
}

/** Films that could exist and do not; `companies` are ids that a film may refer to, in one list or by what they do. */
export function filmRecipe(companies: readonly string[] | FilmCompanies = []): Recipe {
  const of: FilmCompanies = 'production' in companies ? companies : { production: companies, agent: companies, distributor: companies };
  let title: FilmTitle = filmTitle(seededRandom(1));
  let month = 1;
  const company = (random: Random, ids: readonly string[], probability: number): string => (ids.length && random.chance(probability) ? random.pick(ids) : '');
  let line = 0;
  const released = (row: Record<string, unknown>): boolean => row.progress === '[REL]' || row.progress === '[FIN]';
  const none = (): undefined => undefined;
  return {
    id: (_random, index) => `film-${String(index).padStart(4, '0')}`,
    fid: (_random, index) => `F-${String(index).padStart(5, '0')}`,
    cname: (random) => {
      title = filmTitle(random);
      return title.tw;
    },
    ename: () => title.en,
    aka: none,
    director: (random) => person(random)[random.chance(0.7) ? 0 : 1],
    producer: (random) => person(random)[0],
    year: (random) => 2026 - Math.floor(random.next() ** 2 * 30),
    season: (random) => {
      month = random.int(1, 12);
      return seasonOf[month - 1]!;
    },
    month: () => month,
    releaseDate: (random, _index, row) => `${row.year}-${String(month).padStart(2, '0')}-${String(random.int(1, 28)).padStart(2, '0')}`,
    country: (random) => (random.chance(0.7) ? ['TW'] : random.sample(['TW', 'HK', 'JP', 'FR', 'KR', 'MY', 'US', 'NL'], 2)),
    genre: (random) => random.sample(genres, random.int(1, 2)),
    tag: (random) => [random.chance(0.8) ? '[DOC]' : '[FIC]', ...random.sample(tags, random.int(0, 3))],
    rating: (random) => random.pick(ratings),
    restricted: (random, _index, row) => (row.rating === '[R]' || row.rating === '[PG15]' ? random.sample(['[VI]', '[LG]', '[SX]', '[DR]', '[PO]'], 1) : []),
    quality: (random) => random.pick(qualities),
    source: (random) => random.pick(sources),
    progress: (random) => random.pick(progresses),
    language: (random) => [...new Set([random.pick(languages), ...(random.chance(0.4) ? [random.pick(languages)] : [])])],
    subtitle: (random) => random.pick([['[CE]'], ['[TC]', '[EN]'], ['[EN]'], ['[TC]']]),
    minutes: (random) => (random.chance(0.2) ? random.int(8, 29) : random.chance(0.4) ? random.int(50, 60) : random.int(70, 128)),
    lengths: (random, _index, row) => {
      const minutes = Number(row.minutes);
      const own = { code: lengthOf(minutes), minutes, episodes: null, note: '' };
      return minutes > 70 && random.chance(0.3) ? [own, { code: '[TW]', minutes: 52, episodes: null, note: '電視版' }] : [own];
    },
    material: (random) => random.sample(['[20]', '[40]', '[32]', '[31]', '[35]', '[11]'], random.int(1, 3)),
    materialPlace: (random) => random.pick(['片庫 A-3', '片庫 B-1', '台北冷藏庫', '']),
    production: (random) => company(random, of.production, 0.7),
    agent: (random) => company(random, of.agent, 0.3),
    distributor: (random) => company(random, of.distributor, 0.6),
    clogline: (random) => {
      line = random.int(0, synopsisLines.length - 1);
      return sentence(title, line, 0).replace(/。$/, '');
    },
    elogline: () => sentence(title, line, 1).replace(/\.$/, ''),
    csynopsis: () => `${sentence(title, line, 0)}${sentence(title, line + 3, 0)}`,
    esynopsis: () => `${sentence(title, line, 1)} ${sentence(title, line + 3, 1)}`,
    trailer: (_random, index) => `https://video.example.com/trailer/${index}`,
    webSite: (random, index) => (random.chance(0.2) ? `https://film-${index}.example.com` : ''),
    poster: none,
    still: none,
    contract: (random) => {
      if (random.chance(0.7)) return [];
      const year = random.int(2019, 2025);
      return [{ name: '授權合約', date: day(random, year, year), start: `${year}-12-01`, end: `${year + 3}-11-30`, comment: '', attachment: [] }];
    },
    sales: (random, _index, row) => {
      if (!released(row)) return [];
      return Array.from({ length: random.int(0, 3) }, () => {
        const year = random.int(2020, 2025);
        const currency = random.pick(['TWD', 'USD', 'EUR']);
        return {
          date: day(random, year, year),
          customer: '',
          right: random.pick(['[TV]', '[VOD]', '[EDU]', '[FES]', '[PUB]']),
          territory: random.pick(['台灣', '日本', '法國', '北美', '亞洲']),
          start: `${year}-01-01`,
          end: `${year + 2}-12-31`,
          exclusive: random.chance(0.3),
          currency,
          amount: random.int(1, 60) * (currency === 'TWD' ? 5000 : 150),
          comment: '',
        };
      });
    },
    commission: (random) => ({ T: random.pick([0.2, 0.25, 0.3]), B: random.pick([0.25, 0.3]), H: 0.3 }),
    profit: (random, _index, row) =>
      random.chance(0.4) ? [{ party: String(row.producer), rate: random.pick([0.3, 0.5, 0.6]), start: '', end: '', comment: '' }] : [],
    bank: none,
    currency: () => 'TWD',
    budget: (random) => random.int(5, 180) * 100000,
    grossHome: (random, _index, row) => (released(row) ? random.int(10, 9000) * 1000 : null),
    grossWorld: (random, _index, row) => (released(row) ? Number(row.grossHome ?? 0) + random.int(0, 4000) * 1000 : null),
    grossVideo: none,
    critics: (random, _index, row) => (released(row) ? random.int(35, 98) : null),
    audience: (random, _index, row) => (released(row) ? random.int(45, 93) / 10 : null),
    votes: (random, _index, row) => (released(row) ? random.int(20, 9000) : null),
    comment: (random) => (random.chance(0.2) ? random.pick(remarks)[0] : ''),
  };
}
