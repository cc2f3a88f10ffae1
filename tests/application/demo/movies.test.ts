/** Real input: the films of vega-datasets, as rows that the validator takes, and through the API of a running server. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#codegen/model.ts';
import { openRegistry, type Registry } from '#framework/objects/registry.ts';
import { completeRow } from '#rules/records/record.ts';
import { testDatabases } from '../../support/database/database.ts';
import { distributors, filmOfMovie, loadMovies, readMovies, signIn } from '../../support/schemas/movies.ts';
import { passwordOf, startServer, type TestServer } from '../../support/server.ts';

const root = new URL('../../..', import.meta.url).pathname;
const movies = await readMovies();

describe('movies.json', () => {
  const cacheDir = mkdtempSync(join(tmpdir(), 'movies-cache-'));
  let registry: Registry;
  beforeAll(async () => {
    registry = await openRegistry({ schemasDir: join(root, 'schemas'), localesDir: join(root, 'locales'), cacheDir, distDir: 'dist' });
  });
  afterAll(() => {
    registry.close();
    rmSync(cacheDir, { recursive: true, force: true });
  });

  it.each([
    ['film', movies.map(filmOfMovie)],
    ['company', distributors(movies)],
  ] as [string, Row[]][])('E08 E10 gives %s rows that the validator takes, each with an id of its own', async (object, rows) => {
    const { model } = registry.get(object)!;
    const { validate } = await registry.validator(object);
    const refused = rows.flatMap((row) => validate(completeRow(row, model.fields)).map((error) => ({ id: row.id, ...error })));
    expect(refused).toEqual([]);
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
  });

  it('has all 3,201 films, also those whose title is a number or missing', () => {
    const films = movies.map(filmOfMovie);
    expect(films).toHaveLength(3201);
    expect(films.every((film) => typeof film.ename === 'string' && film.ename !== '')).toBe(true);
    expect(films.filter((film) => /^\d+$/.test(String(film.ename))).length).toBeGreaterThan(5);
  });

  it('maps rating, date, running time, distributor and figures', () => {
    const index = movies.findIndex((movie) => movie.Title === 'The Covenant');
    expect(filmOfMovie(movies[index]!, index)).toMatchObject({
      ename: 'The Covenant',
      director: 'Renny Harlin',
      year: 2006,
      month: 9,
      releaseDate: '2006-09-08',
      rating: '[PG12]',
      tag: ['[FIC]', '[THR]'],
      minutes: 95,
      distributor: 'mv_sony_screen_gems',
      budget: 20000000,
      grossHome: 23364784,
      critics: 3,
      audience: 4.8,
    });
  });
});

describe.each(testDatabases)('loading into a server on %s', (kind) => {
  let server: TestServer;
  let cookie = '';
  beforeAll(async () => {
    server = await startServer({ kind });
    cookie = await signIn(server.url, 'admin', passwordOf('admin'));
  });
  afterAll(() => server.stop());

  it('creates films and their companies through the API, and knows them when run again', async () => {
    const first = await loadMovies({ url: server.url, headers: { cookie }, limit: 150 });
    expect(first).toMatchObject({ films: 150, existing: 0, refused: [] });
    const again = await loadMovies({ url: server.url, headers: { cookie }, limit: 150 });
    expect(again).toMatchObject({ films: 0, companies: 0, existing: 150 + distributors(movies.slice(0, 150)).length, refused: [] });
  });

  it('finds them by word, rating and company', async () => {
    const total = async (filter: object): Promise<string | null> => {
      const query = new URLSearchParams({ range: '[0,24]', filter: JSON.stringify(filter) });
      const response = await fetch(`${server.url}/api/pb/film?${query}`, { headers: { cookie } });
      expect(response.status).toBe(200);
      return response.headers.get('content-range')?.split('/')[1] ?? null;
    };
    const films = movies.slice(0, 150).map(filmOfMovie);
    expect(await total({ rating: '[R]' })).toBe(String(films.filter((film) => film.rating === '[R]').length));
    expect(await total({ distributor: 'mv_warner_bros' })).toBe(String(films.filter((film) => film.distributor === 'mv_warner_bros').length));
    expect(await total({ q: 'land girls' })).toBe('1');
    expect(await total({ 'year@gte': 2000 })).toBe(String(films.filter((film) => Number(film.year ?? 0) >= 2000).length));
  });
});
