/** A timetable is released in the browser, a meeting moves and is released again; a decision maker reads page, PDF and calendar through their link. */

import ICAL from 'ical.js';
import words from '#locales/en/site-part.json' with { type: 'json' };
import { pagesOf } from '../../support/files/pdf-text.ts';
import { failing, failures } from '../../support/network/failing-answers.ts';
import { seriousFaults } from '../axe.ts';
import { expect, expectNoWider, type Page, type Reelbase, test } from '../reelbase.ts';

type Fields = Record<string, unknown>;

const day = '2030-05-04';
const at = (time: string) => `${day} ${time}:00`;

/** Two decision makers, two pitches, a meeting each, on a morning of the year 2030. */
async function makeForum(reelbase: Reelbase, id: string) {
  const api = await reelbase.api();
  const send = async (method: string, path: string, json?: Fields) => {
    const answer = await api(path, { method, ...(json && { body: JSON.stringify(json) }) });
    const body = (await answer.json()) as Fields & { data?: Fields };
    expect(answer.ok, JSON.stringify(body)).toBe(true);
    return body.data ?? body;
  };
  const make = async (object: string, row: Fields) => String((await send('POST', `/api/pb/${object}`, row)).id);
  const days = [{ date: day, start: '09:00:00', end: '11:00:00', slot: 20, gap: 10, rooms: ['A', 'B'] }];
  await make('campaign', { id, cna: '春季大會', enaName: 'Spring Forum', maxSel: 3, zone: 'GMT+8', days });
  const pitches = [
    await make('pitch', {
      cid: id,
      attProgram: 'C',
      enrollid: 'C001',
      cname: '海的記憶',
      ename: 'Memory of the Sea',
      producer: { cname: '吳潮', email: 'wu@example.com' },
    }),
    await make('pitch', { cid: id, attProgram: 'C', enrollid: 'C002', cname: '燈塔', ename: 'Lighthouse' }),
  ];
  const more = { cid: id, available: [{ start: at('01:00'), end: at('03:00') }], priority: pitches };
  const dms = [
    await make('decision_maker', { ...more, name: '安娜', ename: 'Anna Virtanen', org: 'YLE', email: 'anna@example.com', lang: 'en' }),
    await make('decision_maker', { ...more, name: '林美惠', ename: 'Mei-Hui Lin', org: '公視', email: 'lin@example.com', lang: 'tw' }),
  ];
  const place = (dm: number, pitch: number, start: string, room: string) => ({ do: 'place', dm: dms[dm], pitch: pitches[pitch], start: at(start), room });
  await send('POST', `/api/pairing/${id}/moves`, { moves: [place(0, 0, '01:00', 'A'), place(1, 1, '01:00', 'B')] });
  return { send, dms, pitches };
}

const speak = (page: Page, reelbase: Reelbase, lang: 'tw' | 'en') => page.context().addCookies([{ name: 'lang', value: lang, url: reelbase.url }]);

test('S06 release, move, release again: the list names only affected people, and a decision maker sees the change in all forms', async ({
  staff,
  reelbase,
  browser,
}) => {
  const { send, dms } = await makeForum(reelbase, 'spring');
  await speak(staff, reelbase, 'tw');
  await staff.goto('/erp/ooorelease?campaign=spring');
  await expect(staff.getByText('2 場會談，2 位決策者，2 件提案')).toBeVisible();
  await expect(staff.getByText('其中 1 位沒有可寄送的電子郵件')).toBeVisible();
  const people = staff.getByRole('region', { name: /首次收到時間表者：4 位/ });
  await expect(people.locator('.release-people > li')).toHaveCount(4);
  await staff.getByRole('button', { name: '決策者 2' }).click();
  await expect(people.locator('.release-people > li')).toHaveCount(2);
  expect(await seriousFaults(staff)).toEqual([]);
  await staff.getByLabel('版次說明（選填）').fill('初版');
  await staff.getByRole('button', { name: '發布第 1 版' }).click();
  const dialog = staff.getByRole('dialog', { name: '要發布第 1 版嗎？' });
  await expect(dialog).toContainText('3 封通知信');
  await dialog.getByRole('button', { name: '發布第 1 版' }).click();
  await expect(staff.getByText('第 1 版已發布。')).toBeVisible();
  await expect(staff.getByText('草稿與第 1 版完全相同')).toBeVisible();
  await staff.getByRole('link', { name: '檢視通知信' }).first().click();
  await expect(staff.getByRole('heading', { name: /時間表通知/ })).toBeVisible();
  await expect(staff.getByText('lin@example.com')).toBeVisible();
  await staff
    .getByRole('button', { name: /放行|寄出|發出/ })
    .first()
    .click();
  await staff.getByRole('dialog').getByRole('button').last().click();
  await expect(staff.getByRole('dialog')).toBeHidden();

  // Anna's meeting moves; somebody who stays is in no list.
  const board = (await send('GET', '/api/pairing/spring')) as { pairings: { id: string; ver: number; dm: string }[] };
  const hers = board.pairings.find(({ dm }) => dm === dms[0])!;
  await send('POST', '/api/pairing/spring/moves', { moves: [{ do: 'move', pairing: hers.id, ver: hers.ver, start: at('02:00'), room: 'B' }] });
  await speak(staff, reelbase, 'en');
  await staff.goto('/erp/ooorelease?campaign=spring');
  const touched = staff.getByRole('region', { name: 'Affected since version 1: 2' });
  await expect(touched.locator('.release-people > li')).toHaveCount(2);
  await expect(touched).toContainText('2030-05-04 09:00–09:20 (A) → 2030-05-04 10:00–10:20 (B)');
  await expect(touched).not.toContainText('Mei-Hui Lin');
  expect(await seriousFaults(staff)).toEqual([]);
  await staff.getByRole('button', { name: 'Release version 2' }).click();
  await staff.getByRole('dialog').getByRole('button', { name: 'Release version 2' }).click();
  await expect(staff.getByText('Version 2 has been released.')).toBeVisible();
  await staff.setViewportSize({ width: 360, height: 780 });
  await expectNoWider(staff);
  expect(await seriousFaults(staff)).toEqual([]);

  // The link of the mail, in a browser of her own.
  const { history } = (await send('GET', '/api/release/spring')) as { history: { batch: { id: string } }[] };
  const { mails } = (await send('GET', `/api/desk/mails/batches/${history[0]!.batch.id}`)) as { mails: { to: string; body: string }[] };
  expect(mails.map(({ to }) => to).sort()).toEqual(['anna@example.com', 'wu@example.com']);
  const body = mails.find(({ to }) => to === 'anna@example.com')!.body;
  expect(body).toContain('Another time: 2030-05-04 09:00–09:20 (A) → 2030-05-04 10:00–10:20 (B)');
  const path = /\/my\/[\w-]{36}/.exec(body)![0];
  const context = await browser.newContext({ baseURL: reelbase.url });
  const own = await context.newPage();
  await own.goto(path);
  await expect(own.getByText('Memory of the Sea').first()).toBeVisible();
  await expect(own.getByText('10:00').first()).toBeVisible();
  const paper = own.locator('a[href*="schedule.pdf"]');
  const pdf = await paper.getAttribute('href');
  for (const failure of failures)
    await failing(own, /schedule\.pdf$/, failure, async () => {
      await paper.click();
      const notice = own.getByRole('alert').filter({ hasText: words.lost.split('{')[0] ?? '' });
      await expect(notice, `K12 ${failure}`).toBeVisible();
      await notice.getByRole('button').click();
    });
  const [file] = await Promise.all([own.waitForEvent('download'), paper.click()]);
  expect(file.suggestedFilename()).toMatch(/\.pdf$/);
  for (const [lang, said] of [
    ['en', ['Anna Virtanen', 'Version 2', '10:00–10:20', 'C001 Memory of the Sea']],
    ['tw', ['安娜', '第 2 版', '10:00–10:20', 'C001 海的記憶']],
  ] as const) {
    const answer = await context.request.get(pdf!.replace(/lang=\w+/, `lang=${lang}`));
    const [page = ''] = await pagesOf(new Uint8Array(await answer.body()));
    for (const text of said) expect(page).toContain(text);
    expect(page).not.toContain('09:00–09:20');
  }
  const webcal = (await own.locator('a[href^="webcal:"]').getAttribute('href'))!;
  const feed = await context.request.get(webcal.slice(webcal.indexOf('/api/')));
  const [event] = new ICAL.Component(ICAL.parse(await feed.text())).getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
  expect([event?.summary, event?.sequence, event?.startDate.toJSDate().toISOString(), event?.location]).toEqual([
    'C001 Memory of the Sea',
    1,
    '2030-05-04T02:00:00.000Z',
    'Table B',
  ]);
  await context.close();
});

test('S06 a version is withdrawn and the earlier one released again; two are compared, and everything is downloaded', async ({ staff, reelbase }) => {
  const { send, dms } = await makeForum(reelbase, 'autumn');
  const release = async () => {
    const { version, number } = await send('GET', '/api/release/autumn');
    await send('POST', '/api/release/autumn', { version, number });
  };
  await release();
  const board = (await send('GET', '/api/pairing/autumn')) as { pairings: { id: string; ver: number; dm: string }[] };
  const hers = board.pairings.find(({ dm }) => dm === dms[0])!;
  await send('POST', '/api/pairing/autumn/moves', { moves: [{ do: 'move', pairing: hers.id, ver: hers.ver, start: at('02:00'), room: 'B' }] });
  await release();
  await speak(staff, reelbase, 'tw');
  await staff.goto('/erp/ooorelease?campaign=autumn');
  await staff.getByRole('button', { name: '撤回' }).click();
  await staff.getByRole('dialog', { name: '要撤回第 2 版嗎？' }).getByRole('button', { name: '撤回' }).click();
  await expect(staff.getByText('第 3 版已發布。')).toBeVisible();
  await expect(staff.getByRole('row', { name: /^3\s*目前/ })).toContainText('回復第 1 版');
  await staff.getByText('比較兩個版本').click();
  await staff.getByLabel('較早').selectOption('2');
  await staff.getByLabel('較晚').selectOption('3');
  await expect(staff.getByText('共 1 場會談不同。')).toBeVisible();
  const download = staff.waitForEvent('download');
  await staff.getByRole('button', { name: 'XLSX 活頁簿' }).click();
  expect((await download).suggestedFilename()).toBe('autumn-newest-xlsx.xlsx');
});
