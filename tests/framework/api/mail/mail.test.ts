import { createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claimMail } from '#framework/data/system/mail.ts';
import { queueMail } from '#framework/mail/outbox.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { holdRow } from '../../../support/database/hold.ts';
import { type MailServer, startMailServer } from '../../../support/network/mail-server.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const stamp = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

describe.each(testDatabases)('the outbox on %s', (kind) => {
  let mails: MailServer;
  let server: TestServer;
  let admin: Client;
  let clock = Date.now();
  let count = 0;

  beforeEach(async () => {
    mails = await startMailServer();
    server = await startServer({ kind, now: () => new Date(clock), env: { SMTP_URL: mails.url, BASE_URL: 'https://films.example' } });
    admin = await server.signIn('admin');
  });
  afterEach(async () => {
    await server.stop();
    await mails.stop();
  });

  const queue = async (more: object = {}) => {
    const model = server.registry.get('mail')!.model;
    count += 1;
    const mail = {
      id: `m${count}`,
      to: 'mei@example.com',
      subject: '您的報名',
      body: '收到。\n謝謝',
      lang: 'tw' as const,
      template: 'mailSubmit',
      by: 'admin',
      ...more,
    };
    await server.db.transaction((tx) => queueMail(server.tools, tx, model, mail, new Date(clock)));
    return mail.id;
  };
  const state = async (id: string) => (await server.db.query('SELECT status, tries, error, nextAt, body FROM mail WHERE id = ?', [id]))[0]!;
  const isWaiting = (row: Record<string, unknown>, tries: number) => row.status === 'waiting' && Number(row.tries) === tries;
  const until = async (test: () => Promise<boolean> | boolean) => {
    for (let tries = 0; tries < 200 && !(await test()); tries += 1) await new Promise((resume) => setTimeout(resume, 25));
    expect(await test()).toBe(true);
  };

  it('P04 the reset mail arrives, complete, at one recipient, from the configured address', async () => {
    await server.anonymous('/api/auth/forgot', { method: 'POST', json: { id: 'op' }, headers: { host: 'evil.example' } });
    await until(() => mails.received.length === 1);
    const [mail] = mails.received;
    expect(mail?.recipients).toEqual(['op@example.com']);
    expect(mail?.from?.address).toBe('forum@example.com');
    expect(mail?.subject).toBe('Reelbase：重設密碼');
    expect(mail?.text).toContain('https://films.example/erp/login');
    const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
    const answer = await server.anonymous('/api/auth/reset', { method: 'POST', json: { id: 'op', code, pw: 'arrived', confirm: 'arrived' } });
    expect(answer.status).toBe(200);
    await until(() => mails.received.length === 2);
    await until(async () => (await server.db.query("SELECT 1 AS x FROM mail WHERE status <> 'sent'")).length === 0);
    // Once it has arrived, the outbox no longer shows it.
    expect(JSON.stringify(await server.db.query('SELECT body FROM mail'))).not.toContain(code);
  });

  it('refuses a list of recipients and a subject that would add headers', async () => {
    for (const to of ['a@example.com,b@example.com', 'a@example.com\nBcc: b@example.com', 'Name <a@example.com>', 'file:///etc/passwd'])
      await expect(queue({ to })).rejects.toMatchObject({ code: 'msg.invalid', fields: [{ path: 'to' }] });
    await expect(queue({ subject: 'x\r\nBcc: b@example.com' })).rejects.toMatchObject({ code: 'msg.invalid', fields: [{ path: 'subject' }] });
    // Whatever came into the table another way is looked at again before it leaves.
    const id = await queue();
    await server.db.run("UPDATE mail SET `to` = 'a@example.com, b@example.com' WHERE id = ?", [id]);
    server.tools.outbox.wake();
    await until(async () => (await state(id)).status === 'failed');
    expect(mails.received).toHaveLength(0);
  });

  it('a mail server that cannot be reached loses nothing: the mail waits, longer each time, and is sent when it is back', async () => {
    const { port } = new URL(mails.url);
    await mails.stop();
    const id = await queue();
    server.tools.outbox.wake();
    await until(async () => isWaiting(await state(id), 1));
    expect(String((await state(id)).error)).toContain('ECONNREFUSED');
    server.tools.outbox.wake();
    await new Promise((resume) => setTimeout(resume, 200));
    expect(Number((await state(id)).tries)).toBe(1); // not before its time
    mails = await startMailServer(Number(port));
    clock += 11_000;
    server.tools.outbox.wake();
    await until(() => mails.received.length === 1);
    expect(mails.received[0]?.messageId).toBe(`<${id}@example.com>`);
    await until(async () => (await state(id)).status === 'sent');
  });

  it('a mail server that accepts the connection and says nothing counts as unreachable after 20 s: the mail waits, and is sent when it is back', async () => {
    const { port } = new URL(mails.url);
    await mails.stop();
    const lines = new Set<Socket>();
    const silent = createServer((line) => void lines.add(line.on('error', () => undefined)));
    await new Promise<void>((ready) => silent.listen(Number(port), '127.0.0.1', ready));
    const id = await queue();
    server.tools.outbox.wake();
    await expect.poll(async () => isWaiting(await state(id), 1), { timeout: 25_000, interval: 200 }).toBe(true);
    expect(String((await state(id)).error)).toMatch(/greeting|timeout/i);
    expect(lines.size).toBeGreaterThan(0);
    for (const line of lines) line.destroy();
    await new Promise((closed) => silent.close(closed));
    mails = await startMailServer(Number(port));
    clock += 11_000;
    server.tools.outbox.wake();
    await until(() => mails.received.length === 1);
  }, 60_000);

  it('a mail that the mail server refuses for good fails at once, and is sent again on request', async () => {
    mails.refuse(550);
    const id = await queue();
    server.tools.outbox.wake();
    await until(async () => (await state(id)).status === 'failed');
    const shown = (await (await admin('/api/system/mail')).json()).data;
    expect(shown).toMatchObject({ sends: true, counts: { failed: 1 } });
    expect(shown.mails[0]).toMatchObject({ id, status: 'failed', tries: 1 });
    mails.refuse(undefined);
    expect((await admin(`/api/system/mail/${id}/retry`, { method: 'POST', json: {} })).status).toBe(200);
    await until(() => mails.received.length === 1);
    await until(async () => (await state(id)).status === 'sent');
    expect((await admin(`/api/system/mail/${id}/retry`, { method: 'POST', json: {} })).status).toBe(404);
  });

  it('a busy mail server (4xx) is tried again', async () => {
    mails.refuse(451);
    const id = await queue();
    server.tools.outbox.wake();
    await until(async () => isWaiting(await state(id), 1));
    mails.refuse(undefined);
    clock += 11_000;
    server.tools.outbox.wake();
    await until(async () => (await state(id)).status === 'sent');
  });

  it('a code is sent before 1,500 waiting mails, in a lane of its own; two or three at once over persistent connections', async () => {
    await server.tools.db.run("UPDATE mail SET status = 'stopped'");
    mails.hold((mail) => mail.subject === '批次');
    const model = server.registry.get('mail')!.model;
    await server.db.transaction(async (tx) => {
      for (let i = 0; i < 1_500; i += 1) {
        const text = { subject: '批次', body: '', lang: 'tw' as const, template: 'mailDecision', by: 'admin', batch: 'b1' };
        await queueMail(server.tools, tx, model, { id: `batch-${String(i).padStart(4, '0')}`, to: 'mei@example.com', ...text }, new Date(clock));
      }
    });
    server.tools.outbox.wake();
    // Both lines of the batch are busy with a mail that the mail server does not answer for.
    await until(() => mails.received.length === 2);
    await queue({ subject: '單封' });
    await server.anonymous('/api/auth/forgot', { method: 'POST', json: { id: 'op' } });
    await until(() => mails.received.some(({ subject }) => subject === 'Reelbase：重設密碼'));
    expect(mails.received.map(({ subject }) => subject)).toEqual(['批次', '批次', 'Reelbase：重設密碼']);
    // A second code, and a mail of its own, before the other 1,498.
    await server.anonymous('/api/auth/forgot', { method: 'POST', json: { id: 'gs' } });
    await until(() => mails.received.length === 4);
    mails.release();
    await until(() => mails.received.length > 40);
    const subjects = mails.received.map(({ subject }) => subject);
    expect(subjects[3]).toBe('Reelbase：重設密碼');
    expect(subjects.slice(4, 8)).toContain('單封');
    expect(mails.connections()).toBeLessThanOrEqual(3);
    await server.tools.outbox.close();
    const sent = await server.db.query("SELECT id FROM mail WHERE status = 'sent' AND batch = 'b1'");
    expect(new Set(mails.received.filter(({ subject }) => subject === '批次')).size, 'each went once').toBe(sent.length);
  });

  it('mails held by a killed sender are taken over when its lease ends, and not before', async () => {
    await server.tools.outbox.close();
    const id = await queue();
    // The claim of a process that dies now:
    expect((await claimMail(server.db, stamp(clock), stamp(clock + 120_000)))?.id).toBe(id);
    expect(await claimMail(server.db, stamp(clock + 60_000), stamp(clock + 180_000))).toBeUndefined();
    expect((await claimMail(server.db, stamp(clock + 121_000), stamp(clock + 240_000)))?.id).toBe(id);
  });

  it('a mail that went while the database is away is noted when it is back, and goes once', async () => {
    mails.hold(() => true);
    const id = await queue();
    server.tools.outbox.wake();
    await until(() => mails.received.length === 1);
    // Longer than a statement waits.
    const letGo = await holdRow(server.tools.config.databaseUrl, 'mail', id);
    mails.release();
    await new Promise((later) => setTimeout(later, 4_000));
    await letGo();
    await until(async () => (await state(id)).status === 'sent');
    clock += 10 * 60_000;
    server.tools.outbox.wake();
    await server.tools.outbox.close();
    expect(mails.received).toHaveLength(1);
  });

  it('of many senders each mail is sent by one', async () => {
    await server.tools.outbox.close();
    const ids = [];
    for (let i = 0; i < 6; i += 1) ids.push(await queue());
    const claims = await Promise.all(Array.from({ length: 12 }, () => claimMail(server.db, stamp(clock), stamp(clock + 120_000))));
    const got = claims.filter((mail) => mail !== undefined).map(({ id }) => id);
    expect(new Set(got).size).toBe(got.length);
    for (
      let rest = await claimMail(server.db, stamp(clock), stamp(clock + 120_000));
      rest;
      rest = await claimMail(server.db, stamp(clock), stamp(clock + 120_000))
    )
      got.push(rest.id);
    expect(got.sort()).toEqual(ids.sort());
  });

  it('P02 a test mail goes to the administrator who asks', async () => {
    expect((await (await admin('/api/system/mail/test', { method: 'POST', json: {} })).json()).data.to).toBe('admin@example.com');
    await until(() => mails.received.length === 1);
    expect(mails.received[0]?.recipients).toEqual(['admin@example.com']);
  });
});
