/** The public site's ground in the browser tests: a production server with an open campaign, a real mail server, and accounts made on demand. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { type MailServer, startMailServer } from '../support/network/mail-server.ts';
import { seriousFaults } from './axe.ts';
import { test as base, emptyMariadb, expect, expectNoWider, type Page, password, startServer } from './reelbase.ts';

export { expect, type Page };

export interface Site {
  url: string;
  mails: MailServer;
  /** a call as the administrator; the answer's JSON */
  staff<T>(method: string, path: string, body?: unknown): Promise<T>;
  /** a new verified account, signed in: 'name=value' */
  applicant(email: string): Promise<string>;
}

export const campaignId = 'ccdf15';
export const applicantPassword = 'river-1234';

const day = 86_400_000;

/** ms from now → 'YYYY-MM-DD hh:mm:ss' UTC */
export function stamp(after: number): string {
  return new Date(Date.now() + after).toISOString().slice(0, 19).replace('T', ' ');
}

export const test = base.extend<object, { site: Site }>({
  site: [
    async ({ databaseKind }, use, { workerIndex }) => {
      const folder = mkdtempSync(join(tmpdir(), 'site-e2e-'));
      const mails = await startMailServer();
      const database = databaseKind === 'mariadb' ? await emptyMariadb(`site_${workerIndex}`) : `sqlite:${join(folder, 'site.sqlite')}`;
      const env = { DATABASE_URL: database, DATA_DIR: folder, ADMIN_PASSWORD: password, PORT: '0', LOG_LEVEL: 'warn' };
      const server = await startServer({ ...env, SMTP_URL: mails.url });
      const call = async (method: string, path: string, body: unknown, cookie: string) => {
        const headers = { 'content-type': 'application/json', origin: server.url, cookie };
        const answer = await fetch(server.url + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
        if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
        return answer;
      };
      const cookieOf = (answer: Response) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      const admin = cookieOf(await call('POST', '/api/auth/login', { id: 'admin', pw: password }, ''));
      const staff = async (method: string, path: string, body?: unknown) => (await call(method, path, body, admin)).json();
      await staff('POST', '/api/pb/campaign', {
        id: campaignId,
        cna: 'CCDF 第十五屆華人紀錄片提案大會',
        enaName: 'The 15th Chinese Documentary Forum',
        edition: 14,
        maxSel: 2,
        cStart: stamp(-day),
        cEnd: stamp(20 * day),
        sStart: stamp(30 * day),
        sEnd: stamp(40 * day),
      });
      await use({
        url: server.url,
        mails,
        staff,
        async applicant(email) {
          await staff('POST', '/api/pb/applicant', { email, pw: applicantPassword, verified: true, name: '林小河' });
          return cookieOf(await call('POST', '/api/site/applicant/login', { email, pw: applicantPassword, campaign: campaignId }, ''));
        },
      });
      await server.stop();
      await mails.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
});

/** Gives a browser the session ('name=value') and the language. */
export async function enter(context: BrowserContext, url: string, session: string, lang: 'tw' | 'en'): Promise<void> {
  const [name = '', value = ''] = session.split('=');
  await context.addCookies([
    { name, value, url, httpOnly: true, sameSite: 'Lax' },
    { name: 'lang', value: lang, url },
  ]);
}

/** axe finds nothing serious, and the page is no wider than the screen. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  expect(await seriousFaults(page), where).toEqual([]);
  await expectNoWider(page, where);
}
