/** Webhooks over HTTP, to a receiver of the test's own: signed, in order, as the hook's role sees them, tried again, through a restart, replayed, and never to where they must not go (issue 13.4). */
import { createHmac } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '#codegen/model.ts';
import type { ShownDelivery, Webhooks } from '#framework/webhooks/wire.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

interface Taken {
  id: string;
  at: string;
  signature: string;
  body: string;
  message: { type: string; data: Row & { row: Row | null; changes: Row } };
}

/** A receiver that notes what comes and answers as the test says. */
class Receiver {
  readonly taken: Taken[] = [];
  tries = 0;
  status: (turn: number) => number = () => 200;
  url = '';
  #server: Server | undefined;

  async open(): Promise<void> {
    this.#server = createServer((req, res) => {
      let body = '';
      req.on('data', (part) => {
        body += part;
      });
      req.on('end', () => {
        this.tries += 1;
        const status = this.status(this.tries);
        const header = (name: string) => String(req.headers[name] ?? '');
        if (status < 300)
          this.taken.push({
            id: header('webhook-id'),
            at: header('webhook-timestamp'),
            signature: header('webhook-signature'),
            body,
            message: JSON.parse(body),
          });
        res.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(`answer ${status}`);
      });
    });
    await new Promise<void>((done) => this.#server?.listen(0, '127.0.0.1', done));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`; // a port
  }

  close(): Promise<unknown> {
    return new Promise((done) => this.#server?.close(done));
  }
}

const lamp = {
  title: 'Lamp',
  type: 'object',
  'x-access': { '[gs]': ['list', 'read'], '[op]': 'all', '[]': 'all' },
  'x-workflow': { field: 'state', transitions: [{ name: 'light', from: 'dark', to: 'lit' }] },
  properties: {
    id: { type: 'string', maxLength: 40 },
    name: { type: 'string', maxLength: 80 },
    state: { type: 'string', enum: ['dark', 'lit'] },
    secret: { type: 'string', maxLength: 80, 'x-access': ['[]'] },
  },
};

describe.each(testDatabases)('webhooks on %s', (kind) => {
  const root = mkdtempSync(join(tmpdir(), 'webhooks-'));
  const receiver = new Receiver();
  let server: TestServer;
  let admin: Client;
  beforeAll(async () => {
    cpSync('schemas', root, { recursive: true });
    writeFileSync(join(root, 'lamp.json'), JSON.stringify(lamp));
    await receiver.open();
    server = await startServer({ kind, schemasDir: root, env: { WEBHOOK_PRIVATE: '1' } });
    admin = await server.signIn('admin');
  });
  afterAll(async () => {
    await server?.stop();
    await receiver.close();
    rmSync(root, { recursive: true, force: true });
  });
  beforeEach(() => {
    receiver.taken.length = 0;
    receiver.tries = 0;
    receiver.status = () => 200;
  });
  // also of a test that failed: its hook would tell the next one's changes as well
  afterEach(async () => {
    for (const { id } of (await call<Webhooks>('/api/webhooks')).data.hooks) await call(`/api/webhooks/${id}`, 'DELETE');
  });

  const call = async <T>(path: string, method = 'GET', json?: unknown, client = admin) => {
    const answer = await client(path, { method, ...(json === undefined ? {} : { json }) });
    const body = (await answer.json()) as { data: T; err: { fields: { path: string }[] } | null };
    return { status: answer.status, data: body.data, fields: body.err?.fields?.map(({ path: at }) => at) ?? [] };
  };
  const order = (over: object = {}) => ({
    name: 'Lamps',
    url: receiver.url,
    events: { lamp: ['create', 'update', 'delete', 'action'] },
    roles: ['[gs]'],
    ...over,
  });
  const make = async (over: object = {}) => (await call<{ id: string; secret: string }>('/api/webhooks', 'POST', order(over))).data;
  const lampOf = (id: string, row: Row = {}) => admin('/api/pb/lamp', { method: 'POST', json: { id, ...row } });
  const change = async (id: string, row: Row) => {
    const { ver } = (await (await admin(`/api/pb/lamp/${id}`)).json()) as { ver: number };
    return admin(`/api/pb/lamp/${id}`, { method: 'PUT', json: row, headers: { 'if-match': `"${ver}"` } });
  };
  const until = (said: () => unknown, wanted: unknown) => expect.poll(said, { timeout: 25_000, interval: 100 }).toEqual(wanted);
  /** The deliveries, the last first: a try is noted after its answer, which the receiver has given before. */
  const noted = async (id: string, count: number) => {
    let all: ShownDelivery[] = [];
    await until(async () => {
      all = (await call<ShownDelivery[]>(`/api/webhooks/${id}/deliveries`)).data;
      return all.length;
    }, count);
    return all;
  };

  it('tells of every change in its order, signed, as its role sees the row', async () => {
    const { id, secret } = await make();
    await lampOf('one', { name: 'First', secret: 'hidden' });
    await change('one', { name: 'Second', secret: 'still hidden' });
    const { ver } = (await (await admin('/api/pb/lamp/one')).json()) as { ver: number };
    await admin('/api/pb/lamp/one/actions/light', { method: 'POST', json: { ver } });
    await admin('/api/pb/lamp/one', { method: 'DELETE' });
    await until(() => receiver.taken.map(({ message }) => message.type), ['lamp.create', 'lamp.update', 'lamp.action', 'lamp.delete']);
    const [made, changed, lit, gone] = receiver.taken as [Taken, Taken, Taken, Taken];
    expect(changed.message.data).toMatchObject({ object: 'lamp', id: 'one', by: 'admin', changes: { name: ['First', 'Second'] } });
    expect(lit.message.data.action).toBe('light');
    expect(gone.message.data.row).toBeNull();
    expect(JSON.stringify(receiver.taken)).not.toContain('hidden');
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    expect(made.signature).toBe(`v1,${createHmac('sha256', key).update(`${made.id}.${made.at}.${made.body}`).digest('base64')}`);
    expect(new Set(receiver.taken.map((one) => one.id)).size).toBe(4);
    expect((await noted(id, 4)).map(({ type, status, isTaken, answer }) => [type, status, isTaken, answer])).toEqual(
      ['lamp.delete', 'lamp.action', 'lamp.update', 'lamp.create'].map((type) => [type, 200, true, 'answer 200']),
    );
  });

  it('what is not taken is sent again, nothing overtakes it, and a redirect is not followed', async () => {
    const { id } = await make({ events: { lamp: ['create'] } });
    receiver.status = (turn) => (turn === 1 ? 302 : 200);
    await lampOf('two');
    await until(() => receiver.tries > 0, true);
    await lampOf('three');
    await change('two', { name: 'not told' });
    await until(() => receiver.taken.map(({ message }) => message.data.id), ['two', 'three']);
    const tried = await noted(id, 3);
    expect(tried.map(({ row, status }) => [row, status])).toEqual([
      ['three', 200],
      ['two', 200],
      ['two', 302],
    ]);
    expect(tried[1]?.message).toBe(tried[2]?.message);
    const again = await call<ShownDelivery>(`/api/webhooks/${id}/deliveries/${tried[0]?.id}/replay`, 'POST', {});
    expect([again.data.isTaken, receiver.taken.at(-1)?.body]).toEqual([true, receiver.taken.at(-2)?.body]);
  });

  it('what is committed while it is off, or the process is another, is told afterwards', async () => {
    const { id } = await make({ isOn: false, events: { lamp: ['create'] } });
    await lampOf('four');
    await new Promise((done) => setTimeout(done, 500));
    expect(receiver.tries).toBe(0);
    await call(`/api/webhooks/${id}`, 'PUT', order({ isOn: true, events: { lamp: ['create'] } }));
    await until(() => receiver.taken.map(({ message }) => message.data.id), ['four']);
  });

  it('410 switches it off; a test message says what came back', async () => {
    const { id } = await make();
    receiver.status = () => 410;
    await lampOf('five');
    await until(async () => (await call<Webhooks>('/api/webhooks')).data.hooks.find((hook) => hook.id === id)?.isOn, false);
    expect((await call<Webhooks>('/api/webhooks')).data.hooks.find((hook) => hook.id === id)?.endedAt).toMatch(/^\d{4}-/);
    const mails = await server.db.query<{ to: string; lang: string; subject: string; body: string }>("SELECT * FROM mail WHERE template = 'webhookEnded'");
    expect(mails.map(({ lang, subject }) => [lang, subject])).toEqual([['tw', 'Webhook「Lamps」已停用']]);
    expect(mails[0]?.body).toContain('/erp/sysman?tab=webhooks');
    receiver.status = () => 500;
    expect((await call<ShownDelivery>(`/api/webhooks/${id}/test`, 'POST', {})).data).toMatchObject({
      type: 'ping',
      status: 500,
      isTaken: false,
      answer: 'answer 500',
    });
  });

  it('a condition leaves out what it is not true of, sees the row as the hook’s role does, and is refused where it does not suit', async () => {
    const when = { lamp: 'name == "lit" || old.name == "lit"' };
    const { id } = await make({ when });
    const told = () => receiver.taken.map(({ message: { type, data } }) => `${type} ${data.id}`);
    await lampOf('dim', { name: 'dark' });
    await change('dim', { name: 'darker' });
    await lampOf('bright', { name: 'lit' });
    await until(told, ['lamp.create bright']);
    await change('bright', { name: 'dark' });
    await until(told, ['lamp.create bright', 'lamp.update bright']);
    await change('dim', { name: 'lit' });
    await until(() => told().at(-1), 'lamp.update dim');
    for (const gone of ['bright', 'dim']) await admin(`/api/pb/lamp/${gone}`, { method: 'DELETE' });
    await until(told, ['lamp.create bright', 'lamp.update bright', 'lamp.update dim', 'lamp.delete dim']);
    const listed = async () => (await call<Webhooks>('/api/webhooks')).data.hooks.find((hook) => hook.id === id);
    expect(await listed()).toMatchObject({ when, unfit: [] });
    await call(`/api/webhooks/${id}`, 'PUT', order({ when: { lamp: '', film: 'anything' } }));
    expect((await listed())?.when).toEqual({});
    for (const [text, said] of [
      ['secret == "x"', /^when\.lamp.*沒有欄位「secret」/],
      ['name', /^when\.lamp.*應/],
      ['name ==', /^when\.lamp/],
    ] as const) {
      const answer = await admin('/api/webhooks', { method: 'POST', json: order({ when: { lamp: text } }), headers: { cookie: `${admin.cookie}; lang=tw` } });
      const { err } = await answer.json();
      expect([text, answer.status, err.fields.map(({ path }: { path: string }) => path), err.fields[0]?.message]).toEqual([
        text,
        422,
        ['when.lamp'],
        expect.stringMatching(said),
      ]);
    }
  });

  it('says what is wrong with one, by its field, and is for administrators alone', async () => {
    expect((await call('/api/webhooks', 'POST', {})).fields.sort()).toEqual(['events', 'name', 'roles', 'url']);
    expect(
      (await call('/api/webhooks', 'POST', order({ url: 'ftp://example.org', events: { none: ['create'] }, roles: ['[xx]'], more: 1 }))).fields.sort(),
    ).toEqual(['events', 'more', 'roles', 'url']);
    expect((await call('/api/webhooks', 'GET', undefined, await server.signIn('op'))).status).toBe(403);
  });
});

describe('webhooks of a house that lets none out to its own network', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server?.stop());

  it.each(['http://example.org/', 'https://127.0.0.1/', 'https://[::1]/', 'https://10.0.0.1/', 'https://169.254.169.254/latest', 'https://a:b@example.org/'])(
    'refuses %s',
    async (url) => {
      const admin = await server.signIn('admin');
      const answer = await admin('/api/webhooks', { method: 'POST', json: { name: 'x', url, events: { film: ['create'] }, roles: ['[gs]'] } });
      expect([answer.status, (await answer.json()).err.fields.map(({ path }: { path: string }) => path)]).toEqual([422, ['url']]);
    },
  );

  it('a public name that leads to the house is not reached', async () => {
    const admin = await server.signIn('admin');
    const made = await admin('/api/webhooks', {
      method: 'POST',
      json: { name: 'x', url: 'https://localhost:1/', events: { film: ['create'] }, roles: ['[gs]'] },
    });
    const { data } = (await made.json()) as { data: { id: string } };
    const tried = (await (await admin(`/api/webhooks/${data.id}/test`, { method: 'POST', json: {} })).json()) as { data: ShownDelivery };
    expect(tried.data).toMatchObject({ status: 0, isTaken: false, answer: 'the address may not be reached' });
  });
});
