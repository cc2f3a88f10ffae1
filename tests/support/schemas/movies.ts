/**
 * Real input: the 3,201 films of the npm package vega-datasets, mapped to rows of `film` and `company` and loaded through the records
 * API as any client would. Run by hand: `npx tsx tests/support/schemas/movies.ts http://127.0.0.1:8080 admin password`.
 */
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Row } from '#codegen/model.ts';

/** One entry of movies.json; anything may be missing, and some titles are numbers. */
export interface Movie {
  Title: string | number | null;
  'US Gross': number | null;
  'Worldwide Gross': number | null;
  'US DVD Sales': number | null;
  'Production Budget': number | null;
  'Release Date': string | null;
  'MPAA Rating': string | null;
  'Running Time min': number | null;
  Distributor: string | null;
  Source: string | null;
  'Major Genre': string | null;
  'Creative Type': string | null;
  Director: string | null;
  'Rotten Tomatoes Rating': number | null;
  'IMDB Rating': number | null;
  'IMDB Votes': number | null;
}

export interface LoadOptions {
  /** origin of the server, without a path */
  url: string;
  fetch?: typeof fetch;
  /** sent with every request, e.g. a session cookie */
  headers?: Record<string, string>;
  concurrency?: number;
  /** the first `limit` films only */
  limit?: number;
}
export interface LoadResult {
  films: number;
  companies: number;
  /** rows that were there already */
  existing: number;
  refused: { id: string; status: number; body: string }[];
  milliseconds: number;
}

/** The films as the package has them. */
export async function readMovies(): Promise<Movie[]> {
  // The package's exports name its code only, so the data file is found by its place in it.
  const path = new URL('../../../node_modules/vega-datasets/data/movies.json', import.meta.url);
  return JSON.parse(await readFile(path, 'utf8')) as Movie[]; // the package's own file, checked by the mapping's test
}

/** Creates the distributors and then the films, eight requests at a time; a taken id counts as there already, so it can be run again. */
export async function loadMovies({ url, fetch: send = fetch, headers = {}, concurrency = 8, limit }: LoadOptions): Promise<LoadResult> {
  const started = performance.now();
  const movies = (await readMovies()).slice(0, limit);
  const result: LoadResult = { films: 0, companies: 0, existing: 0, refused: [], milliseconds: 0 };
  const create = async (object: 'film' | 'company', row: Row): Promise<void> => {
    const response = await send(`${url}/api/pb/${object}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, ...headers },
      body: JSON.stringify(row),
    });
    const body = await response.text();
    if (response.ok) result[object === 'film' ? 'films' : 'companies'] += 1;
    else if (body.includes('"msg.mid"')) result.existing += 1;
    else result.refused.push({ id: String(row.id), status: response.status, body: body.slice(0, 500) });
  };
  await inParallel(distributors(movies), concurrency, (row) => create('company', row));
  await inParallel(movies.map(filmOfMovie), concurrency, (row) => create('film', row));
  result.milliseconds = Math.round(performance.now() - started);
  return result;
}

/** Signs in as a member of staff; gives the cookie header for `loadMovies`. */
export async function signIn(url: string, id: string, pw: string, send: typeof fetch = fetch): Promise<string> {
  const response = await send(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ id, pw }),
  });
  if (!response.ok) throw new Error(`sign-in as ${id} failed: ${response.status} ${(await response.text()).slice(0, 300)}`);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** A film row of a movie; `index` counts from 0 and becomes `mv-0001`. */
export function filmOfMovie(movie: Movie, index: number): Row {
  const date = isoDate(movie['Release Date']);
  const notes = [
    movie.Source && `Source: ${movie.Source}`,
    movie['Major Genre'] && `Genre: ${movie['Major Genre']}`,
    movie['Creative Type'] && `Type: ${movie['Creative Type']}`,
    movie['MPAA Rating'] && `MPAA: ${movie['MPAA Rating']}`,
  ];
  const row: Row = {
    id: `mv-${String(index + 1).padStart(4, '0')}`,
    fid: `M-${String(index + 1).padStart(5, '0')}`,
    ename: movie.Title === null ? 'Untitled' : String(movie.Title).trim(),
    director: movie.Director ?? '',
    releaseDate: date,
    year: date ? Number(date.slice(0, 4)) : null,
    month: date ? Number(date.slice(5, 7)) : null,
    season: date ? seasons[Number(date.slice(5, 7)) - 1]! : '-',
    rating: ratings[movie['MPAA Rating'] ?? ''] ?? '[-]',
    tag: [...new Set([...(genreTags[movie['Major Genre'] ?? ''] ?? []), ...(typeTags[movie['Creative Type'] ?? ''] ?? [])])],
    genre: genres[movie['Creative Type'] ?? ''] ?? genres[movie['Major Genre'] ?? ''] ?? [],
    progress: date ? '[REL]' : '[FIN]',
    source: '[OTH]',
    minutes: movie['Running Time min'],
    lengths: movie['Running Time min'] ? [{ code: movie['Running Time min'] < 30 ? '[SH]' : '[FL]', minutes: movie['Running Time min'] }] : [],
    distributor: movie.Distributor ? companyId(movie.Distributor) : '',
    currency: 'USD',
    budget: movie['Production Budget'],
    grossHome: movie['US Gross'],
    grossWorld: movie['Worldwide Gross'],
    grossVideo: movie['US DVD Sales'],
    critics: movie['Rotten Tomatoes Rating'],
    audience: movie['IMDB Rating'],
    votes: movie['IMDB Votes'],
    comment: notes.filter(Boolean).join('\n'),
  };
  return row;
}

/** One company a distributor, each once, by id. */
export function distributors(movies: readonly Movie[]): Row[] {
  const rows = new Map<string, Row>();
  for (const { Distributor: name } of movies) {
    if (!name || rows.has(companyId(name))) continue;
    rows.set(companyId(name), {
      id: companyId(name),
      type: 4,
      name,
      abbrName: name.slice(0, 20),
      country: 'US',
      currency: 'USD',
      comTel: 'US,+1',
      tag: ['movies'],
    });
  }
  return [...rows.values()];
}

/** 'Sony/Screen Gems' → 'mv_sony_screen_gems': letters, digits and underscore, at least four characters. */
export function companyId(name: string): string {
  return `mv_${name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')}`.slice(0, 64);
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const seasons = ['[WI]', '[WI]', '[SP]', '[SP]', '[SP]', '[SU]', '[SU]', '[SU]', '[AU]', '[AU]', '[AU]', '[WI]'];
/** Ratings of the Motion Picture Association in Taiwan's scale, by the age that each admits. */
const ratings: Record<string, string> = { G: '[G]', PG: '[P]', 'PG-13': '[PG12]', R: '[R]', 'NC-17': '[R]', 'Not Rated': '[-]', Open: '[-]' };
const genreTags: Record<string, string[]> = {
  Drama: ['[FIC]', '[DRA]'],
  Comedy: ['[FIC]', '[COM]'],
  Action: ['[FIC]', '[ACT]'],
  Adventure: ['[FIC]', '[ADV]'],
  'Thriller/Suspense': ['[FIC]', '[THR]'],
  Horror: ['[FIC]', '[HOR]'],
  'Romantic Comedy': ['[FIC]', '[ROM]', '[COM]'],
  Musical: ['[FIC]', '[MUS]'],
  Documentary: ['[DOC]'],
  Western: ['[FIC]', '[WES]'],
  'Black Comedy': ['[FIC]', '[COM]'],
  'Concert/Performance': ['[DOC]', '[MUS]'],
};
const typeTags: Record<string, string[]> = {
  'Historical Fiction': ['[HIS]'],
  Fantasy: ['[FAN]'],
  'Science Fiction': ['[SCI]'],
  Dramatization: ['[BIO]'],
  'Kids Fiction': ['[KID]'],
  'Super Hero': ['[FAN]', '[ACT]'],
};
const genres: Record<string, string[]> = {
  'Historical Fiction': ['[HI]'],
  Dramatization: ['[BI]'],
  Musical: ['[MU]'],
  'Concert/Performance': ['[MU]'],
  'Kids Fiction': ['[FA]'],
};

/** 'Jun 12 1998' → '1998-06-12'; '' for anything else. */
function isoDate(text: string | null): string {
  const [, name, day, year] = /^(\w{3}) (\d{1,2}) (\d{4})$/.exec(text ?? '') ?? [];
  const month = months.indexOf(name ?? '') + 1;
  return month ? `${year}-${String(month).padStart(2, '0')}-${day!.padStart(2, '0')}` : '';
}

async function inParallel<T>(items: readonly T[], width: number, work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [url = 'http://127.0.0.1:8080', id = 'admin', pw = ''] = process.argv.slice(2);
  const result = await loadMovies({ url, headers: { cookie: await signIn(url, id, pw) } });
  console.log(
    `${result.films} films and ${result.companies} companies created, ${result.existing} there already, ${result.refused.length} refused, in ${result.milliseconds} ms`,
  );
  for (const refused of result.refused.slice(0, 10)) console.error(`${refused.id}: ${refused.status} ${refused.body}`);
  if (result.refused.length) process.exitCode = 1;
}
