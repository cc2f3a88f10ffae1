/** The records of every object: react-admin's simple-rest dialect with what docs/decisions/003 adds. */

import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler, Response } from 'express';
import type { JsonValue, Lang, Row } from '#codegen/model.ts';
import { hashPassword } from '#framework/accounts/hash-password.ts';
import { type ExportFormat, exportRecords } from '#framework/export/export-records.ts';
import { createRecord } from '#framework/records/create-record.ts';
import { deleteRecord } from '#framework/records/delete-record.ts';
import { deleteRecords } from '#framework/records/delete-records.ts';
import { previewDeletion } from '#framework/records/preview-deletion.ts';
import type { ExpandTools } from '#framework/records/reading/expand-rows.ts';
import { countRecords, figureRecords, groupRecords } from '#framework/records/reading/figure-records.ts';
import { type ListParameters, listRecords, type Page } from '#framework/records/reading/list-records.ts';
import { listTitles } from '#framework/records/reading/list-titles.ts';
import { readHistory, readRecord, readSelected } from '#framework/records/reading/read-record.ts';
import { sumRecords } from '#framework/records/reading/sum-records.ts';
import { doneAnew } from '#framework/records/record-tools.ts';
import { revertRecord } from '#framework/records/revert-record.ts';
import { updateRecord } from '#framework/records/update-record.ts';
import type { BulkDeletion, DeletionPreview, Figures, HistoryEntry, Reverted, RowCounts, RowGroups, Sum } from '#framework/records/wire.ts';
import { restoreRecord } from '#framework/trash/restore-trash.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import type { Answer } from '#rules/answer.ts';
import { isObject } from '#rules/records/record.ts';
import { mostColumns } from '#rules/values/csv.ts';
import { languageOf } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import { type Messages, sentence } from '#rules/words/wording.ts';
import { done } from '../answer.ts';
import { answering } from '../answering.ts';
import { hasMark } from '../etag.ts';
import { act, actionPreview, actOnMany, openActions } from './actions.ts';
import { noting } from './changeset.ts';
import { numbersOf } from './question.ts';

export interface RecordsDeps extends ExpandTools {
  /** for the reasons of a bulk deletion's failures; without them the code is shown */
  messages?: Record<Lang, Messages>;
}

type Handler<Body> = (req: Request, res: Response<Body>, actor: Actor, object: string) => Promise<void>;

/** Mounted at /api/pb, behind the session middleware that sets `req.actor`. */
export function recordsRouter(given: RecordsDeps): RequestHandler {
  const deps: RecordsDeps = { hashPassword, ...given };
  const router = answering<'/api/pb'>();
  const on =
    <Body>(handler: Handler<Body>): RequestHandler<Request['params'], Body> =>
    (req, res, next) => {
      if (!req.actor) return next(new Refusal('msg.session'));
      const object = String(req.params.object);
      const { actor } = req;
      const answer = () => handler(req, res, actor, object);
      doneAnew(deps, object, () => !res.headersSent, answer).catch(next);
    };
  router.get('/:object', on(list(deps)));
  router.post('/:object', on(create(deps)));
  router.delete('/:object', on(removeMany(deps)));
  // A row may be called 'export' too: only a format asks for the file.
  router.get('/:object/export', (req, res, next) => (req.query.format === undefined ? next('route') : on(download(deps))(req, res, next)));
  // A row may be called 'sums' too: only a filter asks for them.
  router.get('/:object/sums', (req, res, next) => (req.query.filter === undefined ? next('route') : on(sums(deps))(req, res, next)));
  // Nor 'figures'.
  router.get('/:object/figures', (req, res, next) => (req.query.of === undefined ? next('route') : on(figures(deps))(req, res, next)));
  // Nor 'groups'.
  router.get('/:object/groups', (req, res, next) => (req.query.by === undefined ? next('route') : on(groups(deps))(req, res, next)));
  // Nor 'counts'.
  router.get('/:object/counts', (req, res, next) => (req.query.of === undefined ? next('route') : on(counts(deps))(req, res, next)));
  // Nor 'deletion'.
  router.get('/:object/deletion', (req, res, next) => (req.query.filter === undefined ? next('route') : on(deletion(deps))(req, res, next)));
  router.get('/:object/:id', on(read(deps)));
  router.put('/:object/:id', on(update(deps)));
  router.delete('/:object/:id', on(remove(deps)));
  router.get('/:object/:id/history', on(history(deps)));
  router.post('/:object/:id/revert', on(revert(deps)));
  router.post('/:object/:id/restore', on(restore(deps)));
  router.get('/:object/:id/actions', on(openActions(deps)));
  router.get('/:object/:id/actions/:name', on(actionPreview(deps)));
  router.post('/:object/:id/actions/:name', on(act(deps)));
  router.post('/:object/actions/:name', on(actOnMany(deps)));
  return router;
}

function list(deps: RecordsDeps): Handler<Row[]> {
  return async (req, res, actor, object) => {
    const parameters = listParameters(req);
    if (parameters.fields === 'title') {
      sendMarked(req, res, JSON.stringify(await listTitles(deps, actor, object, idsOf(parameters.filter), languageOf(req.headers.cookie))));
      return;
    }
    const page = await listRecords(deps, actor, object, parameters);
    pageHeaders(res, object, page);
    // What its headers say belongs to the page: the same rows of more are another answer.
    sendMarked(req, res, page.text, [page.start, page.count, page.exact, page.next, page.previous].join(' '));
  };
}

function pageHeaders(res: Response, object: string, { size, start, count, exact, next, previous }: Page): void {
  res.setHeader('Content-Range', size ? `${object} ${start}-${start + size - 1}/${count}` : `${object} */${count}`);
  if (!exact) res.setHeader('X-Total-Estimated', '1');
  if (next) res.setHeader('X-Next-Cursor', next);
  if (previous) res.setHeader('X-Prev-Cursor', previous);
}

function read(deps: RecordsDeps): Handler<Row> {
  return async (req, res, actor, object) => {
    const { fields, expand } = listParameters(req);
    const { text, ver } = await readSelected(deps, actor, object, String(req.params.id), { fields, expand });
    sendMarked(req, res, text, '', ver);
  };
}

/** An answer with its mark, or 304 to whom has it. The version of a row alone would call one unchanged whose reader, schema or computed fields have changed. */
function sendMarked(req: Request, res: Response, text: string, beside = '', ver?: JsonValue): void {
  const digest = createHash('sha256').update(beside).update('\n').update(text).digest('base64url').slice(0, 16);
  const mark = ver === undefined ? `"${digest}"` : `"${String(ver)}.${digest}"`;
  res.setHeader('ETag', mark);
  if (hasMark(req, mark)) res.status(304).end();
  else sendText(res, text);
}

function create(deps: RecordsDeps): Handler<Row> {
  return async (req, res, actor, object) => {
    const row = await createRecord(noting(deps, req, object, 'create'), actor, object, req.body, req.get('Idempotency-Key'));
    sendRow(res, 201, row);
  };
}

/** Attempts with If-Match: *, when others write in between. */
const mostTimes = 5;

/** A change that changes nothing is answered with the row as it is: 'no change to save' (K08) is shown by the form, and a client that sends its row again has done nothing wrong. */
function update(deps: RecordsDeps): Handler<Row> {
  return async (req, res, actor, object) => {
    const id = String(req.params.id);
    const version = versionOf(req);
    for (let time = 1; ; time += 1) {
      try {
        return sendRow(res, 200, await updateRecord(noting(deps, req, object, 'update'), actor, object, id, req.body, version));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (error.code === 'msg.nochange') return sendRow(res, 200, await readRecord(deps, actor, object, id));
        if (error.code !== 'msg.datamodi' || version !== '*' || time === mostTimes) throw error;
      }
    }
  };
}

function remove(deps: RecordsDeps): Handler<Row> {
  return async (req, res, actor, object) => {
    const version = versionOf(req);
    sendRow(
      res,
      200,
      await deleteRecord(
        noting(deps, req, object, 'delete'),
        actor,
        object,
        String(req.params.id),
        version === '*' ? undefined : version,
        languageOf(req.headers.cookie),
      ),
    );
  };
}

function removeMany(deps: RecordsDeps): Handler<Answer<BulkDeletion>> {
  return async (req, res, actor, object) => {
    const lang = languageOf(req.headers.cookie);
    const { deleted, failed } = await deleteRecords(noting(deps, req, object, 'delete'), actor, object, idsOf(listParameters(req).filter), lang);
    const messages = deps.messages?.[lang] ?? {};
    const model = deps.registry.get(object)?.model;
    const failures = failed.map(({ id, problem, data }) => ({ id, code: problem.code, message: sentence(problem, messages, lang, model), data }));
    send(res, 200, { done: failed.length === 0, msg: failures[0]?.message ?? '', err: null, stk: null, data: { deleted, failed: failures } });
  };
}

function history(deps: RecordsDeps): Handler<HistoryEntry[]> {
  return async (req, res, actor, object) => {
    const { below } = numbersOf(req, ['below']);
    send(res, 200, await readHistory(deps, actor, object, String(req.params.id), { below, lang: languageOf(req.headers.cookie) }));
  };
}

/** Under the page's id for it, as any change, so that it can be taken back. */
function revert(deps: RecordsDeps): Handler<Answer<Reverted>> {
  return async (req, res, actor, object) => {
    const { to, fields }: { to?: unknown; fields?: unknown } = isObject(req.body) ? req.body : {};
    if (typeof to !== 'number' || !Number.isSafeInteger(to)) throw new Refusal('msg.badrequest', { values: { field: 'to' } });
    if (fields !== undefined && !(Array.isArray(fields) && fields.length > 0 && fields.every((name) => typeof name === 'string')))
      throw new Refusal('msg.badrequest', { values: { field: 'fields' } });
    const version = versionOf(req);
    const order = { to, ...(fields !== undefined && { fields: fields as string[] }) }; // looked at above
    const tools = noting(deps, req, object, 'update');
    const reverted = await revertRecord(tools, actor, object, String(req.params.id), order, version === '*' ? undefined : version);
    res.setHeader('ETag', `"${String(reverted.row.ver)}"`);
    done(res, reverted);
  };
}

function restore(deps: RecordsDeps): Handler<Row> {
  return async (req, res, actor, object) => sendRow(res, 200, await restoreRecord(deps, actor, object, String(req.params.id), languageOf(req.headers.cookie)));
}

const exportTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

function download(deps: RecordsDeps): Handler<never> {
  return async (req, res, actor, object) => {
    const format = Object.keys(exportTypes).find((name) => name === req.query.format) as ExportFormat | undefined; // one of its keys
    if (!format) throw new Refusal('msg.badrequest', { values: { field: 'format' } });
    const columns = pathsOf(req.query.columns);
    const isSeen = req.query.style === 'seen' && format !== 'json';
    const order = { format, ...(isSeen && { seen: languageOf(req.headers.cookie) }), ...(columns && { columns }) };
    const pieces = exportRecords(deps, actor, object, listParameters(req), order);
    // The first chunk is produced before the headers are sent: until then a refusal can still be answered.
    const first = await pieces.next();
    res.setHeader('Content-Type', exportTypes[format]);
    res.setHeader('Content-Disposition', `attachment; filename="${object}.${format}"`);
    const all = async function* (): AsyncGenerator<string | Uint8Array> {
      if (!first.done) yield first.value;
      yield* pieces;
    };
    try {
      await pipeline(all, res);
    } catch (error) {
      // Who has gone away wants no more of it; what failed here breaks the file off.
      if ((error as { code?: unknown }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    }
  };
}

/** The columns of an export, a JSON array of paths. @throws Refusal msg.badrequest */
function pathsOf(given: unknown): string[] | undefined {
  if (given === undefined) return undefined;
  const paths: unknown = typeof given === 'string' ? parsed(given) : undefined;
  if (!Array.isArray(paths) || !paths.length || paths.length > mostColumns + 1 || !paths.every((path) => typeof path === 'string'))
    throw new Refusal('msg.badrequest', { values: { field: 'columns' } });
  return paths as string[]; // looked at above
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sums(deps: RecordsDeps): Handler<Sum[]> {
  return async (req, res, actor, object) => send(res, 200, await sumRecords(deps, actor, object, listParameters(req).filter));
}

function figures(deps: RecordsDeps): Handler<Figures[]> {
  return async (req, res, actor, object) => {
    if (typeof req.query.of !== 'string') throw new Refusal('msg.badrequest', { values: { field: 'of' } });
    send(res, 200, await figureRecords(deps, actor, object, listParameters(req).filter, req.query.of));
  };
}

function counts(deps: RecordsDeps): Handler<RowCounts> {
  return async (req, res, actor, object) => send(res, 200, await countRecords(deps, actor, object, listParameters(req).filter, parsed(String(req.query.of))));
}

function groups(deps: RecordsDeps): Handler<RowGroups> {
  return async (req, res, actor, object) => {
    const text = (name: string): string | undefined => {
      const value = req.query[name];
      if (value !== undefined && typeof value !== 'string') throw new Refusal('msg.badrequest', { values: { field: name } });
      return value;
    };
    const { filter } = listParameters(req);
    const [of, step, second, across_step] = ['of', 'step', 'across', 'across_step'].map(text);
    const across = second === undefined ? undefined : { by: second, step: across_step };
    send(res, 200, await groupRecords(deps, actor, object, { filter, of, by: { by: text('by') ?? '', step }, across }));
  };
}

function deletion(deps: RecordsDeps): Handler<Answer<DeletionPreview>> {
  return async (req, res, actor, object) => {
    const ids = idsOf(listParameters(req).filter);
    done(res, await previewDeletion(deps, actor, object, ids, languageOf(req.headers.cookie)));
  };
}

function listParameters(req: Request): ListParameters {
  const given: Record<string, string | undefined> = {};
  const { query } = req; // made anew at each reading
  for (const name of ['range', 'sort', 'filter', 'after', 'before', 'fields', 'expand']) {
    const value = query[name];
    if (value === undefined) continue;
    if (typeof value !== 'string') throw new Refusal('msg.badrequest', { values: { field: name } });
    given[name] = value;
  }
  return given;
}

/** The ids of `filter={"id":[…]}`, for the calls that act on named rows. */
function idsOf(filter: string | undefined): string[] {
  let given: unknown;
  try {
    given = JSON.parse(filter ?? '{}');
  } catch {
    given = undefined;
  }
  const ids = isObject(given) ? (given.id ?? []) : undefined;
  if (!Array.isArray(ids) || ids.length > 1_000 || !ids.every((id) => typeof id === 'string'))
    throw new Refusal('param.filter', { values: { field: 'filter' } });
  return ids.filter((id): id is string => typeof id === 'string');
}

/** The version a write was based on: `If-Match: "3"`, or the mark of a read, `"3.…"`. `*` and nothing name none. */
function versionOf(req: Request): number | '*' | undefined {
  const header = req.get('If-Match')?.trim();
  if (header === undefined || header === '*') return header;
  const match = /^(?:W\/)?"?(\d{1,15})(?:\.[\w-]{16})?"?$/.exec(header);
  if (!match) throw new Refusal('msg.badrequest', { values: { field: 'If-Match' } });
  return Number(match[1]);
}

function sendRow(res: Response<Row>, status: number, row: Row): void {
  res.setHeader('ETag', `"${String(row.ver)}"`);
  send(res, status, row);
}

/** One serialisation, no ETag computed over the body. Writes go by `res.json`, where the sessions listen for changed accounts. */
function send<Body>(res: Response<Body>, status: number, body: NoInfer<Body>): void {
  if (res.req.method !== 'GET') {
    res.status(status).json(body);
    return;
  }
  res.statusCode = status;
  sendText(res, JSON.stringify(body));
}

function sendText(res: Response, text: string): void {
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.end(text);
}
