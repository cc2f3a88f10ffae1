/** The daily mail of notices, over a real mail server, on an object that nobody prepared for it. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweep } from '#framework/system/sweep.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { type MailServer, startMailServer } from '../../../support/network/mail-server.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const anvil = {
  title: 'Anvil',
  type: 'object',
  required: ['name'],
  'x-titleTemplate': '{name}',
  'x-access': { '[gs]': ['list', 'read'], '[op]': 'all', '[]': 'all', rows: { '[gs]': { properties: { state: { const: 'open' } }, required: ['state'] } } },
  properties: {
    id: { type: 'string', maxLength: 40, readOnly: true },
    name: { type: 'string', maxLength: 80 },
    state: { type: 'string', enum: ['open', 'shut'], default: 'open' },
  },
};

describe.each(testDatabases)('the daily mail on %s', (kind) => {
  const root = mkdtempSync(join(tmpdir(), 'digest-'));
  let mails: MailServer;
  let server: TestServer;
  let op: Client;
  // six in the morning in Taipei
  let now = new Date('2026-05-19T22:00:00Z');
  beforeAll(async () => {
    cpSync(new URL('../../../../schemas', import.meta.url).pathname, root, { recursive: true });
    writeFileSync(join(root, 'anvil.json'), JSON.stringify(anvil));
    mails = await startMailServer();
    server = await startServer({ kind, schemasDir: root, now: () => now, env: { SMTP_URL: mails.url, BASE_URL: 'https://films.example' } });
    op = await server.signIn('op');
  });
  afterAll(async () => {
    await server?.stop();
    await mails?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  const digests = () => server.db.query<{ to: string; subject: string; body: string }>("SELECT * FROM mail WHERE template = 'digest' ORDER BY id");
  const make = async (name: string): Promise<string> => (await (await op('/api/pb/anvil', { method: 'POST', json: { name } })).json()).id;
  const say = async (id: string, text: string) => expect((await op(`/api/pb/anvil/${id}/comments`, { method: 'POST', json: { text } })).status).toBe(200);

  it('has what was not read and may be read, once, in one’s language, with the way there; and none where it is turned off', async () => {
    const guest = await server.signIn('gs');
    await server.addUser('quiet', ['[gs]']);
    const quiet = await server.signIn('quiet');
    const own = (await (await quiet('/api/auth/me')).json()) as { data: { ver: number; digest: boolean } };
    expect(own.data.digest).toBe(true);
    expect((await quiet('/api/auth/profile', { method: 'PUT', json: { digest: false, ver: own.data.ver } })).status).toBe(200);
    const [open, shut, read] = [await make('Great anvil'), await make('Shut anvil'), await make('Read anvil')];
    await say(open, 'Please look, @[gs] @[quiet]');
    await say(shut, 'Secret, @[gs]');
    await say(read, 'Seen, @[gs]');
    const { data } = await (await guest('/api/notices')).json();
    const ids = data.notices.filter((one: { id: string }) => one.id === read).map((one: { notice: number }) => one.notice);
    await guest('/api/notices/read', { method: 'POST', json: { ids } });
    const { ver } = await (await op(`/api/pb/anvil/${shut}`)).json();
    await op(`/api/pb/anvil/${shut}`, { method: 'PUT', json: { name: 'Shut anvil', state: 'shut', ver } });
    // The server's start was the last day's digest.
    await sweep(server.tools);
    expect(await digests()).toEqual([]);
    now = new Date('2026-05-19T23:30:00Z');
    await sweep(server.tools);
    await expect.poll(() => mails.received.length).toBe(1);
    const [mail] = mails.received;
    expect(mail?.recipients).toEqual(['gs@example.com']);
    expect(mail?.subject).toBe('Reelbase：您有未讀的通知（1）');
    expect(mail?.text).toContain('在「Great anvil」提及您');
    expect(mail?.text).toContain('Please look, @');
    expect(mail?.text).toContain(`https://films.example/erp/pb-anvil/edit?id=${open}&comments=1`);
    expect(mail?.text).not.toMatch(/Shut|Secret|Read anvil/);
    // Who has turned it off is not told a week's when they turn it on.
    await server.db.run("UPDATE user SET digest = 1 WHERE id = 'quiet'");
    await sweep(server.tools);
    now = new Date('2026-05-20T23:30:00Z');
    await sweep(server.tools);
    expect(await digests()).toHaveLength(1);
  });

  it('is nobody’s where the house has turned it off', async () => {
    // The days that have passed ended the session.
    op = await server.signIn('op');
    const id = await make('Other anvil');
    await say(id, 'Please look, @[gs]');
    now = new Date('2026-05-21T23:30:00Z');
    const tools = { ...server.tools, config: { ...server.tools.config, digest: false } };
    await sweep(tools);
    expect(await digests()).toHaveLength(1);
    await sweep(server.tools);
    expect(await digests()).toHaveLength(2);
  });
});
