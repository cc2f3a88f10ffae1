import type { Page } from '@playwright/test';
import { seriousFaults } from '../axe.ts';
import { expect, test } from '../reelbase.ts';
import { expectAccessible } from '../site.ts';

const forumDay = '2031-05-01';
const secondDay = '2031-05-02';
type Call = (path: string, init?: RequestInit) => Promise<Response>;

interface Ground {
  dm: string;
  pitches: string[];
  url: string;
}

/** A forum of its own for each test. */
async function makeForum(api: Call, cid: string): Promise<Ground> {
  const post = async (path: string, body: object) => {
    const answer = await api(path, { method: 'POST', body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as { id: string; data: { people: { id: string; link: { url: string } | null }[] } };
  };
  const day = { start: '10:00:00', end: '12:00:00', slot: 20, gap: 10, rooms: ['A', 'B'] };
  const days = [forumDay, secondDay].map((date) => ({ date, ...day }));
  await post('/api/pb/campaign', { id: cid, cna: '市場會談', enaName: 'Market Meetings', maxSel: 3, zone: 'GMT+8', wishUntil: '2031-04-01 10:00:00', days });
  const pitches: string[] = [];
  for (const index of [1, 2, 3]) {
    const titles = { cname: `海的記憶 ${index}`, ename: `Memory ${index}` };
    pitches.push((await post('/api/pb/pitch', { cid, attProgram: 'C', enrollid: `C00${index}`, ...titles, logline })).id);
  }
  for (const id of pitches) await prepare(api, id);
  const exported = await api(`/api/pb/campaign/${cid}/actions/export`, { method: 'POST', body: JSON.stringify({ confirm: cid }) });
  if (!exported.ok) throw new Error(await exported.text());
  const { id: dm } = await post('/api/pb/decision_maker', { cid, name: '林美惠', ename: 'Mei-Hui Lin', org: 'Elbe', email: 'mei@example.com', lang: 'en' });
  const made = await post(`/api/forum/${cid}/links`, { object: 'decision_maker', ids: [dm] });
  const url = made.data.people.find((person) => person.id === dm)?.link?.url ?? '';
  return { dm, pitches, url: new URL(url).pathname };
}

/** Verified, as what is offered has to be. */
async function prepare(api: Call, id: string): Promise<void> {
  const row = (await (await api(`/api/pb/pitch/${id}`)).json()) as { ver: number };
  const content = { genre: ['[AR]'], len: '[FL]', stage: 2, trailer: 'https://video.example.com/1', ver: row.ver };
  const saved = await api(`/api/pb/pitch/${id}`, { method: 'PUT', body: JSON.stringify(content) });
  if (!saved.ok) throw new Error(await saved.text());
  for (const action of ['submit', 'verify']) {
    const answer = await api(`/api/pb/pitch/${id}/actions/${action}`, { method: 'POST', body: '{}' });
    if (!answer.ok) throw new Error(`${action}: ${await answer.text()}`);
  }
}

/** As long as it may be, in two languages. */
const logline = `${'一個漁村，和它不肯忘記的海。'.repeat(12)}\n${'A village and a sea. '.repeat(15).trim()}`;
const cell = (page: Page, name: RegExp) => page.getByRole('gridcell', { name });
const rowOf = async (api: Call, id: string) =>
  (await (await api(`/api/pb/decision_maker/${id}`)).json()) as { available: { start: string; end: string }[]; priority: string[] };

async function noSerious(page: Page): Promise<void> {
  expect(await seriousFaults(page)).toEqual([]);
}

test('the days are set up with a preview, and stranding a meeting asks first', async ({ staff: page, reelbase }) => {
  const api = await reelbase.api();
  const { dm, pitches } = await makeForum(api, 'market31');
  const all = [{ start: `${forumDay} 00:00:00`, end: `${forumDay} 10:00:00` }];
  const { ver } = (await (await api(`/api/pb/decision_maker/${dm}`)).json()) as { ver: number };
  await api(`/api/pb/decision_maker/${dm}`, { method: 'PUT', body: JSON.stringify({ available: all, priority: pitches, ver }) });
  const meeting = { cid: 'market31', dm, pitch: pitches[0], start: `${forumDay} 03:30:00`, end: `${forumDay} 03:50:00`, room: 'B' };
  expect((await api('/api/pb/pairing', { method: 'POST', body: JSON.stringify(meeting) })).status).toBe(201);
  await page.goto('/erp/ooosetup?campaign=market31');
  const first = page.getByRole('region', { name: forumDay });
  await expect(first.getByRole('listitem')).toHaveCount(4);
  await first.getByLabel('桌次或房間').fill('Table 1-12');
  await first.getByRole('textbox', { name: '結束', exact: true }).fill('1100');
  // What cannot be read stays as typed and says so.
  const date = page.getByRole('textbox', { name: '日期' }).first();
  await date.fill('2031/2/30');
  await page.getByLabel('桌次或房間').first().focus();
  await expect(date).toHaveValue('2031/2/30');
  await expect(date).toHaveAccessibleDescription(/不是有效的日期/);
  await date.fill('２０３１０５０１');
  await expect(first.getByRole('textbox', { name: '結束', exact: true })).toHaveValue('11:00');
  await expect(first.getByRole('listitem')).toHaveCount(2);
  await expect(page.getByRole('alert')).toContainText('海的記憶 1');
  await page.locator('form button[type="submit"]').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await noSerious(page);
  await page.getByRole('dialog').getByRole('button').last().click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('region', { name: forumDay }).getByLabel('桌次或房間')).toHaveValue(/Table 1, .*Table 12/);
  await page.goto('/erp/ooosetup?campaign=market31&tab=people');
  await expect(page.getByRole('row')).toHaveCount(2);
  await noSerious(page);
});

test('a text of the mails with personal links that is refused leads to its box', async ({ staff: page, reelbase }) => {
  await makeForum(await reelbase.api(), 'mailed15');
  await page.context().addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);
  await page.goto('/erp/ooosetup?campaign=mailed15');
  await page.getByRole('tab', { name: 'Decision makers and pitches' }).click();
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Mail links…' }).click();
  const subject = page.getByRole('group', { name: 'English' }).getByLabel('Subject');
  await subject.fill('Your page, {nobody}');
  // As on a busy machine, where frames come before the marks are drawn.
  await page.evaluate(() => {
    const frame = window.requestAnimationFrame.bind(window);
    let early = 40;
    window.requestAnimationFrame = (callback) => {
      early -= 1;
      if (early < 0) return frame(callback);
      queueMicrotask(() => callback(performance.now()));
      return 0;
    };
  });
  await page.getByRole('button', { name: 'Write the mails' }).click();
  await expect(subject).toHaveAttribute('aria-invalid', 'true');
  await expect(subject).toBeFocused();
  await subject.fill('Your page');
  await page.getByRole('button', { name: 'Write the mails' }).click();
  await expect(page).toHaveURL(/tab=mails/);
});

test('times are painted with mouse and keyboard, wishes are sorted by dragging and keys, in the edit form', async ({ staff: page, reelbase }) => {
  const api = await reelbase.api();
  const { dm, pitches } = await makeForum(api, 'market32');
  const { ver } = (await (await api(`/api/pb/decision_maker/${dm}`)).json()) as { ver: number };
  await api(`/api/pb/decision_maker/${dm}`, { method: 'PUT', body: JSON.stringify({ priority: pitches, ver }) });
  await page.goto(`/erp/dmman/edit?id=${dm}&field=available`);
  const grid = page.getByRole('grid').first();
  const slot = (row: number, column: number) => grid.locator('tbody tr').nth(row).getByRole('gridcell').nth(column);
  await slot(0, 0).hover();
  await page.mouse.down();
  await slot(1, 1).hover();
  await page.mouse.up();
  await expect(grid.locator('[aria-selected="true"]')).toHaveCount(4);
  await slot(1, 0).focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(grid.locator('[aria-selected="true"]')).toHaveCount(6);
  await page.keyboard.press('Control+s');
  await expect
    .poll(async () => (await rowOf(api, dm)).available)
    .toEqual([
      { start: `${forumDay} 02:00:00`, end: `${forumDay} 03:50:00` },
      { start: `${secondDay} 02:00:00`, end: `${secondDay} 02:50:00` },
    ]);
  await page.goto(`/erp/dmman/edit?id=${dm}&field=priority`);
  const handles = page.locator('[data-handle]');
  await expect(handles).toHaveCount(3);
  await handles.nth(2).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(page.locator('[data-key]').first()).toHaveAttribute('data-key', pitches[2] ?? '');
  await expect(handles.first()).toBeFocused();
  const [from, to] = [await handles.nth(1).boundingBox(), await page.locator('[data-key]').nth(2).boundingBox()];
  await page.mouse.move((from?.x ?? 0) + 8, (from?.y ?? 0) + 8);
  await page.mouse.down();
  await page.mouse.move((from?.x ?? 0) + 8, (to?.y ?? 0) + (to?.height ?? 0) - 2, { steps: 5 });
  await page.mouse.up();
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await rowOf(api, dm)).priority).toEqual([pitches[2], pitches[1], pitches[0]]);
});

for (const lang of ['tw', 'en'] as const)
  test(`the personal page on a phone, ${lang}`, async ({ browser, reelbase }) => {
    const api = await reelbase.api();
    const { dm, pitches, url } = await makeForum(api, `market-${lang}`);
    const context = await browser.newContext({
      viewport: { width: 360, height: 780 },
      hasTouch: true,
      isMobile: true,
      baseURL: reelbase.url,
      timezoneId: 'Europe/Berlin',
    });
    const page = await context.newPage();
    const answer = await page.goto(`${url}?lang=${lang}`);
    expect(answer?.headers()['referrer-policy']).toBe('no-referrer');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(lang === 'tw' ? '林美惠' : 'Mei-Hui Lin');
    await cell(page, /10:00/).first().tap();
    await expect(page.getByText(lang === 'tw' ? /已於 .* 儲存/ : /Saved at/)).toBeVisible();
    expect((await rowOf(api, dm)).available).toEqual([{ start: `${forumDay} 02:00:00`, end: `${forumDay} 02:20:00` }]);
    for (const title of lang === 'tw' ? ['海的記憶 2', '海的記憶 1'] : ['Memory 2', 'Memory 1'])
      await page.getByRole('button', { name: lang === 'tw' ? `將《${title}》加入清單` : `Add “${title}” to the list` }).tap();
    await expect.poll(async () => (await rowOf(api, dm)).priority).toEqual([pitches[1], pitches[0]]);
    await page.locator('[data-handle]').first().focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(async () => (await rowOf(api, dm)).priority).toEqual([pitches[0], pitches[1]]);
    await expectAccessible(page, `personal page ${lang}`);
    await page.reload();
    await expect(page.locator('[data-key]').first()).toHaveAttribute('data-key', pitches[0] ?? '');
    const cut = (lines: Element[]) => lines.filter((line) => line.scrollHeight > line.clientHeight + 1).length;
    expect(await page.locator('.my-logline').evaluateAll(cut), 'loglines that end before their end').toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    const [times, wishes] = await Promise.all(['#my-times', '#my-wishes'].map((title) => page.locator(title).boundingBox()));
    expect(wishes?.y, 'the times stand beside the pitches').toBe(times?.y);
    await page.goto('/my/nothing-of-the-kind');
    await expectAccessible(page, 'wrong link');
    await context.close();
  });

test('without a connection painted times are stored and saved later; without a script the page can be read', async ({ browser, reelbase }) => {
  const api = await reelbase.api();
  const { dm, url } = await makeForum(api, 'market33');
  const context = await browser.newContext({ baseURL: reelbase.url });
  const page = await context.newPage();
  await page.goto(`${url}?lang=en`);
  await cell(page, /10:00/).first().waitFor();
  await context.setOffline(true);
  await cell(page, /10:00/).first().click();
  await expect(page.getByText('Offline')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Saved at')).toBeVisible();
  expect((await rowOf(api, dm)).available).toHaveLength(1);
  await context.close();
  const plain = await browser.newContext({ baseURL: reelbase.url, javaScriptEnabled: false });
  const bare = await plain.newPage();
  await bare.goto(`${url}?lang=en`);
  await expect(bare.getByText('10:00', { exact: true })).toBeVisible();
  await expect(bare.getByRole('heading', { name: 'Pitches you would like to meet' })).toBeVisible();
  await plain.close();
});

test('E05 K05 the personal page in two tabs: each shows the edits of the other, and a field that both changed asks', async ({ browser, reelbase }) => {
  const api = await reelbase.api();
  const { dm, pitches, url } = await makeForum(api, 'market34');
  const context = await browser.newContext({ baseURL: reelbase.url });
  const [one, two] = [await context.newPage(), await context.newPage()];
  for (const page of [one, two]) {
    await page.goto(`${url}?lang=en`);
    await cell(page, /10:00/).first().waitFor();
  }
  const add = (page: Page, number: number) => page.getByRole('button', { name: `Add “Memory ${number}” to the list` }).click();
  const [isFree, first] = [(page: Page, time: RegExp) => cell(page, time).first(), (page: Page) => page.locator('[data-key]').first()];
  await Promise.all([isFree(one, /10:00/).click(), add(two, 1)]);
  for (const page of [one, two]) {
    await expect(isFree(page, /10:00/)).toHaveAttribute('aria-selected', 'true');
    await expect(first(page)).toHaveAttribute('data-key', pitches[0] ?? '');
  }
  await expect.poll(() => rowOf(api, dm)).toMatchObject({ available: [{ start: `${forumDay} 02:00:00` }], priority: [pitches[0]] });
  // Both fields in both tabs, while only one of them has a line.
  await two.route('**/api/my/**', (route) => route.abort());
  await isFree(two, /10:30/).click();
  await add(two, 2);
  await isFree(one, /11:00/).click();
  await add(one, 3);
  await expect.poll(async () => (await rowOf(api, dm)).priority).toEqual([pitches[0], pitches[2]]);
  const question = two.getByRole('status').filter({ hasText: 'changed a moment ago' });
  await expect(question).toContainText('When you can meet');
  await expect(isFree(two, /10:30/)).toHaveAttribute('aria-selected', 'true');
  await two.unroute('**/api/my/**');
  await expectAccessible(two, 'asked about the times');
  await two.getByRole('button', { name: 'Keep mine' }).click();
  await expect(question).toContainText('Pitches you would like to meet');
  await two.getByRole('button', { name: 'Take the newest' }).click();
  await expect(question).toHaveCount(0);
  await expect(isFree(one, /10:30/)).toHaveAttribute('aria-selected', 'true');
  await expect(isFree(one, /11:00/)).toHaveAttribute('aria-selected', 'false');
  await expect(two.locator('[data-key]')).toHaveCount(2);
  await expect.poll(() => rowOf(api, dm)).toMatchObject({ available: [{ start: `${forumDay} 02:00:00` }], priority: [pitches[0], pitches[2]] });
  await expect.poll(async () => (await rowOf(api, dm)).available.map(({ end }) => end)).toEqual([`${forumDay} 02:50:00`]);
  // A tab that is closed without a line leaves what it holds to the other.
  await context.setOffline(true);
  await add(two, 2);
  await two.close();
  await context.setOffline(false);
  await expect(async () => {
    await one.evaluate(() => dispatchEvent(new Event('focus')));
    await expect(one.locator('[data-key]')).toHaveCount(3, { timeout: 1_000 });
  }).toPass();
  await expect.poll(async () => (await rowOf(api, dm)).priority).toEqual([pitches[0], pitches[2], pitches[1]]);
  await context.close();
});
