/** C08: what every call answers, and the one place where a refusal becomes an answer in the visitor's language. */
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { Lang, ObjectModel } from '#codegen/model.ts';
import { isFull } from '#framework/files/storage.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import type { Answer } from '#rules/answer.ts';
import { type ErrorRecord, entryOfError, errorRecordOf, type LogEntry, separator } from '#rules/log-entry.ts';
import { languageOf } from '#rules/words/language.ts';
import { type ProblemCode, Refusal } from '#rules/words/problem.ts';
import { labelOf, type Messages, sentence, text } from '#rules/words/wording.ts';
import { asksForPage, sendErrorPage } from './error-page.ts';

/** Answers `{done: true, …, data}`; what `data` may be, the list of calls says (wire.ts). */
export function done<T>(res: Response<Answer<T>>, ...[data = null as T]: null extends T ? [data?: NoInfer<T>] : [data: NoInfer<T>]): void {
  // left out where it may be null only
  res.json(answerOf(data));
}

/** A handler behind `staffOnly`, with whom that let through. */
export function byStaff<T, Body = unknown>(
  // biome-ignore lint/suspicious/noExplicitAny: a handler answers by what it returns, never by its request's `res`
  handle: (req: Request<Request['params'], any, Body>, actor: Actor) => T | Promise<T>,
): RequestHandler<Request['params'], Answer<T extends void ? null : T>, Body> {
  return async (req, res) => done(res, ((await handle(req, req.actor!)) ?? null) as T extends void ? null : T); // nothing is told as null
}

/** What `done` sends. */
export function answerOf<T>(data: T): Answer<T> {
  return { done: true, msg: '', err: null, stk: null, data };
}

export interface ErrorHandling {
  messages: Record<Lang, Messages>;
  /** stacks are for the developer's eyes only */
  development: boolean;
  log: Logger;
  /** the model of an object, for the labels in a refusal's fields */
  modelOf: (object: string) => ObjectModel | undefined;
  /** a database's error as a refusal, where it is one */
  asRefusal: (error: unknown) => Refusal | undefined;
  record: (entry: LogEntry) => void;
}

/** The one error handler: Refusal → its status and texts; anything else is logged and answered without its insides. */
export function errorHandler(deps: ErrorHandling): ErrorRequestHandler {
  // Express knows an error handler by its four parameters.
  return (error: unknown, req, res, _next) => {
    // Whose line broke while the call came in is not there to be answered, and nothing failed.
    if (res.destroyed && !req.complete) return;
    const refusal = refusalOf(error, deps) ?? (hidItsText(error, req.body) ? new Refusal('msg.badrequest', { values: { field: 'toString' } }) : undefined);
    if (!refusal || refusal.status >= 500) {
      deps.log.error({ err: error, request: req.id, path: req.path }, 'request failed');
      const user = req.actor?.id ?? 'N/A';
      if (!refusal || !unwritten.has(refusal.code)) deps.record(entryOfError(traced(error, req.id), { src: `${req.method} ${req.path}`, side: 'S', user }));
    }
    if (res.headersSent) {
      res.destroy();
      return;
    }
    const failed = failureOf(req.method, req.originalUrl);
    // K24 speaks of saves; what else fails in the database says what it was that failed (K12, K13).
    const isOther = refusal?.code === 'msg.save' && failed !== 'msg.add' && failed !== 'msg.update';
    const shown = !refusal ? new Refusal(failed) : isOther ? new Refusal(failed === 'msg.internal' ? 'msg.unavailable' : failed) : refusal;
    const status = !refusal ? 500 : isOther ? 503 : shown.status;
    if (status === 503) res.setHeader('Retry-After', '1');
    const lang = languageOf(req.headers.cookie);
    const stack = deps.development && error instanceof Error ? (error.stack ?? null) : null;
    const body = refused(shown, req, deps, lang, stack);
    res.status(status);
    if (asksForPage(req)) sendErrorPage(req, res, body.msg, deps.messages[lang], lang);
    else res.json(body);
  };
}

/** With the request's id, by which the log's lines are found: what a person quotes is searched for in the list of errors too. */
function traced(error: unknown, request: string): ErrorRecord {
  const record = errorRecordOf(error);
  return { ...record, data: [record.data, `request ${request}`].filter(Boolean).join(separator) };
}

/** Faults of a database that would not take the note of them either. */
const unwritten: ReadonlySet<ProblemCode> = new Set(['msg.unavailable', 'msg.again', 'msg.full']);

/** K12, K13: names what a call to the records was about, for an unexpected failure. */
function failureOf(method: string, url: string): ProblemCode {
  const path = /^\/api\/pb\/([^?]*)/.exec(url)?.[1];
  if (path === undefined) return url.startsWith('/api/query') ? 'msg.query' : 'msg.internal';
  if (path.includes('/actions/')) return 'msg.exec';
  if (method === 'GET') return path.endsWith('/export') ? 'msg.export' : 'msg.fetch';
  if (method === 'DELETE') return 'msg.delete';
  return method === 'POST' ? 'msg.add' : 'msg.update';
}

function refused(refusal: Refusal, req: Request, deps: ErrorHandling, lang: Lang, stk: string | null): Answer {
  const messages = deps.messages[lang];
  const model = modelAt(req.originalUrl, deps);
  const [first] = refusal.fields;
  // A refusal that is its field's own code speaks of that field, with its values.
  const own = first?.code === refusal.code ? { label: labelOf(first.path, model, lang), ...first.values } : {};
  const message = text(refusal.code, messages, { request: req.id, path: decoded(req.path), ...own, ...refusal.values }, lang);
  const fields = refusal.fields.map((problem) => ({ path: problem.path, code: problem.code, message: sentence(problem, messages, lang, model) }));
  return { done: false, msg: message, err: { code: refusal.code, message, fields }, stk, data: refusal.data };
}

/** Whose labels a refusal's fields have: of the object that the address names, alone or in the plural. */
function modelAt(url: string, { modelOf }: ErrorHandling): ObjectModel | undefined {
  const named = /^\/api\/(?:pb|site)\/([^/?]+)/.exec(url)?.[1];
  return named === undefined ? undefined : (modelOf(named) ?? modelOf(named.replace(/s$/, '')));
}

/**
 * An object of the body has a `toString` of its own where a text or a number was expected: String() and Number() throw at it. Where any JSON may stand, it is a
 * key like others.
 */
function hidItsText(error: unknown, body: unknown): boolean {
  return error instanceof TypeError && error.message === 'Cannot convert object to primitive value' && hidesText(body);
}

function hidesText(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, 'toString') || Object.values(value).some(hidesText);
}

/** What express and its body parser throw, in the catalogue's codes. */
const parserCodes: Record<string, ProblemCode> = {
  'entity.too.large': 'msg.toolarge',
  'entity.parse.failed': 'msg.badrequest',
  'request.aborted': 'msg.badrequest',
  'request.size.invalid': 'msg.badrequest',
};

function refusalOf(error: unknown, deps: ErrorHandling): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (error instanceof Error) {
    const type = 'type' in error ? String(error.type) : '';
    const code = parserCodes[type];
    if (code) return new Refusal(code);
    if (type === 'encoding.unsupported' || type === 'charset.unsupported')
      return new Refusal('msg.mediatype', { values: { type: 'application/json; charset=utf-8' } });
    // A path that is no valid percent-encoding; express throws it with status 400.
    if (error instanceof URIError || ('status' in error && error.status === 400)) return new Refusal('msg.badrequest');
  }
  return isFull(error) ? new Refusal('msg.full') : deps.asRefusal(error);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
