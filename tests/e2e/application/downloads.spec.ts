/** K12: every file that is handed out says so in words when it does not come, refused or cut in the middle; one that comes is a file. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import enrol from '#locales/en/site-enrol.json' with { type: 'json' };
import words from '#locales/en/site-part.json' with { type: 'json' };
import admin from '#locales/tw/admin.json' with { type: 'json' };
import desk from '#locales/tw/desk.json' with { type: 'json' };
import forum from '#locales/tw/desk-forum.json' with { type: 'json' };
import form from '#locales/tw/form.json' with { type: 'json' };
import operations from '#locales/tw/operations.json' with { type: 'json' };
import { whole } from '../../support/forum/applicants.ts';
import { failing, failures } from '../../support/network/failing-answers.ts';
import { expect, test } from '../reelbase.ts';
import { campaignId, enter, test as onSite } from '../site.ts';

/** Presses it with both failures, then with the server's own answer. */
async function asked(
  page: Page,
  button: Pick<Locator, 'click'>,
  { path, name, says, begins }: { path: RegExp; name: RegExp; says: RegExp; begins: string },
): Promise<void> {
  const before = page.url();
  for (const failure of failures) {
    await failing(page, path, failure, async () => {
      await button.click();
      const notice = page.locator('[role="alert"]').filter({ hasText: says }); // also behind a dialog
      await expect(notice, `${path} ${failure}`).toBeVisible();
      await expect(notice).not.toContainText(/Failed to fetch|network error|Service Unavailable/i);
      await notice.locator('button').click();
      await expect(notice).toHaveCount(0);
    });
  }
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect(file.suggestedFilename()).toMatch(name);
  expect(readFileSync(await file.path(), 'latin1').slice(0, begins.length), String(path)).toBe(begins);
  expect(page.url(), 'the page stays').toBe(before);
}

const pdf = { name: /\.pdf$/, begins: '%PDF-' };
const workbook = { name: /\.xlsx$/, begins: 'PK' };

test('K12 downloads of the back office: export, template, PDF, backup, ranking, minutes of the decision, wish sheet', async ({ staff, reelbase }) => {
  const api = await reelbase.api();
  const make = async (object: string, row: object) => {
    const answer = await api(`/api/pb/${object}`, { method: 'POST', body: JSON.stringify(row) });
    expect(answer.ok, await answer.clone().text()).toBe(true);
    return ((await answer.json()) as { id: string }).id;
  };
  const days = [{ date: '2030-05-04', start: '09:00:00', end: '11:00:00', slot: 20, gap: 10, rooms: ['A'] }];
  await make('campaign', { id: 'files', cna: '下載', maxSel: 3, zone: 'GMT+8', days });
  const enrolment = await make('enrolment', { cid: 'files', applicant: await make('applicant', { email: 'files@example.com' }), cname: '海' });
  const button = (name: string) => staff.getByRole('button', { name, exact: true });
  const failed = /匯出失敗/;
  const lost = /下載失敗［.*(請再試一次|請稍候再試)］/;

  await staff.goto('/erp/pb-company');
  const everything = {
    click: async () => {
      await button(admin.list.export).click();
      await staff.getByRole('menuitem', { name: 'CSV' }).last().click();
    },
  };
  await asked(staff, everything, { path: /company\/export$/, name: /^company\.csv$/, says: failed, begins: 'ï»¿' });
  await button(admin.list.import).click();
  await asked(staff, staff.getByRole('dialog').getByRole('button', { name: admin.import.template }), { path: /import\/template$/, ...workbook, says: failed });
  await staff.goto(`/erp/ccdfenroll/edit?id=${enrolment}`);
  await asked(staff, button(form.form.print), { path: /\/print$/, ...pdf, says: lost });
  await staff.goto('/erp/ccdfdesk?campaign=files&tab=ranking');
  await asked(staff, button(desk.desk.export), { path: /desk\/files\/export$/, ...workbook, says: failed });
  await asked(staff, button(desk.desk.minutes.button), { path: /desk\/files\/minutes/, ...pdf, says: failed });
  await staff.goto('/erp/ooosetup?campaign=files&tab=wishes');
  await asked(staff, button(forum.deskForum.sheet.template), { path: /wishes\/template$/, ...workbook, says: lost });
  await staff.goto('/erp/sysman?tab=jobs');
  await button(operations.jobs.backup_start).click();
  await asked(staff, button(operations.jobs.download), { path: /system\/backups\/./, name: /\.tar\.gz$/, says: lost, begins: '\x1f\x8b' });
});

onSite('K12 what the public site hands out: receipt and paper, from every screen; without script the link is a plain one', async ({ browser, site }) => {
  const session = await site.applicant('papers@example.com');
  const headers = { 'content-type': 'application/json', origin: site.url, cookie: session };
  const call = async (method: string, path: string, json: object) => {
    const answer = await fetch(`${site.url}/api/site${path}`, {
      method,
      headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify(json),
    });
    expect(answer.ok, await answer.clone().text()).toBe(true);
    return ((await answer.json()) as { data: { id: string; ver: number; enrolment?: { ver: number } } }).data;
  };
  const { id } = await call('POST', '/enrolments', { campaign: campaignId });
  const empty = (value: unknown) => (Array.isArray(value) ? [] : typeof value === 'boolean' ? false : typeof value === 'number' ? null : '');
  const saved = await call('PATCH', `/enrolments/${id}`, { changes: Object.entries(whole).map(([path, to]) => ({ path, from: empty(to), to })) });
  await call('POST', `/enrolments/${id}/submit`, { ver: saved.enrolment?.ver ?? saved.ver, confirm: true });

  const context = await browser.newContext({ baseURL: site.url, viewport: { width: 360, height: 740 } });
  await enter(context, site.url, session, 'en');
  const page = await context.newPage();
  const link = (name: string) => page.getByRole('link', { name });
  const says = new RegExp(`^${words.lost.replace('{why}', `(${words.cut}|${words.unavailable})`)}`);
  await page.goto(`/enroll?campaign=${campaignId}`);
  await asked(page, page.locator('.enrol-gate-receipt'), { path: /receipt\.pdf$/, ...pdf, says });
  await page.goto(`/enroll/edit?campaign=${campaignId}`);
  await asked(page, link(enrol.list.receipt), { path: /receipt\.pdf$/, ...pdf, says });
  await asked(page, link(enrol.list.print), { path: /print\.pdf$/, ...pdf, says });
  await page.goto(`/enroll/edit?campaign=${campaignId}&id=${id}`);
  await asked(page, link(enrol.receipt.pdf), { path: /receipt\.pdf$/, ...pdf, says });
  await asked(page, link(enrol.receipt.print), { path: /print\.pdf$/, ...pdf, says });
  // A refusal says the server's own sentence.
  await page.route('**/receipt.pdf?**', (route) =>
    route.fulfill({
      status: 423,
      json: { done: false, msg: 'Too often', err: { code: 'msg.limit', message: 'Too often', fields: [] }, stk: null, data: null },
    }),
  );
  await link(enrol.receipt.pdf).click();
  await expect(page.getByRole('alert')).toContainText(words.lost.replace('{why}', 'Too often'));
  await context.close();
});
