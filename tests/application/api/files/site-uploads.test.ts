import { createHash, randomUUID } from 'node:crypto';
import { readdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#client/http/api-error.ts';
import { cancelResumable, sendResumable } from '#client/upload/send-resumable.ts';
import type { Row } from '#codegen/model.ts';
import { sweepFiles } from '#framework/files/sweep-files.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { pdf, picture, svg, telephonePicture } from '../../../support/files/pictures.ts';
import { startS3 } from '../../../support/files/s3.ts';
import { campaign } from '../../../support/forum/forum.ts';
import { addApplicant, signInApplicant } from '../../../support/forum/site.ts';
import { type BreakingLine, breakingLine } from '../../../support/network/breaking-line.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

interface Reply {
  status: number;
  code: string;
  msg: string;
  fields: { path: string; code: string }[];
  data: Row & { id: string; offset: number; enrolment: { ver: number; values: Row } };
}

const minute = 60_000;
const opened = Date.parse('2026-01-10T00:00:00Z');
const proposal = Buffer.concat([pdf, Buffer.alloc(700_000, '%')]);

describe.each(testDatabases)('uploads of applicants on %s', (kind) => {
  let server: TestServer;
  let mine: Client;
  let other: Client;
  let clock = opened;

  beforeAll(async () => {
    server = await startServer({ kind, now: () => new Date(clock) });
    const op = await server.signIn('op');
    await op('/api/pb/campaign', { method: 'POST', json: campaign });
    await addApplicant(server, 'mine@example.com');
    await addApplicant(server, 'other@example.com');
    mine = await signInApplicant(server, 'mine@example.com');
    other = await signInApplicant(server, 'other@example.com');
  });
  afterAll(() => server.stop());
  afterEach(async () => {
    clock = opened;
    mine = await signInApplicant(server, 'mine@example.com');
  });

  const draft = async (client = mine): Promise<string> => {
    const answer = await client('/api/site/enrolments', { method: 'POST', json: { campaign: 'ccdf15' }, headers: { 'idempotency-key': randomUUID() } });
    return (await answer.json()).data.id;
  };
  const read = async (answer: Response): Promise<Reply> => {
    const { msg, err, data } = await answer.json();
    return { status: answer.status, code: err?.code ?? '', msg, fields: err?.fields ?? [], data };
  };
  const begin = async (enrolment: string, field: string, fileName: string, size: number, more: Row = {}, client = mine) =>
    read(await client('/api/site/uploads', { method: 'POST', json: { enrolment, field, fileName, size, ...more } }));
  const send = async (id: string, offset: number, bytes: Uint8Array, client = mine) =>
    read(
      await client(`/api/site/uploads/${id}?offset=${offset}`, {
        method: 'PATCH',
        body: new Uint8Array(bytes),
        headers: { 'content-type': 'application/octet-stream' },
      }),
    );
  const ask = async (id: string, client = mine) => read(await client(`/api/site/uploads/${id}`));
  const parts = async () => (await readdir(server.tools.storage.incoming)).filter((name) => name.endsWith('.part'));

  it('B03 C07 a still is sent in pieces, encoded anew, and stored in the row with its version and history', async () => {
    const id = await draft();
    const bytes = await telephonePicture();
    const begun = await begin(id, 'stills', '劇照 一.jpg', bytes.length);
    expect(begun).toMatchObject({ status: 200, data: { offset: 0, chunk: 2 * 1_048_576 } });
    const half = Math.floor(bytes.length / 2);
    expect((await send(begun.data.id, 0, bytes.subarray(0, half))).data).toEqual({ offset: half });
    expect((await ask(begun.data.id)).data).toMatchObject({ offset: half });
    const whole = await send(begun.data.id, half, bytes.subarray(half));
    expect(whole).toMatchObject({ status: 200, data: { offset: bytes.length, attachment: { fileName: '劇照 一.jpg' }, enrolment: { ver: 2 } } });
    const [shown] = whole.data.enrolment.values.stills as Row[];
    expect(shown).toEqual(whole.data.attachment);
    const file = await mine(String(shown?.link));
    const stored = Buffer.from(await file.arrayBuffer());
    expect(stored.length).toBe(shown?.size);
    expect(stored.includes('SecretCamera')).toBe(false);
    const op = await server.signIn('op');
    const [change] = await (await op(`/api/pb/enrolment/${id}/history`)).json();
    expect(change).toMatchObject({ action: 'update', ver: 2, changes: { stills: expect.anything() } });
    // Asked again, because the answer was lost: the same.
    expect((await ask(begun.data.id)).data).toMatchObject({ offset: bytes.length, attachment: shown });
    expect((await send(begun.data.id, bytes.length, new Uint8Array())).data).toMatchObject({ attachment: shown });
    expect(await parts()).toEqual([]);
  });

  it('V18 V22 V43 B03 a file that is too large, one too many, of a wrong kind or badly named is refused before a byte is sent', async () => {
    const id = await draft();
    expect(await begin(id, 'stills', 'a.jpg', 3 * 1_048_576 + 1)).toMatchObject({ status: 422, code: 'file.size', msg: 'a.jpg 超過 3 MB' });
    expect(await begin(id, 'proposal', 'a.pdf', 20 * 1_048_576 + 1)).toMatchObject({ status: 422, code: 'file.size' });
    expect(await begin(id, 'stills', 'a.pdf', 100)).toMatchObject({ status: 422, code: 'file.kind' });
    expect(await begin(id, 'proposal', 'a.svg', 100)).toMatchObject({ status: 422, code: 'file.kind' });
    expect(await begin(id, 'stills', `${'長'.repeat(40)}.jpg`, 100)).toMatchObject({ status: 422, code: 'file.name' });
    expect(await begin(id, 'stills', 'a.jpg', 0)).toMatchObject({ status: 422, code: 'msg.invalid', fields: [{ path: 'size', code: 'field.range' }] });
    expect(await begin(id, 'cname', 'a.jpg', 100)).toMatchObject({ status: 422, fields: [{ path: 'field', code: 'field.option' }] });
    expect(await begin(id, 'stills', 'a.jpg', 100, { owner: 'x' })).toMatchObject({ status: 422, fields: [{ path: 'owner', code: 'field.unknown' }] });
    const bytes = await picture();
    for (let count = 0; count < 3; count += 1) await send((await begin(id, 'stills', `${count}.jpg`, bytes.length)).data.id, 0, bytes);
    expect(await begin(id, 'stills', '4.jpg', 100)).toMatchObject({ status: 422, code: 'file.count', msg: '劇照最多 3 個檔案' });
  });

  it('V22 at the end the content decides, whatever the name; a refused upload is over', async () => {
    const id = await draft();
    for (const [field, name, bytes] of [
      ['stills', 'a.jpg', svg],
      ['stills', 'b.jpg', pdf],
      ['proposal', 'c.pdf', await picture('png')],
    ] as const) {
      const begun = await begin(id, field, name, bytes.length);
      expect(await send(begun.data.id, 0, bytes)).toMatchObject({ status: 422, code: 'file.kind' });
      expect((await ask(begun.data.id)).status).toBe(404);
    }
    expect(await parts()).toEqual([]);
  });

  // What a picture becomes is the same on both databases, and this one takes seconds.
  it.runIf(kind === 'sqlite')('V18 B03 an image with a palette does not grow past the limit when it is encoded anew', async () => {
    const id = await draft();
    const noise = await picture('png', { width: 1340, height: 1340, noise: true });
    const drawing = await sharp(noise).png({ palette: true, effort: 1 }).toBuffer();
    expect(drawing.length).toBeLessThan(3 * 1_048_576);
    expect((await sharp(drawing).png().toBuffer()).length).toBeGreaterThan(3 * 1_048_576);
    const { data } = await send((await begin(id, 'stills', 'drawing.png', drawing.length)).data.id, 0, drawing);
    expect(Number((data.attachment as Row).size)).toBeLessThanOrEqual(3 * 1_048_576);
  });

  it('V18 of four stills that arrive at once three are stored', async () => {
    const id = await draft();
    const bytes = await picture();
    const begun = await Promise.all([1, 2, 3, 4].map((count) => begin(id, 'stills', `${count}.jpg`, bytes.length)));
    const ends = await Promise.all(begun.map(({ data }) => send(data.id, 0, bytes)));
    expect(ends.map(({ status, code }) => `${status}${code}`).sort()).toEqual(['200', '200', '200', '422file.count']);
    const facts = await read(await mine(`/api/site/enrolments/${id}`));
    expect((facts.data as unknown as { values: Row }).values.stills).toHaveLength(3); // what the call answers
  });

  it('a piece for a wrong position gets the right one; pieces sent at the same time never mix', async () => {
    const id = await draft();
    const begun = await begin(id, 'proposal', 'a.pdf', proposal.length);
    await send(begun.data.id, 0, proposal.subarray(0, 1000));
    expect(await send(begun.data.id, 0, proposal)).toMatchObject({ status: 422, code: 'upload.offset', data: { offset: 1000 } });
    const rest = proposal.subarray(1000);
    const both = await Promise.all([send(begun.data.id, 1000, rest), send(begun.data.id, 1000, rest)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    const done = both.find(({ status }) => status === 200)!; // one of the two
    const file = await mine(String((done.data.attachment as Row).link));
    expect(
      createHash('sha256')
        .update(Buffer.from(await file.arrayBuffer()))
        .digest('hex'),
    ).toBe(createHash('sha256').update(proposal).digest('hex'));
  });

  it('more bytes than announced are refused, and those received before stay', async () => {
    const id = await draft();
    const begun = await begin(id, 'proposal', 'a.pdf', 1000);
    await send(begun.data.id, 0, proposal.subarray(0, 500));
    expect(await send(begun.data.id, 500, proposal.subarray(500, 1600))).toMatchObject({ status: 413, code: 'upload.long' });
    expect((await ask(begun.data.id)).data).toMatchObject({ offset: 500 });
    const bad = await mine(`/api/site/uploads/${begun.data.id}?offset=500`, { method: 'PATCH', json: {} });
    expect(bad.status).toBe(415);
    expect((await mine(`/api/site/uploads/${begun.data.id}?offset=x`, { method: 'PATCH' })).status).toBe(400);
  });

  it('P04 nobody has access to another person’s upload or enrolment', async () => {
    const id = await draft();
    const begun = await begin(id, 'proposal', 'a.pdf', proposal.length);
    expect((await begin(id, 'proposal', 'a.pdf', 10, {}, other)).status).toBe(404);
    expect((await ask(begun.data.id, other)).status).toBe(404);
    expect((await send(begun.data.id, 0, proposal, other)).status).toBe(404);
    expect((await other(`/api/site/uploads/${begun.data.id}`, { method: 'DELETE' })).status).toBe(404);
    expect((await ask(begun.data.id, server.anonymous)).status).toBe(401);
    expect((await mine(`/api/site/uploads/${begun.data.id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await ask(begun.data.id)).status).toBe(404);
  });

  it('P04 an id that no upload can have is answered at once, and leaves no turn behind that anybody waits for', async () => {
    for (const id of ['none', 'x'.repeat(65), 'x'.repeat(3_000)]) {
      expect((await send(id, 0, proposal)).status).toBe(404);
      expect((await mine(`/api/site/uploads/${id}`, { method: 'DELETE', signal: AbortSignal.timeout(2_000) })).status).toBe(404);
    }
    expect(await server.db.query('SELECT id FROM _upload_turn')).toEqual([]);
  }, 10_000);

  it('S02 a running upload may end in the grace; none begins after the end, none ends after the grace', async () => {
    const id = await draft();
    const end = Date.parse('2026-02-01T00:00:00Z');
    clock = end - 2 * minute;
    mine = await signInApplicant(server, 'mine@example.com');
    const first = await begin(id, 'proposal', 'a.pdf', pdf.length);
    const second = await begin(id, 'stills', 'a.jpg', (await picture()).length);
    clock = end + 5 * minute;
    expect(await begin(id, 'stills', 'late.jpg', 100)).toMatchObject({ status: 422, code: 'msg.window' });
    expect((await send(first.data.id, 0, pdf)).status).toBe(200);
    clock = end + 11 * minute;
    expect(await send(second.data.id, 0, await picture())).toMatchObject({ status: 422, code: 'msg.window' });
  });

  it('the number of uploads of an account is limited; one that has stopped makes space', async () => {
    const id = await draft(other);
    for (let count = 0; count < 12; count += 1) expect((await begin(id, 'proposal', `${count}.pdf`, 100, {}, other)).status).toBe(200);
    expect(await begin(id, 'proposal', 'more.pdf', 100, {}, other)).toMatchObject({ status: 422, code: 'upload.open' });
    clock += 16 * minute;
    expect((await begin(id, 'proposal', 'more.pdf', 100, {}, other)).status).toBe(200);
  });

  it('an abandoned upload is removed after a day, pieces without a row at once, and a running upload never', async () => {
    const id = await draft();
    const begun = await begin(id, 'proposal', 'a.pdf', proposal.length);
    await send(begun.data.id, 0, proposal.subarray(0, 100));
    const path = join(server.tools.storage.incoming, `${begun.data.id}.part`);
    const longAgo = new Date(Date.now() - 3 * 3_600_000);
    await utimes(path, longAgo, longAgo);
    await sweepFiles(server.tools, Date.now());
    expect((await stat(path)).size).toBe(100);
    await server.db.run('DELETE FROM `_upload` WHERE id = ?', [begun.data.id]);
    await sweepFiles(server.tools, Date.now());
    expect(await stat(path).catch(() => undefined)).toBeUndefined();
    const old = await begin(id, 'proposal', 'b.pdf', proposal.length);
    await send(old.data.id, 0, proposal.subarray(0, 100));
    clock += 25 * 60 * minute;
    await sweepFiles(server.tools, Date.now());
    clock = opened;
    expect((await ask(old.data.id)).status).toBe(404);
    expect(await parts()).not.toContain(`${old.data.id}.part`);
  });

  describe('over a connection that breaks', () => {
    let line: BreakingLine;
    beforeAll(async () => {
      line = await breakingLine(server.url);
    });
    afterAll(() => line.stop());
    afterEach(() => {
      vi.unstubAllGlobals();
      line.breaks = [];
    });

    /** A browser's fetch: addresses of this page's own origin, the person's cookie. */
    const asBrowser = (client: Client) => {
      const storage = new Map<string, string>();
      vi.stubGlobal('localStorage', {
        get length() {
          return storage.size;
        },
        key: (index: number) => [...storage.keys()][index] ?? null,
        getItem: (key: string) => storage.get(key) ?? null,
        setItem: (key: string, value: string) => void storage.set(key, value),
        removeItem: (key: string) => void storage.delete(key),
      });
      const plain = fetch;
      const calls: string[] = [];
      vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
        if (!path.startsWith('/')) return plain(path, init);
        calls.push(`${init.method} ${init.body instanceof Blob ? init.body.size : ''}`.trim());
        return plain(`${line.url}${path}`, { ...init, headers: { ...init.headers, cookie: client.cookie, connection: 'close' } });
      });
      return { storage, calls };
    };
    const target = (enrolment: string, field = 'proposal') => ({ address: '/api/site/uploads', place: { enrolment, field } });
    const file = (name: string) => new File([proposal], name, { type: 'application/pdf', lastModified: 1 });
    interface Sent {
      attachment: Row;
      enrolment: { values: Row };
    }

    it('a break in the middle of a piece loses only what had not arrived, and the file is the same', async () => {
      const id = await draft();
      const { storage, calls } = asBrowser(mine);
      // The first piece after 200 kB, a later one after 40 kB.
      line.breaks = [200_000, 40_000];
      const retries: number[] = [];
      const seen: number[] = [];
      const sent = await sendResumable<Sent>(file('a.pdf'), target(id), { onRetry: ({ attempt }) => retries.push(attempt), onProgress: (at) => seen.push(at) });
      expect(line.broken).toBe(2);
      expect(retries.length).toBe(2);
      expect(calls.filter((call) => call.startsWith('GET')).length).toBe(2);
      expect(seen).toEqual([...seen].sort((one, two) => one - two));
      expect(seen.at(-1)).toBe(proposal.length);
      expect(sent.enrolment.values.proposal).toEqual([sent.attachment]);
      const stored = Buffer.from(await (await mine(String(sent.attachment.link))).arrayBuffer());
      expect(stored.equals(proposal)).toBe(true);
      expect(storage.size).toBe(0);
      // A broken line is no failure of the server's.
      expect(await server.db.query("SELECT msg FROM log WHERE level = 'error'")).toEqual([]);
    });

    it('after a pause or a reload it continues where it was; cancelling removes it', async () => {
      const id = await draft();
      const { calls, storage } = asBrowser(mine);
      const pause = new AbortController();
      const paused = sendResumable(file('b.pdf'), target(id), { signal: pause.signal, onProgress: (at) => at > 0 && pause.abort() });
      await expect(paused).rejects.toMatchObject({ name: 'AbortError' });
      expect(storage.size).toBe(1);
      calls.length = 0;
      // Another page, the same file chosen again.
      await sendResumable(file('b.pdf'), target(id));
      expect(calls[0]).toBe('GET');
      expect(calls.slice(1).reduce((sum, call) => sum + Number(call.split(' ')[1] ?? 0), 0)).toBeLessThan(proposal.length);
      const again = new AbortController();
      const next = await draft();
      await sendResumable(file('c.pdf'), target(next), { signal: again.signal, onProgress: (at) => at > 0 && again.abort() }).catch(() => undefined);
      const upload = JSON.parse([...storage.values()][0]!).id; // the one that pauses
      await cancelResumable(file('c.pdf'), target(next));
      expect([storage.size, (await ask(upload)).status]).toEqual([0, 404]);
    });

    it('without a network it waits, and continues as soon as it is back', async () => {
      const id = await draft();
      asBrowser(mine);
      const page = new EventTarget();
      const state = { onLine: true };
      vi.stubGlobal('navigator', state);
      for (const name of ['addEventListener', 'removeEventListener'] as const) vi.stubGlobal(name, page[name].bind(page));
      line.breaks = [100_000];
      const waits: number[] = [];
      const onRetry = () => {
        waits.push(state.onLine ? 0 : 1);
        state.onLine = false;
        setTimeout(() => {
          state.onLine = true;
          page.dispatchEvent(new Event('online'));
        }, 300);
      };
      const sent = await sendResumable<Sent>(file('g.pdf'), target(id), { onRetry });
      expect(sent.attachment.fileName).toBe('g.pdf');
      expect(waits).toEqual([0]);
    });

    it('two uploads at the same time are stored in the order in which they were chosen', async () => {
      const id = await draft();
      asBrowser(mine);
      const bytes = new Uint8Array(await picture());
      const stills = { ...target(id), place: { enrolment: id, field: 'stills' } };
      const one = (name: string, inTurn: Promise<unknown>) => sendResumable(new File([bytes], name), stills, { inTurn });
      const first = one('1.jpg', new Promise((resolve) => setTimeout(resolve, 300)));
      await one('2.jpg', first);
      expect((await read(await mine(`/api/site/enrolments/${id}`))).data).toMatchObject({ values: { stills: [{ fileName: '1.jpg' }, { fileName: '2.jpg' }] } });
    });

    it('an upload that the server gave up meanwhile begins again; a refusal ends it with the server’s message', async () => {
      const id = await draft();
      const { storage } = asBrowser(mine);
      const pause = new AbortController();
      await sendResumable(file('d.pdf'), target(id), { signal: pause.signal, onProgress: (at) => at > 0 && pause.abort() }).catch(() => undefined);
      await server.db.run('DELETE FROM `_upload` WHERE id = ?', [JSON.parse([...storage.values()][0]!).id]);
      expect((await sendResumable<Sent>(file('d.pdf'), target(id))).attachment.fileName).toBe('d.pdf');
      // A field for one file: the next takes its place, and no other is left beside it.
      const next = await sendResumable<Sent & { enrolment: { values: Row } }>(file('e.pdf'), target(id));
      expect(next.enrolment.values.proposal).toMatchObject([{ fileName: 'e.pdf' }]);
      const refused = await sendResumable(file('e.svg'), target(id)).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(ApiError);
      expect(refused).toMatchObject({ status: 422, code: 'file.kind' });
      expect((await read(await mine(`/api/site/enrolments/${id}`))).data).toMatchObject({ values: { proposal: [{ fileName: 'e.pdf' }] } });
      const rule = { purpose: 'proposal', kinds: ['pdf'], maxSize: 10, maxCount: 1, public: false };
      const small = await sendResumable(file('f.pdf'), { ...target(id), rule }).catch((error: unknown) => error);
      expect(small).toMatchObject({ code: 'file.size', values: { limit: '10 B' } });
    });
  });
});

it('uploads also work with an S3 store', async () => {
  const s3 = await startS3();
  const server = await startServer({ env: { STORAGE_URL: s3.url }, now: () => new Date(opened) });
  await (await server.signIn('op'))('/api/pb/campaign', { method: 'POST', json: campaign });
  await addApplicant(server, 'mine@example.com');
  const mine = await signInApplicant(server, 'mine@example.com');
  const { data } = await (await mine('/api/site/enrolments', { method: 'POST', json: { campaign: 'ccdf15' } })).json();
  const json = { enrolment: data.id, field: 'proposal', fileName: 'a.pdf', size: proposal.length };
  const begun = (await (await mine('/api/site/uploads', { method: 'POST', json })).json()).data;
  const headers = { 'content-type': 'application/octet-stream' };
  const whole = await (await mine(`/api/site/uploads/${begun.id}?offset=0`, { method: 'PATCH', body: new Uint8Array(proposal), headers })).json();
  const link = String(whole.data.attachment.link);
  expect(Buffer.from(await (await mine(link)).arrayBuffer()).equals(proposal)).toBe(true);
  expect([...s3.objects.values()].map(({ bytes }) => bytes.length)).toEqual([proposal.length]);
  expect(await readdir(server.tools.storage.incoming)).toEqual([]);
  await server.stop();
  await s3.stop();
});
