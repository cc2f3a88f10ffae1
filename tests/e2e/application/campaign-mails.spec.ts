/** Mails of a campaign in the browser: texts with their help and preview, a batch composed, looked over and released, and what arrives at a real mail server. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { type MailServer, startMailServer } from '../../support/network/mail-server.ts';
import { seriousFaults } from '../axe.ts';
import { expectNoWider, password, signIn, startServer } from '../reelbase.ts';

interface Forum {
  url: string;
  mails: MailServer;
  send(method: string, path: string, body?: object): Promise<Record<string, string | number>>;
}

/** A server of its own, for it needs SMTP_URL: one campaign, an applicant who reads Chinese, one who reads English, one whom no mail reaches. */
const test = base.extend<{ staff: Page }, { databaseKind: string; forum: Forum }>({
  databaseKind: ['sqlite', { option: true, scope: 'worker' }],
  forum: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names off this pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'reelbase-mails-'));
      cpSync('schemas', join(folder, 'schemas'), { recursive: true });
      const mails = await startMailServer();
      const env = { DATA_DIR: folder, SCHEMAS_DIR: join(folder, 'schemas'), DATABASE_URL: `sqlite:${join(folder, 'r.sqlite')}`, SMTP_URL: mails.url };
      const server = await startServer({ ...env, BASE_URL: 'http://127.0.0.1', ADMIN_PASSWORD: password, PORT: '0', LOG_LEVEL: 'warn' });
      const signedIn = await fetch(`${server.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id: 'admin', pw: password }),
      });
      const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
      const send: Forum['send'] = async (method, path, body) => {
        const answer = await fetch(`${server.url}/api/pb${path}`, {
          method,
          headers: { 'content-type': 'application/json', cookie },
          ...(body && { body: JSON.stringify(body) }),
        });
        if (!answer.ok) throw new Error(await answer.text());
        return (await answer.json()) as Record<string, string | number>;
      };
      await send('POST', '/campaign', { id: 'ccdf15', cna: '第十五屆提案大會', enaName: 'Forum 15', edition: 14, maxSel: 5 });
      for (const [name, lang, cname, ename] of [
        ['林美惠', 'tw', '海的記憶', 'Memory of the Sea'],
        ['Ann Lee', 'en', '山', 'Mountain'],
      ]) {
        const applicant = await send('POST', '/applicant', { email: `${lang}@example.com`, name, lang });
        const project = { logline: 'A line.', genre: ['[AR]'], len: '[FL]', stage: 2, trailer: 'https://video.example.com/1', attProgram: ['C'] };
        let row = await send('POST', '/enrolment', { cid: 'ccdf15', applicant: applicant.id, cname, ename, ...project });
        for (const status of ['submitted', 'verified']) row = await send('PUT', `/enrolment/${row.id}`, { status, ver: row.ver });
      }
      await use({ url: server.url, mails, send });
      await server.stop();
      await mails.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ forum }, use) => use(forum.url),
  staff: async ({ page }, use) => {
    await signIn(page, 'admin', password);
    await use(page);
  },
});

const dashboard = (section: string) => `/erp/ccdfdesk?campaign=ccdf15&tab=mails&mails=${section}`;
test('R15 P04 a text is edited with its placeholders, previewed with a real enrolment, sent as a test, and saved on the version that was read', async ({
  staff: page,
  forum,
}) => {
  await page.goto(dashboard('texts'));
  await page.getByRole('tab', { name: '報名收件通知' }).click();
  const body = page.getByLabel('中文內文');
  await body.fill('您好，《》已收到。');
  await body.press('Home');
  for (let step = 0; step < 4; step += 1) await body.press('ArrowRight');
  await page.getByRole('button', { name: /插入 ?\{title\}/ }).click();
  await expect(body).toHaveValue('您好，《{title}》已收到。');
  const preview = page.getByRole('region', { name: '預覽' });
  await expect(preview).toContainText('您好，《海的記憶》已收到。');
  await page.getByLabel('以哪一筆報名預覽').click();
  await page.getByRole('option', { name: /山/ }).click();
  await expect(preview).toContainText('您好，《山》已收到。');
  await expect(preview).toContainText('we have received “Mountain”');

  await page.getByLabel('中文主旨').fill('收到 {titel}');
  await expect(page.getByText('中文主旨不能使用代換欄位{titel}')).toBeVisible();
  await expect(page.getByRole('button', { name: '儲存範本' })).toBeDisabled();
  await page.getByLabel('中文主旨').fill('收到《{title}》');
  await page.getByRole('button', { name: '寄測試信給自己（中文）' }).click();
  await expect.poll(() => forum.mails.received.find(({ subject }) => subject === '【測試】收到《山》')).toBeTruthy();

  // Somebody else changes another part of the campaign, then this very text.
  const { ver } = await forum.send('GET', '/campaign/ccdf15');
  await forum.send('PUT', '/campaign/ccdf15', { maxSel: 6, ver });
  await page.getByRole('button', { name: '儲存範本' }).click();
  await expect(page.getByText('已儲存「報名收件通知」')).toBeVisible();
  await page.getByLabel('中文主旨').fill('我的主旨');
  const existing = await forum.send('GET', '/campaign/ccdf15');
  await forum.send('PUT', '/campaign/ccdf15', { mailSubmit: { subjectTw: '別人的主旨', bodyTw: '', subjectEn: '', bodyEn: '' }, ver: existing.ver });
  await page.getByRole('button', { name: '儲存範本' }).click();
  await expect(page.getByRole('alert')).toContainText('您輸入的內容仍在這裡');
  await expect(page.getByLabel('中文主旨')).toHaveValue('我的主旨');
  await page.getByRole('button', { name: '保留我的內容' }).click();
  await page.getByRole('button', { name: '儲存範本' }).click();
  await expect(page.getByText('尚未儲存')).toBeHidden();
  expect((await forum.send('GET', '/campaign/ccdf15')).mailSubmit).toMatchObject({ subjectTw: '我的主旨' });
  expect(await seriousFaults(page)).toEqual([]);
});

test('P04 a batch is composed, reviewed, edited and released; both mails arrive, each in its language', async ({ staff: page, forum }) => {
  await page.goto(dashboard('batches'));
  await page.getByRole('button', { name: '撰寫批次信件' }).click();
  await expect(page.getByText('共 2 位收件人')).toBeVisible();
  await expect(page.getByRole('button', { name: '審核通過' })).toHaveAttribute('aria-pressed', 'true');
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('button', { name: '下一步' }).click();
  await page.getByRole('button', { name: '寫好 2 封，準備檢視' }).click();
  await expect(page.getByText('面談時間為必填')).toBeVisible();
  await expect(page.getByLabel('面談時間（中文）')).toBeFocused();
  await page.getByLabel('面談時間（中文）').fill('12 月 5 日下午兩點');
  await page.getByLabel('面談時間（英文）').fill('5 December, 2 pm');
  await page.getByLabel('面談地點（中文）').fill('台北');
  // Looking elsewhere on the dashboard loses nothing that was typed.
  await page.getByRole('button', { name: '寄件匣' }).click();
  await page.getByRole('button', { name: '批次信件', exact: true }).click();
  await expect(page.getByLabel('面談時間（中文）')).toHaveValue('12 月 5 日下午兩點');
  await page.getByRole('button', { name: '寫好 2 封，準備檢視' }).click();

  await expect(page.getByText('這些信尚未寄出')).toBeVisible();
  const before = forum.mails.received.length;
  await page.getByText('海的記憶', { exact: true }).click();
  await expect(page.getByText('時間：12 月 5 日下午兩點')).toBeVisible();
  await page.getByRole('button', { name: '修改：海的記憶' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('主旨').fill('《海的記憶》請您來談');
  await dialog.getByRole('button', { name: '儲存這封信' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('《海的記憶》請您來談').first()).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  expect(forum.mails.received.length).toBe(before);
  await page.getByRole('button', { name: '放行 2 封' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '放行 2 封' }).click();
  await expect.poll(() => forum.mails.received.length).toBe(before + 2);
  const arrived = forum.mails.received.slice(before);
  expect(arrived.find(({ recipients }) => recipients[0] === 'tw@example.com')).toMatchObject({ subject: '《海的記憶》請您來談' });
  const english = arrived.find(({ recipients }) => recipients[0] === 'en@example.com');
  expect(english?.subject).toBe('Forum 15: interview about “Mountain”');
  expect(english?.text).toContain('When: 5 December, 2 pm\nWhere: 台北');
  await page.goto(dashboard('outbox'));
  await expect(page.getByRole('row', { name: /en@example.com.*面談通知.*已寄出/ })).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);

  // The same people are not written to twice by accident.
  await page.goto(dashboard('batches'));
  await page.getByRole('button', { name: '撰寫批次信件' }).click();
  await expect(page.getByText('2 位已寫過同種信件')).toBeVisible();
  await expect(page.getByRole('button', { name: '下一步' })).toBeDisabled();
});

test('P04 a discarded batch disappears, in English, on a phone', async ({ staff: page, forum, context }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await context.addCookies([{ name: 'lang', value: 'en', url: forum.url }]);
  await page.goto(dashboard('batches'));
  await page.getByRole('button', { name: 'Write a batch' }).click();
  await page.getByRole('combobox', { name: 'Kind of mail' }).selectOption('free');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Text in English').fill('Dear {name}, see {url}');
  await page.getByLabel('Subject in Chinese').fill('一件事');
  await page.getByLabel('Subject in English').fill('One thing');
  await page.getByRole('button', { name: 'Write 2 mails for review' }).click();
  await expect(page.getByText('None of these mails has been sent')).toBeVisible();
  await expectNoWider(page);
  const before = forum.mails.received.length;
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('button', { name: 'Write a batch' })).toBeVisible();
  await expect(page.getByRole('row', { name: /To applicants/ })).toHaveCount(0);
  expect(forum.mails.received.length).toBe(before);
});
