/** The board of a forum of 36 × 40 in a browser: worked out, chosen, moved by mouse, touch and keyboard, locked, repaired, taken back; two organisers at once (S06, E06, E07). */
import AxeBuilder from '@axe-core/playwright';
import type { Locator } from '@playwright/test';
import type { BoardFacts, BoardPairing } from '#domain/pairing/board-facts.ts';
import { maySit, maySwap } from '#domain/pairing/moves.ts';
import { type Ask, makeBoardForum, planBoardForum } from '../support/board-forum.ts';
import { looks } from './looks.ts';
import { expect, type Page, password, type Reelbase, test } from './reelbase.ts';

const size = { dms: 36, pitches: 40, slots: 16, tables: 20, wishes: 9 };

test.use({ viewport: { width: 1440, height: 900 } });
// a forum is made, worked out and shown in each
test.describe.configure({ timeout: 120_000 });

interface Ground {
  api: Ask;
  facts: () => Promise<BoardFacts>;
  meeting: (dm: string, pitch: string) => Promise<BoardPairing | undefined>;
}

async function makeGround(reelbase: Reelbase, id: string, isPlanned: boolean): Promise<Ground> {
  const api = await reelbase.api();
  await makeBoardForum(api, { id, ...size });
  if (isPlanned) await planBoardForum(api, id);
  const facts = async () => ((await (await api(`/api/pairing/${id}`)).json()) as { data: BoardFacts }).data;
  return { api, facts, meeting: async (dm, pitch) => (await facts()).pairings.find((one) => one.dm === dm && one.pitch === pitch) };
}

async function openBoard(page: Page, url: string, id: string, lang = 'en'): Promise<Locator> {
  await page.context().addCookies([{ name: 'lang', value: lang, url }]);
  await page.goto(`/erp/oooman?campaign=${id}`);
  const grid = page.getByRole('grid');
  await grid.waitFor();
  return grid;
}

const cellOf = (page: Page, line: string, slot: number) => page.locator(`[data-line="${line}"] [data-slot="${slot}"]`);
const meetingOf = (page: Page, { id }: BoardPairing) => page.locator(`[data-pairing="${id}"]`);
const said = (page: Page) => page.locator('.pb-status [role="status"]');

/** A meeting, unlocked, and a slot of the screen's first columns that its rules leave free, or forbid. */
function movable(facts: BoardFacts, isFree: boolean, but: readonly string[] = []): { meeting: BoardPairing; from: number; to: number } {
  const shown = new Set(facts.dms.slice(0, 10).map(({ id }) => id));
  for (const meeting of facts.pairings) {
    const from = facts.slots.findIndex(({ start }) => start === meeting.start);
    if (meeting.locked || but.includes(meeting.id) || !shown.has(meeting.dm) || from > 5) continue;
    for (let to = 0; to < 6; to += 1) {
      const taken = facts.pairings.some((one) => one.dm === meeting.dm && one.start === facts.slots[to]?.start);
      if (!taken && (maySit(facts, meeting.dm, meeting.pitch, to, meeting.id) === null) === isFree) return { meeting, from, to };
    }
  }
  throw new Error('no such meeting');
}

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [a, b] = [await from.boundingBox(), await to.boundingBox()];
  if (!a || !b) throw new Error('not in sight');
  await page.mouse.move(a.x + 20, a.y + 12);
  await page.mouse.down();
  await page.mouse.move(a.x + 40, a.y + 14, { steps: 3 });
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 6 });
  // The cell under the pointer is looked at once a frame.
  await expect(to).toHaveAttribute('data-over', '');
  await page.mouse.up();
}

async function hasNothingSerious(page: Page): Promise<(string | undefined)[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

test('R22 E07 a timetable is worked out and chosen, moved by mouse and keyboard, locked, kept by the next run, repaired and taken back', async ({
  staff: page,
  reelbase,
}) => {
  const { facts, meeting } = await makeGround(reelbase, 'board1', false);
  const grid = await openBoard(page, reelbase.url, 'board1');
  await expect(page.getByText(/^0 meetings/)).toBeVisible();

  // Three plans side by side, and the choice.
  await page.getByRole('button', { name: 'Work out a timetable' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
  const plans = page.getByRole('dialog', { name: 'Plans side by side' });
  await expect(plans.getByRole('columnheader')).toHaveCount(3, { timeout: 30_000 });
  await expect(plans.getByText(/proven best|at most .* below the best possible/).first()).toBeVisible();
  await plans.getByRole('button', { name: 'Choose the plan “Wishes”' }).click();
  await expect(plans.getByText(/Proven best|at most/).last()).toBeVisible();
  await plans.getByRole('button', { name: 'Take over' }).click();
  await expect(plans).toBeHidden();
  const planned = await facts();
  expect(planned.pairings.length).toBeGreaterThan(150);
  await expect(page.getByText(new RegExp(`^${planned.pairings.length} meetings`))).toBeVisible();

  // By mouse: its line tells where it may go.
  const first = movable(planned, true);
  await drag(page, meetingOf(page, first.meeting), cellOf(page, first.meeting.dm, first.to));
  await expect(said(page)).toContainText('now stands at');
  await expect(cellOf(page, first.meeting.dm, first.to).locator('[data-pairing]')).toHaveAttribute('data-pairing', first.meeting.id);
  expect(await meeting(first.meeting.dm, first.meeting.pitch)).toMatchObject({ start: planned.slots[first.to]?.start, mode: 'manual' });

  // By keyboard: Enter picks up, arrows walk, Enter drops, and each step is told.
  const second = movable(await facts(), true, [first.meeting.id]);
  await meetingOf(page, second.meeting).click();
  await page.keyboard.press('Enter');
  await expect(said(page)).toContainText('Carrying');
  const way = second.to > second.from ? 'ArrowRight' : 'ArrowLeft';
  for (let step = 0; step < Math.abs(second.to - second.from); step += 1) await page.keyboard.press(way);
  await expect(said(page)).toContainText('Let go here');
  await page.keyboard.press('Enter');
  await expect(said(page)).toContainText('now stands at');
  await expect(grid).toBeFocused();

  // Locked, it stays where it is when everything else may go.
  await page.keyboard.press('l');
  await expect(said(page)).toContainText('is locked');
  await page.keyboard.press('Delete');
  await expect(page.getByRole('paragraph').filter({ hasText: 'The meeting is locked and stays where it is' })).toBeVisible();
  const locked = await meeting(second.meeting.dm, second.meeting.pitch);
  expect(locked).toMatchObject({ locked: true, start: planned.slots[second.to]?.start });
  await page.getByRole('button', { name: 'Work out a timetable' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Automatic and manual meetings/).check();
  await dialog.getByLabel(/^Fair/).uncheck();
  await dialog.getByLabel(/^Calm/).uncheck();
  await dialog.getByLabel('Seed').fill('7');
  await dialog.getByRole('button', { name: 'Start' }).click();
  const one = page.getByRole('dialog', { name: 'Plan' });
  await one.getByRole('button', { name: 'Take over' }).click({ timeout: 30_000 });
  await expect(one).toBeHidden();
  expect(await meeting(second.meeting.dm, second.meeting.pitch)).toMatchObject({ id: locked?.id, locked: true, start: locked?.start });

  // A half-day is lost: what moves is read before it does.
  const standing = await facts();
  const [half] = standing.slots;
  const lost = standing.dms.find(({ id }) => {
    const own = standing.pairings.filter((meeting) => meeting.dm === id && standing.slots.find(({ start }) => start === meeting.start)?.block === half?.block);
    return own.length > 0 && own.every(({ locked: isLocked }) => !isLocked);
  });
  if (!lost || !half) throw new Error('nobody to lose');
  await page.getByRole('tab', { name: /^Plans/ }).click();
  await page.getByRole('button', { name: 'Repair after a change' }).click();
  await page.getByRole('dialog').getByLabel('Who').selectOption(`dm ${lost.id}`);
  await page.getByRole('dialog').getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Work out the repair' }).click();
  const repair = page.getByRole('dialog', { name: 'Plan' });
  await expect(repair.getByRole('heading', { name: `Take over “Repair: ${lost.ename}”?` })).toBeVisible({ timeout: 30_000 });
  await expect(repair.locator('.pairing-moves tbody tr').first()).toBeAttached();
  await repair.getByRole('button', { name: 'Take over' }).click();
  await expect(repair).toBeHidden();
  const blockOf = (start: string) => standing.slots.find((slot) => slot.start === start)?.block;
  const lostNow = async () => (await facts()).pairings.filter(({ dm, start }) => dm === lost.id && blockOf(start) === half.block).length;
  expect(await lostNow()).toBe(0);

  // The history tells who, from which seed, and how good.
  const runs = page.getByRole('tabpanel').getByRole('listitem');
  await expect(runs.first()).toContainText(`Repair: ${lost.ename}`);
  await expect(runs.first()).toContainText('Taken over');
  await expect(runs.nth(1)).toContainText(/Worth \d+, bound \d+.*admin, seed 7/s);

  // All of it is taken back by one press, and done again.
  await grid.focus();
  await page.keyboard.press('Control+z');
  await expect(said(page)).toContainText('Taken back: took over a plan');
  expect(await lostNow()).toBeGreaterThan(0);
  await page.keyboard.press('Control+Shift+z');
  await expect(said(page)).toContainText('Done again');
  expect(await lostNow()).toBe(0);
});

test('E06 V05 two organisers see each other’s changes; a cell that is forbidden names its rule; meetings change places', async ({
  staff: page,
  reelbase,
  browser,
}) => {
  const { api, facts, meeting } = await makeGround(reelbase, 'board2', true);
  const user = `olga-${Math.random().toString(36).slice(2, 8)}`;
  const made = await api('/api/pb/user', {
    method: 'POST',
    body: JSON.stringify({ id: user, name: 'Olga', email: `${user}@example.com`, pw: password, roles: ['[op]'] }),
  });
  expect(made.status, await made.text()).toBe(201);
  const context = await browser.newContext({ baseURL: reelbase.url, viewport: { width: 1440, height: 900 } });
  await context.request.post('/api/auth/login', { data: { id: user, pw: password }, headers: { origin: reelbase.url } });
  const other = await context.newPage();
  await openBoard(page, reelbase.url, 'board2');
  await openBoard(other, reelbase.url, 'board2', 'tw');

  const { meeting: moved, to } = movable(await facts(), true);
  await drag(other, meetingOf(other, moved), cellOf(other, moved.dm, to));
  await expect(cellOf(page, moved.dm, to).locator('[data-pairing]')).toHaveAttribute('data-pairing', moved.id);
  await expect(page.getByText(new RegExp(`^${user} moved .* from 05-0\\d .* to 05-0\\d`))).toBeVisible();
  await meetingOf(page, moved).click();
  await page.keyboard.press('l');
  await expect(meetingOf(other, moved)).toHaveClass(/pb-locked/);
  await expect(other.getByText(/^admin 鎖定了/)).toBeVisible();
  // What the other one locked is refused with its rule, in one's own language.
  await drag(other, meetingOf(other, moved), cellOf(other, moved.dm, to === 0 ? 1 : 0)).catch(() => undefined);
  await expect(said(other)).toContainText('已鎖定的配對不能移動');

  const standing = await facts();
  const forbidden = movable(standing, false);
  await drag(page, meetingOf(page, forbidden.meeting), cellOf(page, forbidden.meeting.dm, forbidden.to));
  await expect(page.locator('.pb-status')).toHaveAttribute('data-kind', 'bad');
  await expect(said(page)).toContainText(/not possible\. (The|Time|Every)/);
  expect(await meeting(forbidden.meeting.dm, forbidden.meeting.pitch)).toMatchObject({ start: forbidden.meeting.start });

  // Two meetings of one decision maker.
  const inSight = standing.pairings.filter(
    ({ dm, start, locked }) =>
      !locked && standing.dms.slice(0, 10).some(({ id }) => id === dm) && standing.slots.slice(0, 6).some((slot) => slot.start === start),
  );
  const pair = inSight.flatMap((a) =>
    inSight.flatMap((b) => (a.id !== b.id && a.dm === b.dm && maySwap(standing, a.id, b.id) === null ? [[a, b] as const] : [])),
  )[0];
  if (!pair) throw new Error('nobody may change places');
  await drag(
    page,
    meetingOf(page, pair[0]),
    cellOf(
      page,
      pair[1].dm,
      standing.slots.findIndex(({ start }) => start === pair[1].start),
    ),
  );
  await page.getByRole('dialog', { name: 'Swap the two meetings?' }).getByRole('button', { name: 'Swap' }).click();
  await expect(said(page)).toContainText('now stands at');
  expect(await meeting(pair[0].dm, pair[0].pitch)).toMatchObject({ start: pair[1].start });
  expect(await meeting(pair[1].dm, pair[1].pitch)).toMatchObject({ start: pair[0].start });
  await context.close();
});

test('S06 a wish says why it has no meeting and is dragged from the list; what was removed comes back; a finger carries too', async ({ reelbase, browser }) => {
  const { facts, meeting } = await makeGround(reelbase, 'board3', true);
  const context = await browser.newContext({ baseURL: reelbase.url, viewport: { width: 1440, height: 900 }, hasTouch: true });
  await context.addCookies([{ ...reelbase.session, url: reelbase.url, httpOnly: true, sameSite: 'Lax' }]);
  const page = await context.newPage();
  await openBoard(page, reelbase.url, 'board3');

  // Removed, it is an unmet wish at once, and is taken back beside the words that say so.
  const { meeting: gone, from } = movable(await facts(), true);
  await meetingOf(page, gone).click();
  await page.keyboard.press('Delete');
  await expect(said(page)).toContainText('was removed');
  await expect(meetingOf(page, gone)).toHaveCount(0);
  await page.locator('.pb-status').getByRole('button', { name: 'Undo' }).click();
  await expect(said(page)).toContainText('Taken back: removed');
  await expect(meetingOf(page, gone)).toHaveCount(1);

  // Out of the list, onto its line.
  await meetingOf(page, gone).click();
  await page.keyboard.press('Delete');
  const wish = page.locator(`[data-wish="${gone.dm} ${gone.pitch}"]`);
  await wish.scrollIntoViewIfNeeded();
  const entry = page.getByRole('listitem').filter({ has: wish });
  await entry.getByRole('button', { name: /^Why not/ }).click();
  await expect(entry.getByText(/^Nothing stands in the way/)).toBeVisible();
  await drag(page, wish, cellOf(page, gone.dm, from));
  await expect(said(page)).toContainText('now stands at');
  expect(await meeting(gone.dm, gone.pitch)).toMatchObject({ start: gone.start, mode: 'manual' });

  // One more slot of somebody: what it would win.
  await page.getByRole('tab', { name: 'One more slot' }).click();
  await page.getByRole('button', { name: 'Work it out' }).click();
  await expect(page.getByText(/free would win|No single slot/).first()).toBeVisible();

  // A finger that rests picks up; one that moves at once scrolls.
  const { meeting: held, to } = movable(await facts(), true);
  const [a, b] = [await meetingOf(page, held).boundingBox(), await cellOf(page, held.dm, to).boundingBox()];
  if (!a || !b) throw new Error('not in sight');
  const touch = await context.newCDPSession(page);
  const point = (x: number, y: number) => [{ x, y }];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: point(a.x + 20, a.y + 15) });
  await expect(page.locator('.pb-ghost')).toBeVisible();
  for (let step = 1; step <= 8; step += 1)
    await touch.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: point(a.x + 20 + ((b.x + 30 - a.x) * step) / 8, a.y + 15 + ((b.y - a.y) * step) / 8),
    });
  await expect(cellOf(page, held.dm, to)).toHaveAttribute('data-over', '');
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(said(page)).toContainText('now stands at');
  expect(await meeting(held.dm, held.pitch)).toMatchObject({ start: (await facts()).slots[to]?.start });
  await context.close();
});

test('E06 on a phone a person’s meetings and open wishes open a dialog each', async ({ staff: page, reelbase }) => {
  const { facts, meeting } = await makeGround(reelbase, 'board4', true);
  await page.setViewportSize({ width: 360, height: 780 });
  await page.context().addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);
  await page.goto('/erp/oooman?campaign=board4');
  const { meeting: moved, to } = movable(await facts(), true);
  const standing = await facts();
  const dm = standing.dms.find(({ id }) => id === moved.dm);
  const pitch = standing.pitches.find(({ id }) => id === moved.pitch);
  await page
    .locator('summary')
    .filter({ hasText: new RegExp(`^${dm?.ename} `) })
    .click();
  await page
    .locator('details[open]')
    .getByRole('button', { name: new RegExp(`${pitch?.number} `) })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Move to').selectOption(standing.slots[to]?.start ?? '');
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(said(page)).toContainText('now stands at');
  expect(await meeting(moved.dm, moved.pitch)).toMatchObject({ start: standing.slots[to]?.start });
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(dialog).toBeHidden();
  await page.locator('details[open] .pb-person-wish').filter({ hasText: pitch?.number }).click();
  await page.getByRole('dialog').locator('.pairing-times button').first().click();
  await expect(said(page)).toContainText('now stands at');
  expect(await meeting(moved.dm, moved.pitch)).toBeDefined();
});

for (const { lang, width, colorScheme } of looks) {
  test(`axe finds nothing serious on the board, and it is no wider than the screen: ${lang}, ${width} px, ${colorScheme}`, async ({
    staff: page,
    reelbase,
  }) => {
    test.setTimeout(180_000);
    const id = `axe${lang}${width}`;
    await makeGround(reelbase, id, true);
    await page.context().addCookies([{ name: 'lang', value: lang, url: reelbase.url }]);
    await page.setViewportSize({ width, height: 860 });
    await page.emulateMedia({ colorScheme });
    await page.goto(`/erp/oooman?campaign=${id}`);
    await page.locator('[data-pairing], .pb-people').first().waitFor();
    expect(await hasNothingSerious(page), colorScheme).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), colorScheme).toBeLessThanOrEqual(0);
    if (width === 1440) {
      await page.locator('[data-pairing]').first().click();
      await page.keyboard.press('Enter');
      expect(await hasNothingSerious(page), `${colorScheme}, carrying`).toEqual([]);
      await page.keyboard.press('Escape');
    }
    await page.getByRole('tab').last().click();
    await page.getByRole('button', { name: /^(Repair after a change|臨時異動修補)$/ }).click();
    await page.getByRole('dialog').waitFor();
    expect(await hasNothingSerious(page), `${colorScheme}, a dialog`).toEqual([]);
  });
}
