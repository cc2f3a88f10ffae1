/** What is asked of each server. A measure says for each of them which calls it is made of; one that a baseline has no word for is left out there. */
import type { Row } from '#codegen/model.ts';
import { matchExpression, searchTerms } from '#rules/queries/search-text.ts';
import { type Answer, header, type Script } from './load.ts';
import { filmId } from './rows.ts';

/** `peer`: another administration; what it is asked stands with it */
export type Name = 'product' | 'bare' | 'usual' | 'peer';
export interface Scene {
  port: number;
  /** films seeded */
  rows: number;
  headers: string;
  /** what the back office's list of films asks for, in the order of the model */
  columns: string[];
  /** ids with the version that each row has now, in no order */
  versions(count: number): Promise<[id: string, ver: number][]>;
  /** a film that is not there yet */
  fresh(): Row;
  ask(path: string): Promise<Answer>;
}
export interface Measure {
  key: string;
  title: string;
  /** slow at a baseline: one connection, few calls */
  slow?: Name[];
  /** measured at every size, by one connection */
  bySize: boolean;
  /** writes: not in the small databases, which would grow under the other measures */
  script(name: Name, scene: Scene): Promise<Script | undefined>;
}

export const pageSize = 25;
export const ratings = ['[G]', '[P]', '[PG12]', '[PG15]', '[R]'];
const sort = encodeURIComponent('["update_at","DESC"]');
const productList = (offset: number, filter: Row = {}, more = ''): string =>
  `/api/pb/film?range=${encodeURIComponent(`[${offset},${offset + pageSize - 1}]`)}&sort=${sort}&filter=${encodeURIComponent(JSON.stringify(filter))}${more}`;
export const random = (below: number): number => Math.floor(Math.random() * below);
/** Page 36,000 of a million rows; nine tenths of the way in the smaller ones. */
export const deepOffset = (rows: number): number => Math.floor((rows * 0.9) / pageSize) * pageSize - pageSize;

const list: Measure = {
  key: 'list',
  title: "List: first 25 by update_at, the back office's columns, with total",
  bySize: true,
  async script(name, { headers, columns }) {
    const path =
      name === 'product' ? productList(0, {}, `&fields=${encodeURIComponent(JSON.stringify(columns))}`) : `/film?limit=${pageSize}&columns=${columns}`;
    return () => ({ path, headers });
  },
};

const whole: Measure = {
  key: 'whole',
  title: 'The same with whole rows',
  bySize: true,
  async script(name, { headers }) {
    const path = name === 'product' ? productList(0) : `/film?limit=${pageSize}`;
    return () => ({ path, headers });
  },
};

const get: Measure = {
  key: 'get',
  title: 'Get one',
  bySize: true,
  async script(name, { headers, rows }) {
    const folder = name === 'product' ? '/api/pb/film' : '/film';
    return () => ({ path: `${folder}/${filmId(1 + random(rows))}`, headers });
  },
};

const filtered: Measure = {
  key: 'filtered',
  title: 'Filtered list (rating), with total',
  bySize: true,
  async script(name, { headers }) {
    const paths = ratings.map((rating) =>
      name === 'product' ? productList(0, { rating }) : `/film?limit=${pageSize}&filter=rating:${encodeURIComponent(rating)}`,
    );
    return () => ({ path: paths[random(paths.length)] ?? '', headers });
  },
};

/** A text filter in each server's way: the search column, or LIKE over every text field. */
function text(key: string, title: string, words: (rows: number) => string): Measure {
  return {
    key,
    title,
    slow: ['usual'],
    bySize: true,
    async script(name, { headers, rows }) {
      return () => {
        const q = words(rows);
        const path = {
          product: () => productList(0, { q }),
          bare: () => `/film?limit=${pageSize}&match=${encodeURIComponent(matchExpression(searchTerms(q), 'mariadb'))}`,
          usual: () => `/film?limit=${pageSize}&q=${encodeURIComponent(q)}`,
          peer: () => '',
        }[name]();
        return { path, headers };
      };
    },
  };
}

const jump: Measure = {
  key: 'jump',
  title: 'Jump to page 36,000 (nine tenths of the way)',
  slow: ['product', 'bare', 'usual'],
  bySize: true,
  async script(name, { headers, rows }) {
    const offset = deepOffset(rows);
    return () => ({ path: name === 'product' ? productList(offset) : `/film?limit=${pageSize}&offset=${offset}`, headers });
  },
};

/** From page 36,000 on, each page by what the last one said. */
function walk(key: string, title: string, param: 'after' | 'before'): Measure {
  return {
    key,
    title,
    bySize: true,
    async script(name, { headers, rows, ask }) {
      if (name === 'usual' || (name === 'bare' && param === 'before')) return undefined;
      const first = await ask(name === 'product' ? productList(deepOffset(rows)) : `/film?limit=${pageSize}&offset=${deepOffset(rows)}`);
      return (last) => {
        // A small table ends: then the walk begins anew.
        const next = (last && nextOf(name, last, param)) || nextOf(name, first, param);
        return {
          path: name === 'product' ? productList(0, {}, `&${param}=${encodeURIComponent(next)}`) : `/film?limit=${pageSize}&after=${encodeURIComponent(next)}`,
          headers,
        };
      };
    },
  };
}

function nextOf(name: Name, answer: Answer, param: 'after' | 'before'): string {
  if (name === 'product') return header(answer, param === 'after' ? 'X-Next-Cursor' : 'X-Prev-Cursor');
  const at = answer.body.lastIndexOf('{"id":"');
  const tail = answer.body.toString('utf8', Math.max(at, 0));
  const id = /^\{"id":"([^"]+)"/.exec(tail)?.[1];
  const stamp = /"update_at":"([^"]+)"/.exec(tail)?.[1];
  return id && stamp ? `${stamp}|${id}` : '';
}

const update: Measure = {
  key: 'update',
  title: 'Update one field, with version and history',
  bySize: false,
  async script(name, { headers, versions }) {
    const rows = await versions(2000);
    const folder = name === 'product' ? '/api/pb/film' : '/film';
    let turn = 0;
    return () => {
      const row = rows[turn++ % rows.length];
      if (!row) return undefined;
      const [id, ver] = row;
      row[1] = ver + 1;
      return {
        method: 'PUT',
        path: `${folder}/${id}`,
        headers: `${headers}If-Match: "${ver}"\r\n`,
        body: JSON.stringify({ comment: `seen again, time ${ver}, ${turn}` }),
      };
    };
  },
};

function insert(key: string, title: string, more: string): Measure {
  return {
    key,
    title,
    bySize: false,
    async script(name, { headers, fresh }) {
      if (more && name === 'usual') return undefined;
      const path = name === 'product' ? '/api/pb/film' : `/film${more}`;
      return () => ({ method: 'POST', path, headers, body: JSON.stringify(fresh()) });
    },
  };
}

export const measures: Measure[] = [
  list,
  whole,
  get,
  filtered,
  text('few', 'Text filter, few hits (catalogue number)', (rows) => `F-${String(1 + random(rows)).padStart(5, '0')}`),
  text('many', 'Text filter, many hits (港口)', () => '港口'),
  text('one', 'Text filter, one character (港)', () => '港'),
  text('both', 'Text filter, a common and a rare word', (rows) => `the F-${String(1 + random(rows)).padStart(5, '0')}`),
  jump,
  walk('next', 'Next page, from page 36,000 on', 'after'),
  walk('previous', 'Previous page, from page 36,000 back', 'before'),
  update,
  insert('insert', 'Insert, with validation', ''),
  insert('words', 'Insert, where (a) stores the search words as well', '?words=1'),
];
