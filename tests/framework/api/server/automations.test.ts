/** Automations (x-on, decision 080) over HTTP on objects that nobody prepared for them: what sets them off, what each step does, loops, dates, the log and the rehearsal (issue 13.3). */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#codegen/model.ts';
import type { Automations, Rehearsal } from '#framework/automations/wire.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const text = { type: 'string', maxLength: 80 };
const access = { '[gs]': ['list', 'read'], '[op]': 'all', '[]': 'all' };
const kettle = {
  title: 'Kettle',
  type: 'object',
  'x-access': access,
  'x-workflow': {
    field: 'state',
    transitions: [
      { name: 'boil', from: 'cold', to: 'hot' },
      { name: 'cool', from: 'hot', to: 'cold' },
    ],
  },
  properties: {
    id: { type: 'string', maxLength: 40 },
    name: text,
    state: { type: 'string', enum: ['cold', 'hot'] },
    litres: { type: 'integer', minimum: 0, maximum: 100, default: 1 },
    note: text,
    turns: { type: 'integer', default: 0 },
    due: { type: 'string', format: 'date' },
    email: { type: 'string', format: 'email', maxLength: 100 },
    warden: { 'x-relation': 'user' },
  },
  'x-on': [
    {
      name: 'welcome',
      when: 'created',
      if: "name == 'noted'",
      do: [{ set: { note: "'new: ' + name" } }, { create: { object: 'brew', values: { label: 'name', pot: 'id', much: 'litres * 2' } } }],
    },
    { name: 'large', title: 'A large one', when: 'changed', fields: ['litres'], if: 'litres > 10', do: [{ set: { note: "'large'" } }] },
    {
      name: 'hot',
      when: 'moved',
      to: 'hot',
      do: [{ mail: { to: ['email', 'warden', '[op]'], subject: { tw: '{name} 滾了', en: '{name} boils' }, text: 'Kettle {id}' } }, { webhook: 'Kitchen' }],
    },
    { name: 'gone', when: 'deleted', do: [{ create: { object: 'brew', values: { label: "'was ' + name", pot: 'id' } } }] },
    { name: 'round', when: 'changed', fields: ['turns'], do: [{ set: { turns: 'turns + 1' } }] },
    { name: 'wrong', when: 'changed', fields: ['name'], if: "name == 'wrong'", do: [{ set: { litres: '1000' } }] },
    { name: 'before', when: { field: 'due', days: -2 }, do: [{ set: { note: "'due soon'" } }] },
    {
      name: 'more',
      when: 'changed',
      fields: ['litres'],
      if: 'old.litres < litres && old.note == null && litres < 10',
      do: [{ set: { note: "'more than ' + text(litres - 1)" } }],
    },
    {
      name: 'chain',
      when: 'changed',
      fields: ['note'],
      if: "note == 'chain'",
      do: [
        { create: { object: 'brew', as: 'first', values: { label: "'first'", pot: 'id', much: 'litres' } } },
        { create: { object: 'brew', values: { label: "'after ' + first.id", pot: 'id', much: 'first.much + 1' } } },
        { set: { note: "'see ' + first.label" } },
        { mail: { to: 'email', subject: 'Brew {first.label}', text: '{first.much} of {name}' } },
      ],
    },
    {
      name: 'broken',
      when: 'changed',
      fields: ['note'],
      if: "note == 'broken'",
      do: [{ create: { object: 'brew', as: 'pinch', values: { label: "'pinch'", much: '500' } } }, { set: { note: "'see ' + pinch.label" } }],
    },
    {
      name: 'morning',
      title: 'Each morning',
      when: { every: 'day', at: '08:30' },
      if: 'weekday(today()) < 6',
      do: [
        { create: { object: 'brew', as: 'pot', values: { label: "'morning ' + text(today())", pot: "'clock'" } } },
        { create: { object: 'brew', values: { label: "'with ' + pot.label", pot: "'clock'" } } },
      ],
    },
  ],
};
const brew = { title: 'Brew', type: 'object', 'x-access': access, properties: { label: text, pot: text, much: { type: 'integer', maximum: 400 } } };

describe.each(testDatabases)('automations on %s', (kind) => {
  const root = mkdtempSync(join(tmpdir(), 'automations-'));
  const taken: { id: string; body: { type: string; data: Row } }[] = [];
  let status = 200;
  let receiver: Server;
  let url = '';
  let server: TestServer;
  let admin: Client;
  let now = new Date('2026-05-20T04:00:00Z');
  const begun = Date.now();
  const begin = async () => {
    // Time goes on by itself, and in leaps where a test says so.
    server = await startServer({ kind, schemasDir: root, env: { WEBHOOK_PRIVATE: '1' }, now: () => new Date(now.getTime() + Date.now() - begun) });
    admin = await server.signIn('admin');
  };
  beforeAll(async () => {
    cpSync('schemas', root, { recursive: true });
    writeFileSync(join(root, 'kettle.json'), JSON.stringify(kettle));
    writeFileSync(join(root, 'brew.json'), JSON.stringify(brew));
    receiver = createServer((req, res) => {
      let body = '';
      req.on('data', (part) => {
        body += part;
      });
      req.on('end', () => {
        if (status < 300) taken.push({ id: String(req.headers['webhook-id']), body: JSON.parse(body) });
        res.writeHead(status).end();
      });
    });
    await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/kitchen`; // a port
    await begin();
    expect(server.registry.quarantined()).toEqual([]);
  });
  afterAll(async () => {
    await server?.stop();
    await new Promise((done) => receiver.close(done));
    rmSync(root, { recursive: true, force: true });
  });

  const make = async (id: string, row: Row = {}) => expect((await admin('/api/pb/kettle', { method: 'POST', json: { id, ...row } })).status).toBe(201);
  const read = async (id: string): Promise<Row> => (await admin(`/api/pb/kettle/${id}`)).json();
  const change = async (id: string, row: Row) => {
    const { ver } = await read(id);
    expect((await admin(`/api/pb/kettle/${id}`, { method: 'PUT', json: { ...row, ver } })).status).toBe(200);
  };
  const brews = async (pot: string): Promise<Row[]> => (await admin(`/api/pb/brew?filter=${encodeURIComponent(JSON.stringify({ pot }))}`)).json();
  const known = async (query = ''): Promise<Automations> => (await (await admin(`/api/automations${query}`)).json()).data;
  const runsOf = async (rule: string, row: string) => (await known('?object=kettle')).runs.filter((run) => run.rule === rule && run.row === row);
  const saidOf = async (rule: string, row: string) =>
    (await runsOf(rule, row)).map(({ step, state, said }) => [step, state, said.map(({ code }) => code).join()]).sort();
  const until = (said: () => unknown, wanted: unknown) => expect.poll(said, { timeout: 25_000, interval: 100 }).toEqual(wanted);
  const rehearse = async (rule: string, id: string, client = admin) => {
    const answer = await client(`/api/automations/kettle/${rule}/rehearse`, { method: 'POST', json: { id } });
    return { status: answer.status, data: ((await answer.json()) as { data: Rehearsal }).data };
  };

  it('sets a field and creates a record when a row is new and its condition true, and not else', async () => {
    await make('plain', { name: 'plain' });
    await make('one', { name: 'noted', litres: 3 });
    await until(async () => (await read('one')).note, 'new: noted');
    await until(async () => (await brews('one')).map(({ label, much }) => [label, much]), [['noted', 6]]);
    await until(
      () => saidOf('welcome', 'one'),
      [
        [1, 'done', 'set'],
        [2, 'done', 'created'],
      ],
    );
    expect(await runsOf('welcome', 'plain')).toEqual([]);
    const history = (await (await admin('/api/pb/kettle/one/history')).json()) as { by: string; action: string }[] | { data: { by: string }[] };
    expect(JSON.stringify(history)).toContain('"automation"');
  });

  it('asks which field changed, and the condition of the row as it is then', async () => {
    await make('size');
    await change('size', { litres: 5 });
    await until(async () => (await read('size')).note, 'more than 4');
    await change('size', { litres: 11 });
    await until(async () => (await read('size')).note, 'large');
    await change('size', { note: 'mine' });
    await until(() => saidOf('large', 'size'), [[1, 'done', 'set']]);
    expect((await read('size')).note).toBe('mine');
  });

  it('writes to addresses, accounts and roles in their language, and calls a webhook until it is taken', async () => {
    const made = await admin('/api/webhooks', { method: 'POST', json: { name: 'Kitchen', url, events: { brew: ['delete'] }, roles: ['[gs]'], isOn: true } });
    expect(made.status).toBe(200);
    status = 503;
    // A sign that cannot be seen, as it comes out of some PDFs, keeps no mail back.
    await make('pot', { name: 'Tea\u0002Pot', email: 'tea@example.com', warden: 'gs', state: 'cold' });
    await change('pot', { state: 'hot' });
    await until(async () => (await saidOf('hot', 'pot'))[1]?.slice(1), ['waiting', 'nottaken']);
    status = 200;
    now = new Date(now.getTime() + 10_000);
    await until(
      () => saidOf('hot', 'pot'),
      [
        [1, 'done', 'mailed'],
        [2, 'done', 'sent'],
      ],
    );
    expect(taken.map(({ body }) => [body.type, body.data.id, (body.data.row as Row).name])).toEqual([['kettle.hot', 'pot', 'Tea Pot']]);
    const mails = (await (await admin(`/api/pb/mail?filter=${encodeURIComponent(JSON.stringify({ template: 'automation' }))}`)).json()) as Row[];
    const told = Object.fromEntries(mails.map(({ to, subject, body }) => [String(to), `${subject} / ${body}`]));
    expect(told['tea@example.com']).toBe('Tea Pot 滾了 / Kettle pot');
    expect(Object.keys(told).length).toBe(3);
  });

  it('knows a row that is deleted as it was', async () => {
    await make('leak', { name: 'Leak' });
    expect((await admin('/api/pb/kettle/leak', { method: 'DELETE' })).status).toBeLessThan(300);
    await until(async () => (await brews('leak')).map(({ label }) => label), ['was Leak']);
  });

  it('stops a chain that sets itself off', async () => {
    await make('spin');
    await change('spin', { turns: 1 });
    await until(
      async () => (await saidOf('round', 'spin')).map(([, state, said]) => `${state} ${said}`).sort(),
      [...Array(5).fill('done set'), 'stopped deep'],
    );
    expect((await read('spin')).turns).toBe(6);
  });

  it('says what was refused, and tries it again by hand', async () => {
    await make('bad', { name: 'fine' });
    await change('bad', { name: 'wrong' });
    await until(() => saidOf('wrong', 'bad'), [[1, 'failed', 'refused']]);
    const [run] = await runsOf('wrong', 'bad');
    expect(run?.said[0]?.fields).toMatchObject([{ path: 'litres', code: 'field.range' }]);
    expect((await known('?state=failed')).runs.map(({ id }) => id)).toContain(run?.id);
    expect((await admin(`/api/automations/runs/${run?.id}/retry`, { method: 'POST', json: {} })).status).toBe(200);
    await until(async () => (await runsOf('wrong', 'bad'))[0]?.tries, 1);
    expect((await read('bad')).litres).toBe(1);
    expect((await admin('/api/automations?state=nonsense')).status).toBe(400);
  });

  it('rehearses a step for real and takes it back', async () => {
    await make('try', { name: 'Try' });
    expect((await rehearse('welcome', 'try')).data).toMatchObject({
      holds: false,
      steps: [
        { do: 'set', said: [{ code: 'set' }] },
        { do: 'create', said: [{ code: 'created' }] },
      ],
    });
    expect((await rehearse('wrong', 'try')).data.steps).toMatchObject([{ said: [{ code: 'refused' }] }]);
    expect((await rehearse('hot', 'try')).data.steps.map(({ said }) => said[0]?.code)).toEqual(['mailed', 'wouldsend']);
    expect((await read('try')).note).toBe('');
    expect(await brews('try')).toEqual([]);
    expect((await rehearse('welcome', 'nobody')).status).toBe(404);
    expect((await rehearse('welcome', '')).status).toBe(422);
    expect((await rehearse('welcome', 'try', await server.signIn('op'))).status).toBe(403);
    expect((await known()).automations.find(({ name }) => name === 'large')).toMatchObject({ object: 'kettle', label: { tw: 'A large one' }, steps: ['set'] });
  });

  it('knows what the row was before, in its condition', async () => {
    await make('grow', { litres: 3 });
    await change('grow', { litres: 2 });
    await change('grow', { litres: 5 });
    await until(async () => (await read('grow')).note, 'more than 4');
    expect(await saidOf('more', 'grow')).toEqual([[1, 'done', 'set']]);
    expect((await rehearse('more', 'grow')).data.holds).toBe(false);
  });

  it('reads what an earlier step made, in expressions and mails, done and rehearsed', async () => {
    await make('links', { name: 'Links', litres: 7, email: 'links@example.com' });
    expect((await rehearse('chain', 'links')).data.steps.map(({ said }) => said[0]?.code)).toEqual(['created', 'created', 'set', 'mailed']);
    expect(await brews('links')).toEqual([]);
    await change('links', { note: 'chain' });
    await until(async () => (await read('links')).note, 'see first');
    await until(async () => (await saidOf('chain', 'links')).map(([, state]) => state), ['done', 'done', 'done', 'done']);
    const [first, second] = (await brews('links')).sort((a, b) => Number(a.much) - Number(b.much));
    expect(second).toMatchObject({ label: `after ${first?.id}`, much: 8 });
    const mails = (await (await admin(`/api/pb/mail?filter=${encodeURIComponent(JSON.stringify({ to: 'links@example.com' }))}`)).json()) as Row[];
    expect(mails.map(({ subject, body }) => [subject, body])).toEqual([['Brew first', '7 of Links']]);
  });

  it('does no step that reads what an earlier one failed to make, until that is done by hand', async () => {
    await make('snap');
    await change('snap', { note: 'broken' });
    await until(
      () => saidOf('broken', 'snap'),
      [
        [1, 'failed', 'refused'],
        [2, 'failed', 'before'],
      ],
    );
    expect((await read('snap')).note).toBe('broken');
  });

  it('does not go to the browser with the object', async () => {
    const objects = JSON.stringify(await (await (await server.signIn('op'))('/api/objects')).json());
    expect(objects).toContain('"kettle"');
    expect(objects).not.toContain('Kitchen');
  });

  it('sets a row off when its day comes, once for each date', async () => {
    await make('today', { due: '2026-05-22' });
    await make('later', { due: '2026-05-24' });
    await make('long', { due: '2026-05-17' });
    now = new Date(now.getTime() + 61_000);
    await until(async () => (await read('today')).note, 'due soon');
    await change('today', { note: 'seen' });
    now = new Date(now.getTime() + 2 * 86_400_000);
    admin = await server.signIn('admin');
    await until(async () => (await read('later')).note, 'due soon');
    expect((await read('today')).note).toBe('seen');
    expect((await read('long')).note).toBe('');
    await change('today', { due: '2026-05-23' });
    now = new Date(now.getTime() + 61_000);
    await until(async () => (await read('today')).note, 'due soon');
  });

  it('plans what the clock sets off, and does it once when the hour is there', async () => {
    const planned = async () => (await known('?object=kettle')).runs.filter(({ rule, step }) => rule === 'morning' && step === 1);
    const leap = async () => {
      now = new Date(now.getTime() + 86_400_000);
      admin = await server.signIn('admin');
    };
    // It is Friday noon at home: what was planned for Thursday morning has been done once, late; next is Saturday's.
    await until(async () => (await brews('clock')).map(({ label }) => label).sort(), ['morning 2026-05-22', 'with morning 2026-05-22']);
    await until(async () => (await planned()).map(({ state, tries, at }) => [state, tries, at])[0], ['waiting', 0, '2026-05-23 00:30:00']);
    expect((await rehearse('morning', '')).data).toMatchObject({ holds: true, steps: [{ said: [{ code: 'created' }] }, { said: [{ code: 'created' }] }] });
    expect((await rehearse('more', '')).status).toBe(422);
    expect((await brews('clock')).length).toBe(2);
    await leap();
    await until(async () => (await planned()).find(({ at }) => at.startsWith('2026-05-23'))?.said, [{ code: 'holdsnot' }]);
    await until(async () => (await planned())[0]?.at, '2026-05-24 00:30:00');
    await leap();
    await leap();
    await until(
      async () =>
        (await brews('clock'))
          .map(({ label }) => label)
          .filter((label) => String(label).startsWith('m'))
          .sort(),
      ['morning 2026-05-22', 'morning 2026-05-25'],
    );
  });
});
