/** A call that is answered in JSON: what a success carries, and what a failure becomes. */
import type { Answered, Bodies, CallName, PartsOf, Sent } from '#framework/api/wire.ts';
import { ApiError, type RefusalBody } from './api-error.ts';
import { type Options, send } from './send.ts';

export interface Reply<T> {
  status: number;
  headers: Headers;
  data: T;
}

/** What a call takes besides its name: where it goes, what it is sent, and how. */
export type CallInput<Name extends CallName> = Omit<Options, 'method' | 'body'> & Located<Name> & Carrying<Name>;

/** The parts of a call's address, and what stands behind the '?'. */
type Located<Name extends CallName> = { query?: Query } & ([PartsOf<Name>] extends [never] ? { at?: never } : { at: Record<PartsOf<Name>, string> });

type Carrying<Name extends CallName> = Name extends keyof Bodies ? { body: Bodies[Name] } : { body?: Record<string, never> };

/** What is undefined is left out. */
type Query = Record<string, string | number | undefined>;

/** Where the call of the server's list goes: 'GET /api/jobs/:id', {at: {id}} → '/api/jobs/x1'. */
export function addressOf<Name extends CallName>(name: Name, input: Located<Name>): string {
  const { at = {}, query }: { at?: Partial<Record<string, string>>; query?: Query } = input;
  const path = name.slice(name.indexOf(' ') + 1).replace(/:(\w+)/g, (_, part) => encodeURIComponent(at[part] ?? ''));
  if (!query) return path;
  return `${path}?${new URLSearchParams(Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])))}`;
}

/** The call by its name, on a way to the server: what comes is what the server's list says of it, so that nobody names a shape of their own. */
export async function reply<Name extends CallName>(way: typeof request, name: Name, input: CallInput<Name>): Promise<Reply<Sent<Name>>> {
  const { at: _, query: __, ...options } = input;
  const method = name.slice(0, name.indexOf(' ')) as Options['method'] & string; // a name begins with it
  return (await way(addressOf(name, input), { ...options, method })) as Reply<Sent<Name>>; // the server's routers are typed by the same list
}

/** Hands out what the call's answer carries. @throws ApiError */
export async function ask<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<Answered<Name>> {
  return dataOf(await reply(request, name, input)) as Answered<Name>; // without the frame of `Sent`
}

/** The answer's JSON as it is. @throws ApiError for everything but a success */
export async function request(path: string, options: Options = {}): Promise<Reply<unknown>> {
  const reply = await send(path, options, async (answer) => {
    if (!answer.ok) return refusalOf(answer);
    const data = jsonIn(await answer.text());
    // A success that is no JSON is a proxy's own page, and no word of the server's.
    return data === undefined ? new ApiError(502, 'not JSON', null, requestOf(answer)) : { status: answer.status, headers: answer.headers, data };
  });
  if (reply instanceof ApiError) throw reply;
  return reply;
}

/** The same for the answers in the shape {done, msg, err, stk, data}: hands out `data`. */
export async function askAt(path: string, options: Options = {}): Promise<unknown> {
  return dataOf(await request(path, options));
}

/** @throws ApiError where a success says that nothing was done */
export function dataOf({ status, data }: Reply<unknown>): unknown {
  if (isRefusal(data)) throw new ApiError(status, data.err?.message ?? data.msg, data);
  return typeof data === 'object' && data !== null && 'done' in data ? (data as { data?: unknown }).data : data; // what is there may be read
}

/** What an answer that is no success says. */
export async function refusalOf(answer: Response): Promise<ApiError> {
  return errorOf(answer.status, answer.statusText, await answer.text(), requestOf(answer));
}

/** The same of an answer that came another way than by fetch. */
export function errorOf(status: number, statusText: string, text: string, more?: { request: string | null }): ApiError {
  const data = jsonIn(text);
  const body = isRefusal(data) ? data : null;
  return new ApiError(status, body?.err?.message || body?.msg || statusText || String(status), body, more);
}

function requestOf(answer: Response): { request: string | null } {
  return { request: answer.headers.get('X-Request-Id') };
}

/** null for an empty text, undefined for what is no JSON */
export function jsonIn(text: string): unknown {
  if (!text) return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRefusal(data: unknown): data is RefusalBody {
  return typeof data === 'object' && data !== null && 'done' in data && data.done === false;
}
