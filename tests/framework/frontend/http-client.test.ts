import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ApiError } from '#client/http/api-error.ts';
import { askAt } from '#client/http/ask.ts';
import { fetchFile } from '#client/http/fetch-file.ts';
import { type Options, send } from '#client/http/send.ts';
import { call as officeCall } from '#client/http-client.ts';
import { goesAgain, pauseBefore, repeatedStatuses } from '#rules/second-try.ts';
import { call as siteCall } from '#screens/site/call.ts';

const ok = JSON.stringify({ done: true, msg: '', err: null, data: { publicSecret: 'secret' } });

/** A real server that answers with the given statuses, one after the other; 0 cuts the line. Addresses below '/' lead to it, as in a page of its own. */
async function serve(...statuses: number[]) {
  const seen: string[] = [];
  server = createServer((req, res) => {
    // What the back office asks first for its `secret` header is no part of the call.
    const isConfig = req.url === '/api/config';
    if (!isConfig) seen.push(`${req.method} ${req.headers['idempotency-key'] ?? ''}`.trim());
    const status = isConfig ? 200 : (statuses[seen.length - 1] ?? 200);
    if (status === 0) req.socket.destroy();
    else if (status !== -1) res.writeHead(status, { 'Content-Type': 'application/json' }).end([204, 304].includes(status) || req.method === 'HEAD' ? '' : ok);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a server that listens on TCP has one
  globalThis.fetch = (path, init) => plainFetch(new URL(String(path), `http://127.0.0.1:${port}/`), init);
  return seen;
}
const plainFetch = globalThis.fetch;
let server: Server | undefined;
function stop() {
  server?.closeAllConnections();
  server?.close();
  globalThis.fetch = plainFetch;
}
afterEach(stop);

const repeated = [408, 409, 425, 429, 500, 502, 503, 504];
const final = [200, 201, 204, 304, 400, 401, 403, 404, 410, 412, 413, 415, 422, 423, 440, 498, 499, 501, 505, 507];
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const safe = ['GET', 'HEAD'];

/** A call of no list. */
function named(method: string, path: string): 'GET /api/site' {
  return `${method} ${path}` as 'GET /api/site'; // the client looks at no more than its two words
}

/** Each face's own way to the server. The answer's status; 0 where none came. */
type Door = (method: Options['method'] & string, options?: Pick<Options, 'key'>) => Promise<unknown>;
const doors: Record<string, Door> = {
  'the back office': (method, options) => officeCall(named(method, '/api/x'), { pause: 1, ...options }),
  'the public site and its jury': (method, options) => siteCall(named(method, '/api/site/x'), { pause: 1, ...options }),
  'the personal page and the viewing page': (method, options) => askAt('/api/x', { method, pause: 1, ...options }),
  'a page asked for anew': (method, options) => send('/x', { method, pause: 1, ...options }, (answer) => answer.status),
};

describe('C09 one client with one retry table, for each user of it', () => {
  for (const [name, door] of Object.entries(doors)) {
    const outcome = (method: (typeof methods)[number], key?: string) =>
      door(method, key ? { key } : {}).then(
        () => 'taken',
        (error: unknown) => (error instanceof ApiError ? error.status : error),
      );

    it(`C09 ${name}: every status that means 'try again' is retried once, with every method`, async () => {
      for (const status of repeated) {
        for (const method of methods) {
          const seen = await serve(status, 200);
          expect([await outcome(method), seen], `${method} ${status}`).toEqual(['taken', [method, method]]);
          stop();
        }
      }
    });

    it(`C09 ${name}: every other status is final`, async () => {
      for (const status of final) {
        for (const method of methods) {
          const seen = await serve(status, 200);
          await outcome(method);
          expect(seen, `${method} ${status}`).toEqual([method]);
          stop();
        }
      }
    });

    it(`C09 ${name}: after a broken connection a safe method or one with a key is retried, and never another write, which may have arrived`, async () => {
      for (const method of methods) {
        const seen = await serve(0, 200);
        expect([await outcome(method), seen], method).toEqual(safe.includes(method) ? ['taken', [method, method]] : [0, [method]]);
        stop();
        const keyed = await serve(0, 200);
        expect([await outcome(method, 'k1'), keyed], `${method} with a key`).toEqual(['taken', [`${method} k1`, `${method} k1`]]);
        stop();
      }
    });
  }

  it('C09 retries only once: the second answer is final', async () => {
    const seen = await serve(503, 503, 200);
    await expect(askAt('/x', { pause: 1 })).rejects.toMatchObject({ status: 503, isPassing: true });
    expect(seen).toHaveLength(2);
  });

  it('C09 a file is retried too, also after a broken connection', async () => {
    for (const first of [503, 0]) {
      const seen = await serve(first, 200);
      expect((await fetchFile('/x')).blob.size).toBe(ok.length);
      expect(seen).toHaveLength(2);
      stop();
    }
  });

  it('C09 callers that count their own tries get no retry', async () => {
    const seen = await serve(503, 200);
    await expect(askAt('/x', { once: true })).rejects.toMatchObject({ status: 503 });
    expect(seen).toHaveLength(1);
  });

  it('a connection without an answer counts as broken after a time, and the caller can end a call at any time', async () => {
    const seen = await serve(-1, -1);
    await expect(askAt('/x', { method: 'POST', body: {}, patience: 500 })).rejects.toMatchObject({ name: 'ApiError', status: 0, isPassing: true });
    expect(seen).toHaveLength(1);
    const leave = new AbortController();
    const asked = askAt('/x', { patience: 60_000, signal: leave.signal });
    leave.abort();
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('C09 waits as long as Retry-After says, up to what a person accepts', () => {
    expect(['1', '2', '60', '0', 'Wed, 21 Oct 2026 07:28:00 GMT', '', null].map((asked) => pauseBefore(asked, 300))).toEqual([
      1000, 2000, 3000, 300, 300, 300, 300,
    ]);
  });

  it('C09 has exactly the specified statuses', () => {
    const statuses = Array.from({ length: 600 }, (_, status) => status);
    expect(statuses.filter((status) => goesAgain('POST', status))).toEqual(repeated);
    expect([...repeatedStatuses]).toEqual(repeated);
    // No answer at all is the caller's to repeat as well.
    expect(statuses.filter((status) => new ApiError(status, '', null).isPassing)).toEqual([0, ...repeated]);
    expect(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => goesAgain(method, 'failed'))).toEqual(['GET', 'HEAD', 'OPTIONS']);
  });
});

it('C08 a refusal carries its code and fields', () => {
  const fields = [{ path: 'cname', code: 'field.required', message: 'Name is required' }];
  const error = new ApiError(422, 'x', { done: false, msg: 'x', err: { code: 'msg.invalid', message: 'x', fields }, data: null });
  expect(error).toMatchObject({ refused: true, code: 'msg.invalid', fields });
  expect(new ApiError(502, 'Bad Gateway', null).refused).toBe(false);
  // A proxy's own page is no sentence of the server's: the page finds its own.
  expect([error.sentence, new ApiError(502, 'Bad Gateway', null).sentence]).toEqual(['x', '']);
});

it('a success that is not JSON is a proxy’s page and not taken as an answer', async () => {
  const page = createServer((_req, res) => res.end('<h1>Sign in to the network</h1>'));
  await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
  const { port } = page.address() as AddressInfo; // a server that listens on TCP has one
  await expect(askAt(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ status: 502, refused: false, isPassing: true });
  page.close();
});
