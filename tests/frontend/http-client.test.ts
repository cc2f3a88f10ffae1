import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { isPassing, UploadError } from '#client/upload/request.ts';
import { goesAgain, pauseBefore, repeatedStatuses } from '#rules/second-try.ts';
import { CallError } from '#screens/site/call.ts';
import { ApiError, fetchTwice } from '#ui/fetch-twice.ts';

/** A real server that answers with the given statuses, one after the other; 0 cuts the line. */
async function serve(...statuses: number[]) {
  const seen: string[] = [];
  server = createServer((req, res) => {
    seen.push(`${req.method} ${req.headers['idempotency-key'] ?? ''}`.trim());
    const status = statuses[seen.length - 1] ?? 200;
    if (status === 0) req.socket.destroy();
    else res.writeHead(status, { 'Content-Type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a server that listens on TCP has one
  return { url: `http://127.0.0.1:${port}/`, seen };
}
let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

describe('C09 the client retries once', () => {
  it.each([408, 409, 425, 429, 500, 502, 503, 504])('C09 on status %i, on any method', async (status) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const { url, seen } = await serve(status, 200);
      expect((await fetchTwice(url, { method }, 1)).status).toBe(200);
      expect(seen).toEqual([method, method]);
      server?.close();
    }
  });

  it.each([200, 304, 400, 401, 403, 404, 412, 422, 423, 440, 498, 499, 501])('C09 not on status %i', async (status) => {
    const { url, seen } = await serve(status, 200);
    expect((await fetchTwice(url, { method: 'GET' }, 1)).status).toBe(status);
    expect(seen).toHaveLength(1);
  });

  it('C09 once and no more: the second answer stands', async () => {
    const { url, seen } = await serve(503, 503, 200);
    expect((await fetchTwice(url, { method: 'GET' }, 1)).status).toBe(503);
    expect(seen).toHaveLength(2);
  });

  it('C09 a cut line goes again on a safe method and never on a write, which may have arrived', async () => {
    const read = await serve(0, 200);
    expect((await fetchTwice(read.url, { method: 'GET' }, 1)).status).toBe(200);
    server?.close();
    const write = await serve(0, 200);
    await expect(fetchTwice(write.url, { method: 'POST', body: '{}' }, 1)).rejects.toMatchObject({ name: 'ApiError', status: 0 });
    expect(write.seen).toHaveLength(1);
  });

  it('C09 the second try carries the same headers, so that a key makes it the same request', async () => {
    const { url, seen } = await serve(502, 201);
    await fetchTwice(url, { method: 'POST', headers: { 'Idempotency-Key': 'k1' }, body: '{}' }, 1);
    expect(seen).toEqual(['POST k1', 'POST k1']);
  });

  it('C09 waits as long as Retry-After asks, within what a person waits for', () => {
    expect(['1', '2', '60', '0', 'Wed, 21 Oct 2026 07:28:00 GMT', '', null].map((asked) => pauseBefore(asked, 300))).toEqual([
      1000, 2000, 3000, 300, 300, 300, 300,
    ]);
  });

  it('C09 names exactly the specified statuses', () => {
    const again = Array.from({ length: 600 }, (_, status) => status).filter((status) => goesAgain('POST', status));
    expect(again).toEqual([408, 409, 425, 429, 500, 502, 503, 504]);
    expect([...repeatedStatuses]).toEqual(again);
    // The public site's calls and the uploads ask the same table; no answer at all is theirs to repeat as well.
    const statuses = Array.from({ length: 600 }, (_, status) => status);
    expect(statuses.filter((status) => new CallError(status, 'msg.x', '').isPassing)).toEqual(again);
    expect(statuses.filter((status) => isPassing(new UploadError(status, 'msg.x', '')))).toEqual([0, ...again]);
    expect(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => goesAgain(method, 'failed'))).toEqual(['GET', 'HEAD', 'OPTIONS']);
  });
});

it('C08 a refusal carries its code and fields', () => {
  const fields = [{ path: 'cname', code: 'field.required', message: 'Name is required' }];
  const error = new ApiError(422, 'x', { done: false, msg: 'x', err: { code: 'msg.invalid', message: 'x', fields }, data: null });
  expect(error).toMatchObject({ refused: true, code: 'msg.invalid', fields });
  expect(new ApiError(502, 'Bad Gateway', null).refused).toBe(false);
});
