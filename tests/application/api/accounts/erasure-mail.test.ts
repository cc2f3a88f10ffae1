/** The last mail to somebody whose data staff erased: it arrives, in their language, and leaves nothing behind (issue 14.1, decision 146). */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Row } from '#codegen/model.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { put, selecting } from '../../../support/forum/jury.ts';
import { addApplicant, addJuror } from '../../../support/forum/site.ts';
import { type MailServer, startMailServer } from '../../../support/network/mail-server.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

describe.each(testDatabases)('the last mail on %s', (kind) => {
  let mails: MailServer;
  let server: TestServer;
  let admin: Client;

  beforeAll(async () => {
    mails = await startMailServer();
    server = await startServer({ kind, env: { SMTP_URL: mails.url } });
    admin = await server.signIn('admin');
    await put(server, 'campaign', selecting('now'));
  });
  afterAll(async () => {
    await server?.stop();
    await mails?.stop();
  });

  const erase = async (object: string, id: string, confirm: string) =>
    (await admin(`/api/pb/${object}/${id}/actions/erase`, { method: 'POST', json: { confirm } })).status;
  const stored = (): Promise<Row[]> => server.db.query("SELECT `to`, subject, body, status, error FROM mail WHERE template LIKE 'erased%' ORDER BY id");
  const got = (address: string) => mails.received.filter(({ recipients }) => recipients.includes(address));

  it('P02 it goes to the address that is erased, says who did it, and the outbox has nothing of it once it is out', async () => {
    const [tw, en] = [
      await addApplicant(server, 'shuang@example.com', { name: '季霜' }),
      await addApplicant(server, 'frost@example.com', { name: 'Ada Frost', lang: 'en', eraseAsked: '2026-11-01 00:00:00' }),
    ];
    expect([await erase('applicant', tw, '季霜'), await erase('applicant', en, 'Ada Frost')]).toEqual([200, 200]);
    await vi.waitFor(() => expect([got('shuang@example.com').length, got('frost@example.com').length]).toEqual([1, 1]), { timeout: 10_000 });
    expect(got('shuang@example.com')[0]).toMatchObject({ subject: '您的個人資料已刪除', text: expect.stringContaining('季霜您好') });
    expect(got('frost@example.com')[0]).toMatchObject({
      subject: 'Your personal data was erased, as you asked',
      text: expect.stringContaining('Hello Ada Frost'),
    });
    const empty = { to: 'nobody@erased.invalid', subject: '—', body: '', status: 'sent' };
    await vi.waitFor(async () => expect(await stored()).toMatchObject([empty, empty]), { timeout: 10_000 });
  });

  it('a preview and a refused erasure write none; the erasure of another account of the address does not stop one that waits', async () => {
    const email = 'both-roles@example.com';
    const [juror, applicant] = [await addJuror(server, 'now', email, { name: '溫庭', ename: 'Wen Ting' }), await addApplicant(server, email, { name: '溫庭' })];
    const before = (await stored()).length;
    // What is to be typed is said in the reader's language, and taken in any.
    const preview = async (lang: string) =>
      (await server.withCookie(`${admin.cookie}; lang=${lang}`)(`/api/pb/jury/${juror}/actions/erase`, { method: 'POST', json: { preview: true } })).json();
    expect([await preview('tw'), await preview('en')]).toMatchObject([{ data: { typed: '溫庭' } }, { data: { typed: 'Wen Ting' } }]);
    expect(await erase('jury', juror, 'somebody else')).toBe(422);
    expect((await stored()).length).toBe(before);
    mails.refuse(451);
    expect(await erase('jury', juror, 'Wen Ting')).toBe(200);
    expect(await erase('applicant', applicant, '溫庭')).toBe(200);
    mails.refuse(undefined);
    // What failed is tried again after ten seconds.
    await vi.waitFor(() => expect(got(email).length).toBe(2), { timeout: 40_000, interval: 500 });
    await vi.waitFor(async () => expect((await stored()).filter(({ to }) => to !== 'nobody@erased.invalid')).toEqual([]), { timeout: 10_000 });
  }, 60_000);
});
