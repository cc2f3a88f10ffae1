/**
 * A request and its answer, by supertest. What is not one text and one answer (forms with files, streams, requests that are given up) goes by fetch,
 * which can be stopped half-way.
 */
import supertest from 'supertest';

/** As fetch: any status is an answer, and a redirection is followed unless `redirect` is 'manual'. Rejects when the connection breaks. */
export async function ask(url: string, init: RequestInit = {}): Promise<Response> {
  const { method = 'GET', body, signal, redirect } = init;
  const headers = Object.fromEntries(new Headers(init.headers));
  if (signal || (body !== undefined && body !== null && typeof body !== 'string')) return fetch(url, init);
  const { origin } = new URL(url);
  const visitor = supertest(origin) as unknown as Record<string, ((path: string) => supertest.Test) | undefined>; // a method each, by its name
  const asked = visitor[method.toLowerCase()]?.(url.slice(origin.length));
  if (!asked) return fetch(url, init);
  if (typeof body === 'string') headers['content-type'] ??= 'text/plain;charset=UTF-8';
  const answer = await asked
    .set(headers)
    .redirects(redirect === 'manual' ? 0 : 20)
    .buffer(true)
    .parse((stream, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => done(null, Buffer.concat(parts)));
      stream.on('error', (error: Error) => done(error, undefined));
    })
    .send(typeof body === 'string' ? body : undefined);
  const bytes: unknown = answer.body;
  const isEmpty = method === 'HEAD' || [204, 205, 304].includes(answer.status);
  const said = new Headers();
  for (const [name, value] of Object.entries(answer.headers as Record<string, string | string[]>)) for (const one of [value].flat()) said.append(name, one);
  return new Response(isEmpty || !Buffer.isBuffer(bytes) ? null : new Uint8Array(bytes), { status: answer.status, headers: said });
}
