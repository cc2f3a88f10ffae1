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
import type { Row, ViewGroup } from '#codegen/model.ts';
import type { CallName, Sent } from '#framework/api/wire.ts';
import type { BulkDeletion, Figures, HistoryEntry, Related, RowCounts, RowGroups, Sum, Title } from '#framework/records/wire.ts';
import { titleOf } from '#rules/records/record.ts';
import { reply } from '../http/ask.ts';
import { addressOf, type CallInput, type Reply, request } from '../http-client.ts';
import { noted } from '../notices/changeset.ts';
import { knownModel } from '../objects.tsx';
import { currentLanguage } from './i18n.ts';
import { PageCursors } from './page-cursors.ts';

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
  const call = <Name extends CallName>(name: Name, input: CallInput<Name>): Promise<Reply<Sent<Name>>> => reply(ask, name, input);
  const cursors = new PageCursors();

  const ours = {
    /** Cursors where the neighbouring page was seen, the fields that are looked at, an estimated total that says so; the package reads whole rows by page number. */
    async getList(resource: string, params: Partial<GetListParams>) {
      const { page = 1, perPage = 25 } = params.pagination ?? {};
      const sort = params.sort ?? { field: 'update_at', order: 'DESC' };
      const filter = params.filter ?? {};
      const question = JSON.stringify([resource, sort, filter, perPage]);
      const first = (page - 1) * perPage;
      const query = {
        range: JSON.stringify([first, first + perPage - 1]),
        sort: JSON.stringify(isRanked(resource, filter, sort) ? best : [sort.field, sort.order]),
        filter: JSON.stringify(filter),
        // Whole rows where no fields are named.
        fields: params.meta?.fields && JSON.stringify(params.meta.fields),
        ...cursors.toward(question, page),
      };
      const answer = await call('GET /api/pb/:object', { at: { object: resource }, query, ...(params.signal && { signal: params.signal }) });
      cursors.seen(question, page, { next: answer.headers.get('X-Next-Cursor'), previous: answer.headers.get('X-Prev-Cursor') });
      const total = totalOf(answer);
      return { data: answer.data.map(withTextId), total, meta: { estimated: answer.headers.get('X-Total-Estimated') === '1' } };
    },
    /** As a list is read. */
    getManyReference(resource: string, { target, id, filter, ...params }: GetManyReferenceParams) {
      return ours.getList(resource, { ...params, filter: { ...filter, [target]: id } });
    },

    /** A second sending of the same row makes no second one, by its key; the package sends none. */
    async create(resource: string, { data, meta }: CreateParams) {
      const headers = { 'Idempotency-Key': meta?.idempotencyKey ?? crypto.getRandomValues(new Uint32Array(4)).join('-') };
      return { data: (await call('POST /api/pb/:object', { at: { object: resource }, body: data, headers })).data };
    },

    /** `data` holds the changed fields only (C07). The version that they were made from goes along, `meta.ver` or the previous row's; the package sends none. */
    async update(resource: string, { id, data, previousData, meta }: UpdateParams) {
      const ver = meta?.ver ?? previousData?.ver;
      const headers: Record<string, string> = ver === undefined ? {} : { 'If-Match': `"${ver}"` };
      return { data: (await call('PUT /api/pb/:object/:id', { at: { object: resource, id: String(id) }, body: data, headers })).data };
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

    /** Under an id by which it can be taken back, where `meta` names one; else as the package does. */
    async delete(resource: string, params: DeleteParams) {
      const { id, meta } = params;
      if (!meta?.changeset) return base.delete(resource, params);
      const headers = noted(meta.changeset);
      return { data: (await call('DELETE /api/pb/:object/:id', { at: { object: resource, id: String(id) }, headers })).data };
    },

    /** Deletes each row by itself, so that one refusal does not hold up the others, and reports each. */
    async bulkDelete(resource: string, ids: string[], changeset?: string): Promise<BulkDeletion> {
      const result: BulkDeletion = { deleted: [], failed: [] };
      for (let start = 0; start < ids.length; start += bulk) {
        const query = { filter: JSON.stringify({ id: ids.slice(start, start + bulk) }) };
        const { deleted, failed } = (await call('DELETE /api/pb/:object', { at: { object: resource }, query, ...(changeset && { headers: noted(changeset) }) }))
          .data.data;
        result.deleted.push(...deleted);
        result.failed.push(...failed);
      }
      return result;
    },

    /** Titles of referenced rows; rows that are gone are absent. */
    async getTitles(resource: string, ids: string[]): Promise<Title[]> {
      const query = { filter: JSON.stringify({ id: ids }), fields: 'title', range: JSON.stringify([0, ids.length - 1]) };
      const { data } = await call('GET /api/pb/:object', { at: { object: resource }, query });
      return data.map(({ id, title }) => ({ id: String(id), title: String(title) }));
    },

    /** Rows by filter and search text as id and title, for choosing a reference; titles are made as the object's model says. */
    async findTitles(resource: string, filter: Row, count = 20): Promise<Title[]> {
      const model = knownModel(resource);
      const sort = filter.q ? best : model && [model.list.sort.field, model.list.sort.order];
      const query = { filter: JSON.stringify(filter), range: JSON.stringify([0, count - 1]), sort: sort && JSON.stringify(sort) };
      const { data } = await call('GET /api/pb/:object', { at: { object: resource }, query });
      return data.map((row) => ({ id: String(row.id), title: (model && titleOf(row, model, currentLanguage())) || String(row.id) }));
    },

    /** Sums over the rows of a filter, as x-list declares them. */
    /** Number, sum, mean, least and greatest of these fields over the rows of a filter. */
    async figures(resource: string, filter: Row, of: string[]): Promise<Figures[]> {
      const query = { filter: JSON.stringify(filter), of: JSON.stringify(of) };
      return (await call('GET /api/pb/:object/figures', { at: { object: resource }, query })).data;
    },
    /** The rows of a filter by the values of a field, and of a second one across, with the figures of these fields. */
    async groups(resource: string, filter: Row, { path, step, across }: ViewGroup, of: string[]): Promise<RowGroups> {
      const second = across && { across: across.path, across_step: across.step };
      const query = { filter: JSON.stringify(filter), by: path, step, ...second, of: of.length ? JSON.stringify(of) : undefined };
      return (await call('GET /api/pb/:object/groups', { at: { object: resource }, query })).data;
    },
    /** How many of a filter's rows each of these filters would leave. */
    async counts(resource: string, filter: Row, of: Row[]): Promise<RowCounts> {
      const query = { filter: JSON.stringify(filter), of: JSON.stringify(of) };
      return (await call('GET /api/pb/:object/counts', { at: { object: resource }, query })).data;
    },
    async sums(resource: string, filter: Row): Promise<Sum[]> {
      return (await call('GET /api/pb/:object/sums', { at: { object: resource }, query: { filter: JSON.stringify(filter) } })).data;
    },

    /** Who points at a row, as far as one may read it. */
    async related(resource: string, id: string): Promise<Related[]> {
      return (await call('GET /api/pb/:object/:id/related', { at: { object: resource, id } })).data;
    },

    /** A page of them, newest first; `below`: those before that entry. */
    async history(resource: string, id: string, below?: number): Promise<HistoryEntry[]> {
      return (await call('GET /api/pb/:object/:id/history', { at: { object: resource, id }, query: { below } })).data;
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

/** An object's ids may be numbers; addresses, selections and what is fetched by them have texts. The form alone shows and sends what the schema says. */
function withTextId<R extends Row>(row: R): R {
  return typeof row.id === 'number' ? { ...row, id: String(row.id) } : row;
}

/** The order of a search: what answers it best comes first. */
const best = ['_match', 'DESC'];

/** Is the list searched, and in no order that somebody chose? */
export function isRanked(resource: string, filter: object, sort: { field: string; order: string }): boolean {
  const usual = knownModel(resource)?.list.sort;
  return 'q' in filter && filter.q !== '' && sort.field === usual?.field && sort.order === usual.order;
}

/** Ids in one address, which proxies cut at 8 KB. */
const bulk = 100;

/** Where a list can be had as a file, with the filter and order that it is shown in: these columns as the page shows them, or everything by its codes. */
export function exportAddress(
  resource: string,
  format: 'csv' | 'json' | 'xlsx',
  filter: Row,
  sort: { field: string; order: string },
  columns?: readonly string[],
): string {
  const seen = columns && { style: 'seen', columns: JSON.stringify(columns) };
  const query = { format, filter: JSON.stringify(filter), sort: JSON.stringify([sort.field, sort.order]), ...seen };
  return addressOf('GET /api/pb/:object/export', { at: { object: resource }, query });
}

/** A row's printed form, a PDF (x-print). */
export function printAddress(resource: string, id: string, lang: string): string {
  return addressOf('GET /api/pb/:object/:id/print', { at: { object: resource, id }, query: { lang } });
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
