/**
 * A typed client of the API of records, for programs outside: `npm run codegen` puts it beside the types as `client.ts`, with no other file than those.
 * Needs nothing but `fetch`.
 *
 *     const api = connect({ address: 'https://office.example.com', headers: { Authorization: `Bearer ${key}` } });
 *     const { rows, total } = await api.of('film').list({ filter: { 'year@gte': 2020 }, sort: ['year', 'DESC'] });
 */
import type { Creates, ObjectName, Reads, Updates } from '#generated/objects.ts';

export interface Connection {
  /** of the server, without a path */
  address: string;
  /** sent with every call: what signs the program in */
  headers?: Readonly<Record<string, string>>;
  fetch?: typeof fetch;
}

export interface Query<O extends ObjectName> {
  /** as the list's address has it: `{"year@gte": 2020, "q": "moon"}` */
  filter?: Readonly<Record<string, unknown>>;
  sort?: readonly [field: keyof Reads[O] & string, order: 'ASC' | 'DESC'];
  /** the first row, from 0 */
  from?: number;
  /** rows in the answer; 25 unless told, at most 1,000 */
  limit?: number;
  /** only these fields, beside `id` and `ver` */
  fields?: readonly (keyof Reads[O] & string)[];
}

export interface Page<Row> {
  rows: Row[];
  /** how many match; an estimate where there are very many */
  total: number;
  /** where the next page begins; none on the last */
  next?: string;
}

/** The server refused: `code` is a key of its catalogue, `fields` are the fields that are to be mended. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly fields: readonly { path: string; code: string; message: string }[],
  ) {
    super(message);
  }
}

export interface Resource<O extends ObjectName> {
  list(query?: Query<O>): Promise<Page<Reads[O]>>;
  /** Every row that matches, page by page: rows that come or go meanwhile neither double nor drop another. */
  all(query?: Omit<Query<O>, 'from'>): AsyncGenerator<Reads[O]>;
  /** @throws Refused with 404 where there is none */
  get(id: string): Promise<Reads[O]>;
  /** those of the ids that there are, and may be read */
  many(ids: readonly string[]): Promise<Reads[O][]>;
  /** Sent again after a lost line it makes no second one: the key says that it is the same. */
  create(row: Creates[O], key?: string): Promise<Reads[O]>;
  /** `ver` is the version that was read. @throws Refused with 412 where somebody else has saved since */
  update(row: Updates[O]): Promise<Reads[O]>;
  /** to the trash; the row as it was */
  remove(row: { id: string; ver: number }): Promise<Reads[O]>;
}

/** A server's objects, by name. */
export function connect({ address, headers = {}, fetch: send = fetch }: Connection): { of<O extends ObjectName>(object: O): Resource<O> } {
  const call = async (path: string, { body, headers: own, ...rest }: { method?: string; body?: unknown; headers?: Record<string, string> } = {}) => {
    const answer = await send(new URL(path, address), {
      ...rest,
      headers: { Accept: 'application/json', ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers, ...own },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (answer.ok) return answer;
    const said = (await answer.json().catch(() => undefined)) as { err?: { code: string; message: string; fields: Refused['fields'] } } | undefined; // C08: the frame of a refusal
    throw new Refused(answer.status, said?.err?.code ?? '', said?.err?.message ?? answer.statusText, said?.err?.fields ?? []);
  };
  const of = <O extends ObjectName>(object: O): Resource<O> => {
    const root = `/api/pb/${object}`;
    const at = (id: string) => `${root}/${encodeURIComponent(id)}`;
    // What the server answers is typed by the schemas that it runs: those these types are made from.
    const row = async (answer: Promise<Response>) => (await (await answer).json()) as Reads[O];
    const page = async ({ filter = {}, sort, from = 0, limit = 25, fields }: Query<O>, after?: string): Promise<Page<Reads[O]>> => {
      const query = new URLSearchParams({ filter: JSON.stringify(filter), range: JSON.stringify([from, from + limit - 1]) });
      if (sort) query.set('sort', JSON.stringify(sort));
      if (fields) query.set('fields', JSON.stringify(fields));
      if (after) query.set('after', after);
      const answer = await call(`${root}?${query}`);
      const total = Number(answer.headers.get('Content-Range')?.split('/')[1] ?? 0);
      const next = answer.headers.get('X-Next-Cursor');
      return { rows: (await answer.json()) as Reads[O][], total, ...(next && { next }) };
    };
    return {
      list: (query = {}) => page(query),
      async *all(query = {}) {
        for (let after: string | undefined, isFirst = true; isFirst || after; isFirst = false) {
          const { rows, next } = await page({ limit: 500, ...query }, after);
          yield* rows;
          after = next;
        }
      },
      get: (id) => row(call(at(id))),
      many: async (ids) => (await page({ filter: { id: ids }, limit: Math.max(1, ids.length) })).rows,
      create: (values, key) => row(call(root, { method: 'POST', body: values, ...(key && { headers: { 'Idempotency-Key': key } }) })),
      update: ({ id, ver, ...changed }) => row(call(at(id), { method: 'PUT', body: changed, headers: { 'If-Match': `"${ver}"` } })),
      remove: ({ id, ver }) => row(call(at(id), { method: 'DELETE', headers: { 'If-Match': `"${ver}"` } })),
    };
  };
  return { of };
}
