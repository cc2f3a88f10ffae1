/** The forum day in a browser: two organisers at their tablets, a no-show and who comes instead, a delay, a line that is away, the screen for the hall. */
import { seriousFaults } from '../axe.ts';
import { expect, expectNoWider, type Page, type Reelbase, test } from '../reelbase.ts';

type Fields = Record<string, unknown>;
const day = '2026-05-01';
const at = (time: string) => `${day} ${time}:00`;
const cards = (page: Page) => page.locator('.fd-card');
const card = (page: Page, name: string) => page.locator(`.fd-card[aria-label*="${name}"]`);

/** Three decision makers, four pitches, four meetings at 09:00, 09:30 and 10:00 in GMT+8. */
async function makeForum(reelbase: Reelbase, id: string): Promise<(time: string) => string> {
  const admin = await reelbase.api();
  const post = async (path: string, row: Fields): Promise<Fields> => {
    const answer = await admin(path, { method: 'POST', body: JSON.stringify(row) });
    const body = (await answer.json()) as Fields;
    expect(answer.status, JSON.stringify(body)).toBeLessThan(300);
    return body;
  };
  const make = async (object: string, row: Fields) => String((await post(`/api/pb/${object}`, row)).id);
  const days = [{ date: day, start: '09:00:00', end: '11:00:00', slot: 20, gap: 10, rooms: ['A', 'B', 'C'] }];
  await make('campaign', { id, cna: '大會', enaName: 'Forum', maxSel: 3, zone: 'GMT+8', days });
  const pitches: string[] = [];
  for (const [index, ename] of ['Granite', 'Harbour', 'Island', 'Juniper'].entries())
    pitches.push(await make('pitch', { cid: id, attProgram: 'C', enrollid: `C00${index}`, cname: `提案${index}`, ename }));
  const available = [{ start: at('01:00'), end: at('03:00') }];
  const dms: string[] = [];
  for (const [name, ename, wishes] of [
    ['甲', 'Anna', [0, 1, 3]],
    ['乙', 'Bruno', [1, 2]],
    ['丙', 'Clara', [2, 0]],
  ] as const)
    dms.push(await make('decision_maker', { cid: id, name, ename, available, priority: wishes.map((index) => pitches[index]) }));
  const place = (dm: number, pitch: number, start: string, room: string) => ({ do: 'place', dm: dms[dm], pitch: pitches[pitch], start: at(start), room });
  await post(`/api/pairing/${id}/moves`, {
    moves: [place(0, 0, '01:00', 'A'), place(1, 1, '01:00', 'B'), place(1, 2, '01:30', 'B'), place(2, 2, '02:00', 'C')],
  });
  return (time) => `/erp/ooday?campaign=${id}&day=${day}&plan=draft&at=${day}T${time}Z`;
}

const speak = (page: Page, reelbase: Reelbase, lang: 'tw' | 'en') => page.context().addCookies([{ name: 'lang', value: lang, url: reelbase.url }]);

test('a no-show: the list shows who is free, one press makes the meeting, another organiser sees it within two seconds, undo', async ({
  staff,
  reelbase,
  browser,
}) => {
  const address = await makeForum(reelbase, 'dayone');
  await speak(staff, reelbase, 'en');
  // Nothing was released: the draft is offered.
  await staff.goto(`/erp/ooday?campaign=dayone&day=${day}`);
  await staff.getByRole('button', { name: 'Show the draft' }).click();
  await expect(cards(staff)).toHaveCount(4);
  await staff.goto(address('01:05'));
  await expect(staff.getByRole('region', { name: 'Now' }).locator('.fd-card')).toHaveCount(2);
  await expect(staff.getByRole('region', { name: 'Next' }).getByText('09:30–09:50')).toBeVisible();

  const context = await browser.newContext();
  await context.addCookies([{ ...reelbase.session, url: reelbase.url, httpOnly: true, sameSite: 'Lax' }]);
  const other = await context.newPage();
  await speak(other, reelbase, 'en');
  await other.goto(reelbase.url + address('01:05'));
  await expect(cards(other)).toHaveCount(4);

  await card(staff, 'Granite').getByRole('button', { name: 'No-show' }).click();
  await card(staff, 'Granite').getByRole('button', { name: 'The pitch' }).click();
  await expect(card(other, 'Granite').locator('.fd-state')).toHaveText('No-show', { timeout: 2_000 });
  // Nobody who has arrived is free: the other organiser marks somebody at the door.
  await card(staff, 'Granite').getByRole('button', { name: 'Who is free?' }).click();
  await expect(staff.getByRole('dialog')).toContainText('1 more would be free');
  await other.getByRole('button', { name: 'People' }).click();
  await other.getByRole('button', { name: 'Juniper: Arrived' }).click();
  await staff.getByRole('button', { name: 'Meet now: C003 Juniper' }).click({ timeout: 3_000 });

  await expect(card(staff, 'Juniper')).toContainText('in place of Granite');
  await expect(card(staff, 'Juniper').locator('.fd-room')).toHaveText('A');
  await other.getByRole('button', { name: 'Meetings' }).click();
  await expect(card(other, 'Juniper')).toBeVisible({ timeout: 2_000 });
  await expect(card(other, 'Granite').locator('.fd-state')).toHaveText('Replaced');
  await expect(staff.getByText('Everything is saved')).toBeVisible();

  await card(other, 'Juniper').getByRole('button', { name: 'Take back this meeting' }).click();
  await expect(card(staff, 'Juniper')).toHaveCount(0, { timeout: 3_000 });
  await card(staff, 'Granite').getByRole('button', { name: 'Undo' }).click();
  await expect(card(staff, 'Granite').locator('.fd-state')).toHaveText('Planned');
  await context.close();
});

test('a delay moves all later meetings, shows the planned time struck through, and is undone', async ({ staff, reelbase }) => {
  const address = await makeForum(reelbase, 'daytwo');
  await speak(staff, reelbase, 'en');
  await staff.goto(address('01:05'));
  await staff.getByRole('button', { name: 'Delay: 09:30' }).click();
  await staff.getByText('The slot at 09:30 and all later ones').click();
  await staff.getByText('+15', { exact: true }).click();
  await staff.getByRole('button', { name: 'Delay by 15 minutes' }).click();
  const late = card(staff, 'Clara');
  await expect(late.locator('del')).toHaveText('10:00');
  await expect(late.locator('.fd-time')).toContainText('10:15');
  await expect(card(staff, 'Anna').locator('del')).toHaveCount(0);
  await staff.getByRole('button', { name: 'Log' }).click();
  await expect(staff.locator('.fd-log li').first()).toContainText('admin');
  await staff.getByRole('button', { name: /^Undo: The slot at 09:30/ }).click();
  await staff.getByRole('button', { name: 'Meetings' }).click();
  await expect(late.locator('del')).toHaveCount(0);
});

test('two meetings that a delay puts at one table are marked on both cards, until one of them is over', async ({ staff, reelbase }) => {
  const address = await makeForum(reelbase, 'dayfive');
  const admin = await reelbase.api();
  const { data: board } = (await (await admin('/api/pairing/dayfive')).json()) as { data: { pairings: { id: string; ver: number; start: string }[] } };
  const [second, third] = ['01:30', '02:00'].map((time) => board.pairings.find(({ start }) => start === at(time)));
  if (!second || !third) throw new Error('no such meeting');
  // Clara sits down at table B when Bruno leaves it.
  const moves = [
    { do: 'remove', pairing: second.id, ver: second.ver },
    { do: 'move', pairing: third.id, start: at('01:30'), room: 'B', ver: third.ver },
  ];
  expect((await admin('/api/pairing/dayfive/moves', { method: 'POST', body: JSON.stringify({ moves }) })).status).toBe(200);
  await speak(staff, reelbase, 'en');
  await staff.setViewportSize({ width: 360, height: 900 });
  await staff.goto(address('01:05'));
  const message = 'Table B has another meeting at this time';
  const [bruno, clara] = [card(staff, 'Bruno'), card(staff, 'Clara')];
  await expect(clara.locator('.fd-room')).toHaveText('B');
  await expect(staff.getByText(message)).toHaveCount(0);
  await bruno.getByRole('button', { name: /^Delay/ }).click();
  await staff.getByText('Bruno from 09:00 on').click();
  await staff.getByText('+15', { exact: true }).click();
  await staff.getByRole('button', { name: 'Delay by 15 minutes' }).click();
  for (const one of [bruno, clara]) {
    await expect(one.getByText(message)).toBeVisible();
    await expect(one.getByText('One of them has another meeting')).toHaveCount(0);
  }
  await expect(card(staff, 'Anna').getByText(message)).toHaveCount(0);
  expect(await seriousFaults(staff)).toEqual([]);
  // They were quick: the table is free.
  await bruno.getByRole('button', { name: 'Start' }).click();
  await bruno.getByRole('button', { name: 'Done' }).click();
  await expect(staff.getByText(message)).toHaveCount(0);
});

test('presses without a connection wait on the device, also through a reload, and are sent once', async ({ staff, reelbase }) => {
  const address = await makeForum(reelbase, 'daythree');
  await speak(staff, reelbase, 'en');
  await staff.goto(address('01:05'));
  await expect(cards(staff)).toHaveCount(4);
  await staff.route('**/api/forum-day/**', (route) => route.abort());
  await card(staff, 'Granite').getByRole('button', { name: 'Start' }).click();
  await card(staff, 'Granite')
    .getByRole('button', { name: /^Granite|C000 Granite/ })
    .click();
  await expect(card(staff, 'Granite').locator('.fd-state')).toHaveText('In progress');
  await expect(staff.getByText('No connection: 2 actions are kept and will be sent')).toBeVisible();
  await staff.unroute('**/api/forum-day/**');
  await staff.reload();
  await expect(staff.getByText('Everything is saved')).toBeVisible();
  await expect(card(staff, 'Granite').locator('.fd-state')).toHaveText('In progress');
  const admin = await reelbase.api();
  const { data } = (await (await admin(`/api/forum-day/daythree?day=${day}`)).json()) as { data: { facts: { events: Fields[] } } };
  expect(data.facts.events.map(({ kind, state }) => [kind, state])).toEqual([
    ['meeting', 'running'],
    ['presence', 'arrived'],
  ]);
});

test('the screen in the hall shows nobody’s absence; the screen is accessible at 360 and 1440 in both languages', async ({ staff, reelbase }) => {
  test.slow();
  const address = await makeForum(reelbase, 'dayfour');
  await speak(staff, reelbase, 'en');
  await staff.goto(address('01:05'));
  await card(staff, 'Granite').getByRole('button', { name: 'No-show' }).click();
  await card(staff, 'Granite').getByRole('button', { name: 'The pitch' }).click();
  await staff.getByRole('button', { name: 'Screen for the hall' }).click();
  const hall = staff.getByRole('dialog', { name: 'One-on-one meetings' });
  await expect(hall.getByText('C000 Granite')).toBeVisible();
  await expect(hall).not.toContainText('No-show');
  expect(await seriousFaults(staff)).toEqual([]);
  await staff.keyboard.press('Escape');
  await expect(hall).toHaveCount(0);
  for (const [width, lang, scheme] of [
    [360, 'tw', 'light'],
    [1440, 'en', 'dark'],
  ] as const) {
    await staff.setViewportSize({ width, height: 900 });
    await staff.emulateMedia({ colorScheme: scheme });
    await speak(staff, reelbase, lang);
    await staff.goto(address('01:05'));
    await expect(cards(staff)).toHaveCount(4);
    await expectNoWider(staff);
    // On a phone, too, the first meeting begins in sight, below the rehearsal's own lines.
    expect((await cards(staff).first().boundingBox())?.y).toBeLessThan(760);
    expect(await seriousFaults(staff)).toEqual([]);
    for (const name of lang === 'tw' ? ['人員'] : ['Log', 'People']) {
      await staff.getByRole('button', { name, exact: true }).click();
      expect(await seriousFaults(staff)).toEqual([]);
    }
    for (const box of await staff.locator('.fd button').all()) expect((await box.boundingBox())?.height ?? 44).toBeGreaterThanOrEqual(44);
  }
});
