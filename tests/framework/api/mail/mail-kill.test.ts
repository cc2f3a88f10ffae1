/** No mail is lost when the process is killed with -9 at any moment, and none that is held is sent (safety section 14; issue of the campaign site, point 5). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { connect } from '#framework/data/engine/connect.ts';
import { freshUrl, testDatabases } from '../../../support/database/database.ts';
import { startMailServer } from '../../../support/network/mail-server.ts';
import { runServer } from '../../../support/process.ts';

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const people = 14;

it.each(testDatabases)(
  'released mails all arrive even if the process is killed while it writes, releases and sends them, on %s',
  async (kind) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'reelbase-kill-'));
    const database = freshUrl(kind);
    const mails = await startMailServer();
    const env = {
      LOG_LEVEL: 'error',
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      ADMIN_PASSWORD: 'kept-by-hand',
      SMTP_URL: mails.url,
      BASE_URL: 'http://127.0.0.1',
    };
    let server = await runServer(env);
    const signIn = async () => {
      const body = JSON.stringify({ id: 'admin', pw: 'kept-by-hand' });
      const answer = await fetch(`${server.url}/api/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    };
    const cookie = await signIn();
    const call = async (method: string, path: string, json?: unknown) => {
      const answer = await fetch(`${server.url}${path}`, {
        method,
        headers: { cookie, 'content-type': 'application/json' },
        body: json ? JSON.stringify(json) : null,
      });
      const body = await answer.json();
      if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(body)}`);
      return body.data ?? body;
    };
    /** A process of many on MariaDB waits until the lease of the dead one is over; here it is over at once. */
    const endLeases = async () => {
      if (kind !== 'mariadb') return;
      const db = await connect(database.url);
      await db.run("UPDATE mail SET nextAt = NULL WHERE status = 'sending'");
      await db.close();
    };
    const until = async (test: () => Promise<boolean> | boolean, ms = 60_000) => {
      for (const end = Date.now() + ms; Date.now() < end && !(await test()); ) await wait(20);
      expect(await test()).toBe(true);
    };

    await call('POST', '/api/pb/campaign', { id: 'ccdf15', cna: '第十五屆', enaName: 'Forum', edition: 14, maxSel: 3 });
    for (let index = 0; index < people; index += 1) {
      const applicant = await call('POST', '/api/pb/applicant', { email: `maker${index}@example.com`, name: `Maker ${index}`, lang: index % 2 ? 'en' : 'tw' });
      await call('POST', '/api/pb/enrolment', { cid: 'ccdf15', applicant: applicant.id, attProgram: ['C'], cname: `片 ${index}`, ename: `Film ${index}` });
    }
    const text = { subjectTw: '{title}', bodyTw: '{name}', subjectEn: '{title}', bodyEn: '{name}' };
    const order = { campaign: 'ccdf15', kind: 'free', whom: {}, text };

    // Killed while it writes: the batch stands whole, or unfinished and never to be released.
    const composing = call('POST', '/api/desk/mails/batches', order).catch(() => undefined);
    await wait(8);
    await server.kill();
    await composing;
    server = await runServer(env);
    for (const left of await call('GET', '/api/desk/mails/batches?campaign=ccdf15')) {
      if (left.state !== 'held') await expect(call('POST', `/api/desk/mails/batches/${left.id}/release`, {})).rejects.toThrow('msg.state');
      await call('DELETE', `/api/desk/mails/batches/${left.id}`);
    }
    const { batch: held } = await call('POST', '/api/desk/mails/batches', order);
    const { batch } = await call('POST', '/api/desk/mails/batches', order);

    // Killed in the moment of the release: it happened whole or not at all, and is simply asked for again.
    mails.slow(40);
    const releasing = call('POST', `/api/desk/mails/batches/${batch}/release`, {}).catch(() => undefined);
    await wait(5);
    await server.kill();
    await releasing;
    await endLeases();
    server = await runServer(env);
    expect((await call('GET', `/api/desk/mails/batches/${batch}`)).total).toBe(people);
    expect(await call('POST', `/api/desk/mails/batches/${batch}/release`, {})).toEqual({ count: people });

    // Killed while it sends: once between the server's 'taken' and our note of it, once somewhere.
    for (const [more, after] of [
      [2, 0],
      [3, 25],
    ] as const) {
      const reached = mails.received.length + more;
      await until(() => mails.received.length >= Math.min(reached, people));
      await wait(after);
      await server.kill();
      await endLeases();
      server = await runServer(env);
    }
    const addresses = () => new Set(mails.received.flatMap(({ recipients }) => recipients));
    await until(() => addresses().size === people);
    await until(async () => (await call('GET', `/api/desk/mails/batches/${batch}`)).counts.sent === people);
    // What went out twice is one mail to whoever receives it; there is at most one for each kill and line to the mail server.
    const byAddress = new Map<string, Set<string>>();
    for (const { recipients, messageId } of mails.received)
      byAddress.set(recipients[0] ?? '', (byAddress.get(recipients[0] ?? '') ?? new Set()).add(messageId ?? ''));
    expect([...byAddress.values()].every((ids) => ids.size === 1)).toBe(true);
    expect(mails.received.length - people).toBeLessThanOrEqual(3 * 3);
    // The other batch was never released: through all of that nothing of it left.
    expect((await call('GET', `/api/desk/mails/batches/${held}`)).counts).toEqual({ held: people });

    await server.kill();
    await mails.stop();
    await database.remove();
    rmSync(dataDir, { recursive: true, force: true });
  },
  180_000,
);
