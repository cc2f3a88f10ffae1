/**
 * react-admin's data provider: ra-data-simple-rest, with what docs/decisions/003 adds laid over it. Each call that is ours says what the
 * package's own does not do; one row, many by their keys, and a deletion are the package's (decision 037).
 */

import simpleRestProvider from 'ra-data-simple-rest';
import type {
  CreateParams,
  DataProvider,
  DeleteManyParams,
  DeleteParams,
  GetListParams,
  GetManyParams,
  GetManyReferenceParams,
  GetOneParams,
  UpdateManyParams,
  UpdateParams,
} from 'react-admin';
import type { JsonValue, Row } from '#codegen/model.ts';
import { titleOf } from '#rules/record.ts';
import { call, type Reply, request } from '../http-client.ts';
import { knownModel } from '../objects.tsx';
import { currentLanguage } from './i18n.ts';
import { PageCursors } from './page-cursors.ts';

/** One entry of a row's history, newest first. */
export interface HistoryEntry {
  at: string;
  by: string;
  /** of somebody who wrote their own row through their link */
  name?: string;
  action: string;
  ver: number;
  changes: Record<string, [JsonValue, JsonValue]>;
}

/** The sum of one field over a filter's rows, apart for each value of `by`; `sum` is a text, for it may have more digits than a number. */
export interface Sum {
  field: string;
  by: string | null;
  groups: { value: JsonValue; count: number; sum: string }[];
  /** which rows count, and how many of the list's do not */
  counts?: { filter: Row; left: number };
}

/** One reference that points at a row: how many rows, the first of them, and the money in the child rows that do. */
export interface Related {
  object: string;
  field: string;
  count: number;
  exact: boolean;
  filter: Row;
  rows: Row[];
  sums?: { by: string[]; fields: string[]; groups: { values: JsonValue[]; count: number; sums: Record<string, string> }[] };
}

/** What happened to each row of a bulk delete. */
export interface BulkResult {
  deleted: string[];
  /** `data` names the rows in the way */
  failed: { id: string; code: string; message: string; data?: unknown }[];
}

/** Where the records are. */
const root = '/api/pb';

/** What is taken from the package as it is. It types a row as anything; what comes is a row. */
interface PackageCalls {
  getOne(resource: string, params: GetOneParams & { signal?: AbortSignal }): Promise<{ data: Row }>;
  getMany(resource: string, params: GetManyParams): Promise<{ data: Row[] }>;
  delete(resource: string, params: DeleteParams): Promise<{ data: Row }>;
}

/** @param ask the way to the server: of the page its HTTP client, with its session, second try and error class */
export function buildDataProvider(ask: typeof request) {
  const base = simpleRestProvider(root, clientOf(ask)) as unknown as PackageCalls; // see PackageCalls
  const cursors = new PageCursors();

  const ours = {
    /** Cursors where the neighbouring page was seen, the fields that are looked at, an estimated total that says so; the package reads whole rows by page number. */
    async getList(resource: string, params: Partial<GetListParams>) {
      const { page = 1, perPage = 25 } = params.pagination ?? {};
      const sort = params.sort ?? { field: 'update_at', order: 'DESC' };
      const filter = params.filter ?? {};
      const question = JSON.stringify([resource, sort, filter, perPage]);
      const first = (page - 1) * perPage;
      const query = new URLSearchParams({
        range: JSON.stringify([first, first + perPage - 1]),
        sort: JSON.stringify([sort.field, sort.order]),
        filter: JSON.stringify(filter),
      });
      // Whole rows where nobody says which fields are looked at.
      if (params.meta?.fields) query.set('fields', JSON.stringify(params.meta.fields));
      for (const [name, value] of Object.entries(cursors.toward(question, page))) query.set(name, value);
      const options = params.signal ? { signal: params.signal } : {};
      const reply = await ask<Row[]>(`${address(resource)}?${query}`, options);
      cursors.seen(question, page, { next: reply.headers.get('X-Next-Cursor'), previous: reply.headers.get('X-Prev-Cursor') });
      const total = totalOf(reply);
      return { data: reply.data, total, meta: { estimated: reply.headers.get('X-Total-Estimated') === '1' } };
    },
    /** As a list is read. */
    getManyReference(resource: string, { target, id, filter, ...params }: GetManyReferenceParams) {
      return ours.getList(resource, { ...params, filter: { ...filter, [target]: id } });
    },

    /** A second sending of the same row makes no second one, by its key; the package sends none. */
    async create(resource: string, { data, meta }: CreateParams) {
      const headers = { 'Idempotency-Key': meta?.idempotencyKey ?? crypto.getRandomValues(new Uint32Array(4)).join('-') };
      const reply = await ask<Row>(address(resource), { method: 'POST', body: data, headers });
      return { data: reply.data };
    },

    /** `data` holds the changed fields only (C07). The version that they were made from goes along, `meta.ver` or the previous row's; the package sends none. */
    async update(resource: string, { id, data, previousData, meta }: UpdateParams) {
      const ver = meta?.ver ?? previousData?.ver;
      const reply = await ask<Row>(address(resource, id), { method: 'PUT', body: data, headers: ver === undefined ? {} : { 'If-Match': `"${ver}"` } });
      return { data: reply.data };
    },

    /** Each row at the version that it has now, for the server takes no change that does not say of which version it is; the package says none. */
    async updateMany(resource: string, { ids, data }: UpdateManyParams) {
      const { data: rows } = await base.getMany(resource, { ids });
      for (const row of rows) await ours.update(resource, { id: String(row.id), data, previousData: row as never }); // react-admin's row has a number or a text as its key, ours a text
      return { data: rows.map(({ id }) => id) };
    },

    /** In one request a hundred rows; the package sends one a row. */
    async deleteMany(resource: string, { ids }: DeleteManyParams) {
      const { deleted } = await ours.bulkDelete(resource, ids.map(String));
      return { data: deleted };
    },

    /** Deletes each row by itself, so that one refusal does not hold up the others, and reports each. */
    async bulkDelete(resource: string, ids: string[]): Promise<BulkResult> {
      const result: BulkResult = { deleted: [], failed: [] };
      for (let start = 0; start < ids.length; start += bulk) {
        const query = new URLSearchParams({ filter: JSON.stringify({ id: ids.slice(start, start + bulk) }) });
        const reply = await ask<{ data: BulkResult }>(`${address(resource)}?${query}`, { method: 'DELETE' });
        result.deleted.push(...reply.data.data.deleted);
        result.failed.push(...reply.data.data.failed);
      }
      return result;
    },

    /** Titles of referenced rows; rows that are gone are absent. */
    async getTitles(resource: string, ids: string[]): Promise<{ id: string; title: string }[]> {
      const query = new URLSearchParams({ filter: JSON.stringify({ id: ids }), fields: 'title', range: JSON.stringify([0, ids.length - 1]) });
      return (await ask<{ id: string; title: string }[]>(`${address(resource)}?${query}`)).data;
    },

    /** Rows by filter and search text as id and title, for choosing a reference; titles are made as the object's model says. */
    async findTitles(resource: string, filter: Row, count = 20): Promise<{ id: string; title: string }[]> {
      const model = knownModel(resource);
      const query = new URLSearchParams({ filter: JSON.stringify(filter), range: JSON.stringify([0, count - 1]) });
      if (model) query.set('sort', JSON.stringify([model.list.sort.field, model.list.sort.order]));
      const { data } = await ask<Row[]>(`${address(resource)}?${query}`);
      return data.map((row) => ({ id: String(row.id), title: (model && titleOf(row, model, currentLanguage())) || String(row.id) }));
    },

    /** Sums over the rows of a filter, as x-list declares them. */
    async sums(resource: string, filter: Row): Promise<Sum[]> {
      return (await ask<Sum[]>(`${address(resource)}/sums?${new URLSearchParams({ filter: JSON.stringify(filter) })}`)).data;
    },

    /** Who points at a row, as far as one may read it. */
    async related(resource: string, id: string): Promise<Related[]> {
      return (await ask<Related[]>(`${address(resource, id)}/related`)).data;
    },

    history(resource: string, id: string): Promise<HistoryEntry[]> {
      return call<HistoryEntry[]>(`${address(resource, id)}/history`);
    },

    /** Any other answer of the API in the shape {done, data}. */
    fetch<T>(path: string): Promise<T> {
      return call<T>(path);
    },

    /** Any other call of the API. */
    send<T>(path: string, body: unknown): Promise<T> {
      return call<T>(path, { method: 'POST', body });
    },
  };
  return { ...base, ...ours };
}

export const dataProvider = buildDataProvider(request);

/** The same under react-admin's type, which wants its generic row type in every answer. */
export const adminDataProvider = dataProvider as unknown as DataProvider & typeof dataProvider;

/** 'film 0-24/3201' → 3201; a missing or unknown total counts what was answered. */
export function totalOf(reply: Pick<Reply<Row[]>, 'headers' | 'data'>): number {
  const total = /\/(\d+)$/.exec(reply.headers.get('Content-Range') ?? '')?.[1];
  return total === undefined ? reply.data.length : Number(total);
}

/** Ids in one address, which proxies cut at 8 KB. */
const bulk = 100;

/** Where a list can be had as a file, with the filter and order that it is shown in. */
export function exportAddress(resource: string, format: 'csv' | 'json', filter: Row, sort: { field: string; order: string }): string {
  const query = new URLSearchParams({ format, filter: JSON.stringify(filter), sort: JSON.stringify([sort.field, sort.order]) });
  return `${address(resource)}/export?${query}`;
}

/** A row's printed form, a PDF (x-print). */
export function printAddress(resource: string, id: string, lang: string): string {
  return `${address(resource, id)}/print?lang=${lang}`;
}

/** The package's way of asking. It spells a body as JSON, which our client does too, and names the content of a deletion, which has none. */
function clientOf(ask: typeof request): Parameters<typeof simpleRestProvider>[1] {
  return async (url: string, { method, body, signal } = {}) => {
    const { status, headers, data } = await ask(url, {
      method: (method ?? 'GET') as 'GET' | 'DELETE', // those of its calls that are taken
      ...(typeof body === 'string' && { body: JSON.parse(body) as unknown }),
      ...(signal && { signal }),
    });
    return { status, headers, body: '', json: data };
  };
}

function address(resource: string, id?: string | number): string {
  return `${root}/${encodeURIComponent(resource)}${id === undefined ? '' : `/${encodeURIComponent(id)}`}`;
}
