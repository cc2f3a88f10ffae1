/** The board of a forum of 36 × 40 in a browser: worked out, chosen, moved by mouse, touch and keyboard, locked, repaired, taken back; two organisers at once (S06, E06, E07). */

import type { Locator } from '@playwright/test';
import type { BoardFacts, BoardPairing } from '#application/pairing/rules/board-facts.ts';
import { maySit, maySwap } from '#application/pairing/rules/moves.ts';
import { type Ask, makeBoardForum, planBoardForum } from '../../support/forum/board-forum.ts';
import { seriousFaults } from '../axe.ts';
import { looks } from '../looks.ts';
import { expect, expectNoWider, type Page, password, type Reelbase, test } from '../reelbase.ts';

const size = { dms: 36, pitches: 40, slots: 16, tables: 20, wishes: 9 };

test.use({ viewport: { width: 1440, height: 900 } });
// a forum of its own is made, worked out and shown in each: both workers share the longest of the files
test.describe.configure({ mode: 'parallel', timeout: 120_000 });

interface Ground {
  api: Ask;
  facts: () => Promise<BoardFacts>;
  meeting: (dm: string, pitch: string) => Promise<BoardPairing | undefined>;
}

async function makeGround(reelbase: Reelbase, id: string, isPlanned: boolean, sized = size): Promise<Ground> {
  const api = await reelbase.api();
  await makeBoardForum(api, { id, ...sized });
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

test('E07 the most meetings in a row are set up and followed by the plan, and a move that would break the limit is refused in words', async ({
  staff: page,
  reelbase,
}) => {
  const { facts, meeting } = await makeGround(reelbase, 'board9', false, { dms: 8, pitches: 24, slots: 8, tables: 8, wishes: 6 });
  await page.context().addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);
  await page.goto('/erp/ooosetup?campaign=board9');
  const most = page.getByLabel('Most meetings in a row');
  await expect(most).toHaveValue('');
  await most.fill('2');
  await page.getByRole('button', { name: 'Save the days' }).click();
  await expect(page.getByText('Days saved')).toBeVisible();
  await page.reload();
  await expect(most).toHaveValue('2');

  await openBoard(page, reelbase.url, 'board9');
  await page.getByRole('button', { name: 'Plan automatically' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
  const plans = page.getByRole('dialog', { name: 'Compare plans' });
  await plans.getByRole('button', { name: 'Choose the plan “Wishes first”' }).click();
  await plans.getByRole('button', { name: 'Apply' }).click();
  await expect(plans).toBeHidden();
  const planned = await facts();
  expect(planned.pairings.length).toBeGreaterThan(30);
  const timeOf = (id: string) =>
    planned.slots
      .map(({ start, follows }) => `${follows ? '' : '|'}${planned.pairings.some((one) => one.dm === id && one.start === start) ? 'm' : ' '}`)
      .join('');
  expect(Math.max(...planned.dms.flatMap(({ id }) => timeOf(id).split(/[| ]/)).map(({ length }) => length))).toBe(2);

  // One that is forbidden by this alone, not far from where the meeting stands.
  const { one, from, to } = planned.pairings
    .map((each) => ({ one: each, from: planned.slots.findIndex(({ start }) => start === each.start) }))
    .flatMap(({ one: each, from: at }) => [at - 1, at + 1, at + 2].map((next) => ({ one: each, from: at, to: next })))
    .find(
      ({ one: each, to: next }) =>
        next >= 0 && planned.dms.slice(0, 10).some(({ id }) => id === each.dm) && maySit(planned, each.dm, each.pitch, next, each.id) === 'rule.inrow',
    )!;
  await meetingOf(page, one).click();
  await page.keyboard.press('Enter');
  await expect(said(page)).toContainText('Moving');
  await expect(cellOf(page, one.dm, to)).toContainText('too many in a row');
  for (let step = 0; step < Math.abs(to - from); step += 1) await page.keyboard.press(to > from ? 'ArrowRight' : 'ArrowLeft');
  await expect(said(page)).toContainText('The decision maker would have more than 2 meetings in a row');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  expect(await meeting(one.dm, one.pitch)).toEqual(one);
});

/** The key is pressed when the next answer to a call has been read, before anything is drawn again. */
async function pressAtAnswer(page: Page, call: string, key: string): Promise<void> {
  await page.evaluate(
    ([call, key]) => {
      const { fetch } = window;
      window.fetch = async (...asked) => {
        const answer = await fetch(...asked);
        if (!answer.url.endsWith(call)) return answer;
        window.fetch = fetch;
        const text = await answer.text();
        answer.text = () => {
          void (async () => {
            for (let turn = 0; turn < 100; turn += 1) await undefined;
            document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
          })();
          return Promise.resolve(text);
        };
        return answer;
      };
    },
    [call, key] as const,
  );
}

test('R22 E07 a timetable is computed and applied, moved by mouse and keyboard, locked, respected by the next run, repaired and undone', async ({
  staff: page,
  reelbase,
}) => {
  const { facts, meeting } = await makeGround(reelbase, 'board1', false);
  const grid = await openBoard(page, reelbase.url, 'board1');
  await expect(page.getByText(/^Meetings: 0,/)).toBeVisible();

  // Two plans side by side, and the choice.
  await page.getByRole('button', { name: 'Plan automatically' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
  const plans = page.getByRole('dialog', { name: 'Compare plans' });
  await expect(plans.getByRole('columnheader')).toHaveCount(2);
  await expect(plans.getByRole('row', { name: /Decision makers without meetings/ })).toBeVisible();
  await expect(plans.getByText(/proven best|at most .* below the best possible/).first()).toBeVisible();
  await plans.getByRole('button', { name: 'Choose the plan “Wishes first”' }).click();
  await expect(plans.getByText(/Proven best|at most/).last()).toBeVisible();
  await plans.getByRole('button', { name: 'Apply' }).click();
  await expect(plans).toBeHidden();
  const planned = await facts();
  expect(planned.pairings.length).toBeGreaterThan(150);
  await expect(page.getByText(new RegExp(`^Meetings: ${planned.pairings.length},`))).toBeVisible();

  // By mouse: its line tells where it may go.
  const first = movable(planned, true);
  await drag(page, meetingOf(page, first.meeting), cellOf(page, first.meeting.dm, first.to));
  await expect(said(page)).toContainText('is now at');
  await expect(cellOf(page, first.meeting.dm, first.to).locator('[data-pairing]')).toHaveAttribute('data-pairing', first.meeting.id);
  expect(await meeting(first.meeting.dm, first.meeting.pitch)).toMatchObject({ start: planned.slots[first.to]?.start, mode: 'manual' });

  // By keyboard: Enter picks up, arrows walk, Enter drops, and each step is announced.
  const second = movable(await facts(), true, [first.meeting.id]);
  await meetingOf(page, second.meeting).click();
  await page.keyboard.press('Enter');
  await expect(said(page)).toContainText('Moving');
  const way = second.to > second.from ? 'ArrowRight' : 'ArrowLeft';
  for (let step = 0; step < Math.abs(second.to - second.from); step += 1) await page.keyboard.press(way);
  await expect(said(page)).toContainText('Drop here');
  await page.keyboard.press('Enter');
  await expect(said(page)).toContainText('is now at');
  await expect(grid).toBeFocused();

  // What is carried is put back by Esc, wherever the focus is.
  await page.keyboard.press('Enter');
  await expect(said(page)).toContainText('Moving');
  await page.getByLabel('Find a decision maker or pitch').focus();
  await page.keyboard.press('Escape');
  await expect(said(page)).toContainText('nothing was changed');
  await grid.focus();

  // Locked, it stays where it is when everything else may go.
  // The second key comes before the answer to the first, and is based on it.
  const refusal = page.getByRole('alert').filter({ hasText: 'The meeting is locked and cannot be moved' });
  await page.keyboard.press('l');
  await page.keyboard.press('Delete');
  await expect(refusal).toBeVisible();
  // Nor is it lost where it comes after the answer, and before the board shows it.
  await refusal.getByRole('button', { name: 'Close' }).click();
  await expect(refusal).toHaveCount(0); // one that goes slowly would pass for the next
  await grid.focus();
  await page.keyboard.press('l');
  await expect(said(page)).toContainText('is no longer locked');
  await pressAtAnswer(page, '/moves', 'Delete');
  await page.keyboard.press('l');
  await expect(refusal).toBeVisible();
  // What is on its way is what Ctrl+Z takes back, not the step before it.
  await grid.focus();
  await page.route(
    '**/moves',
    async (route) => {
      await new Promise((done) => setTimeout(done, 1_000));
      await route.continue();
    },
    { times: 1 },
  );
  await page.keyboard.press('l');
  await page.keyboard.press('Control+z');
  await expect(said(page)).toContainText(/^Undone: .*unlocked/);
  const locked = await meeting(second.meeting.dm, second.meeting.pitch);
  expect(locked).toMatchObject({ locked: true, start: planned.slots[second.to]?.start });
  await page.getByRole('button', { name: 'Plan automatically' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Automatic and manual meetings/).check();
  await dialog.getByLabel(/^Fair/).uncheck();
  await dialog.getByLabel('Seed').fill('7');
  await dialog.getByRole('button', { name: 'Start' }).click();
  const one = page.getByRole('dialog', { name: 'Plan' });
  await one.getByRole('button', { name: 'Apply' }).click();
  await expect(one).toBeHidden();
  expect(await meeting(second.meeting.dm, second.meeting.pitch)).toMatchObject({ id: locked?.id, locked: true, start: locked?.start });

  // A half-day is lost: what moves is read before it does.
  const existing = await facts();
  const [half] = existing.slots;
  const lost = existing.dms.find(({ id }) => {
    const own = existing.pairings.filter((meeting) => meeting.dm === id && existing.slots.find(({ start }) => start === meeting.start)?.block === half?.block);
    return own.length > 0 && own.every(({ locked: isLocked }) => !isLocked);
  });
  if (!lost || !half) throw new Error('nobody to lose');
  await page.getByRole('tab', { name: /^Plans/ }).click();
  await page.getByRole('button', { name: 'Repair after a change' }).click();
  await page.getByRole('dialog').getByLabel('Who').first().selectOption(`dm ${lost.id}`);
  const absence = page.getByRole('dialog').getByRole('group', { name: 'Not available' });
  await absence.getByRole('button', { name: 'Whole day' }).click();
  // A second person lands an hour late.
  const late = existing.dms.find(({ id, enabled }) => enabled && id !== lost.id && !existing.pairings.some((one) => one.dm === id && one.locked));
  if (!late) throw new Error('nobody to be late');
  await page.getByRole('dialog').getByRole('button', { name: 'Add a person or time' }).click();
  await absence.nth(1).getByLabel('Who').selectOption(`dm ${late.id}`);
  await absence.nth(1).getByRole('button', { name: 'Arrives an hour late' }).click();
  await page.getByRole('button', { name: 'Calculate the repair' }).click();
  const repair = page.getByRole('dialog', { name: 'Plan' });
  await expect(repair.getByRole('heading', { name: `Apply “Repair: ${lost.ename}, ${late.ename}”?` })).toBeVisible();
  await expect(repair.locator('.pairing-moves tbody tr').first()).toBeAttached();
  await repair.getByRole('button', { name: 'Apply' }).click();
  await expect(repair).toBeHidden();
  const blockOf = (start: string) => existing.slots.find((slot) => slot.start === start)?.block;
  const lostNow = async () => (await facts()).pairings.filter(({ dm, start }) => dm === lost.id && blockOf(start) === half.block).length;
  expect(await lostNow()).toBe(0);

  // The history tells who, from which seed, and how good.
  const runs = page.getByRole('tabpanel').getByRole('listitem');
  await expect(runs.first()).toContainText(`Repair: ${lost.ename}, ${late.ename}`);
  await expect(runs.first()).toContainText('Applied');
  await expect(runs.nth(1)).toContainText(/Value of wishes met: \d+.*admin, seed 7/s);

  // Who sits where: one line a table, and a meeting chosen there has its card.
  await page.getByRole('button', { name: 'Tables × time' }).click();
  const tables = page.getByRole('grid', { name: 'Tables × time' });
  const seated = (await facts()).pairings.filter(({ room }) => room !== '');
  await expect(tables.getByRole('rowheader')).toHaveCount(new Set(existing.slots.flatMap(({ rooms }) => rooms)).size);
  const [sits] = seated;
  if (!sits) throw new Error('nobody sits');
  await expect(tables.locator(`[data-line="${sits.room}"] [data-pairing="${sits.id}"]`)).toHaveCount(1);
  await tables.locator('[data-pairing]').first().click();
  await expect(page.getByRole('region', { name: 'Selected meeting' })).toBeVisible();
  await page.getByRole('button', { name: 'Decision makers × time' }).click();

  // All of it is taken back by one press, and done again.
  await grid.focus();
  await page.keyboard.press('Control+z');
  await expect(said(page)).toContainText('Undone: applied a plan');
  expect(await lostNow()).toBeGreaterThan(0);
  await page.keyboard.press('Control+Shift+z');
  await expect(said(page)).toContainText('Redone');
  expect(await lostNow()).toBe(0);
});

test('R22 E07 a form that meetings refuse offers the repair: it opens filled in, accepts a second person, and then the typed values can be saved', async ({
  staff: page,
  reelbase,
}) => {
  const { api, facts } = await makeGround(reelbase, 'board5', true);
  await page.context().addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);
  const existing = await facts();
  const [first] = existing.slots;
  const meets = (dm: string) => existing.pairings.some((one) => one.dm === dm && one.start === first?.start && one.room !== '');
  const [lost, late] = existing.dms.filter(({ id }) => meets(id));
  if (!first || !lost || !late) throw new Error('nobody meets in the first slot');
  const stored = async () =>
    (await (await api(`/api/pb/decision_maker/${lost.id}`)).json()) as Record<'available' | 'unavailable', unknown[]> & { org: string };
  const before = await stored();

  // Two cells of the painted times are taken away, and the house is written anew.
  await page.goto(`/erp/dmman/edit?id=${lost.id}&field=org`);
  await page.getByRole('textbox', { name: 'Organisation' }).fill('House of Rivers');
  await page.getByRole('tab', { name: /^Time/ }).click();
  const times = page.getByRole('grid', { name: 'Available' });
  await times.getByRole('gridcell').first().focus();
  await page.keyboard.press('Space');
  await expect(times.getByRole('gridcell').first()).toHaveAttribute('aria-selected', 'false');
  await page.keyboard.press('Control+s');
  const offer = page.getByRole('alert').filter({ hasText: 'A repair moves them' });
  await expect(page.getByText(/Scheduled meetings must stay within the available slots/).first()).toBeVisible();
  expect(await stored()).toEqual(before);

  // The board opens with the person and the time that would go.
  await offer.getByRole('link', { name: 'Repair the timetable' }).click();
  const dialog = page.getByRole('dialog', { name: 'Somebody cannot come' });
  const lines = dialog.getByRole('group', { name: 'Not available' });
  await expect(lines).toHaveCount(1);
  await expect(lines.first().getByLabel('Who')).toHaveValue(`dm ${lost.id}`);
  await expect(lines.first().getByLabel('Day')).toHaveValue('2026-05-01');
  await expect(lines.first().getByRole('textbox', { name: 'From' })).toHaveValue('09:00');
  await expect(lines.first().getByRole('textbox', { name: 'Until' })).toHaveValue('09:25');
  await expect(dialog.getByText('1 meeting is affected.')).toBeVisible();

  // Somebody else lands an hour late: one repair for both, read before anything moves.
  await dialog.getByRole('button', { name: 'Add a person or time' }).click();
  await lines.nth(1).getByLabel('Who').selectOption(`dm ${late.id}`);
  await lines.nth(1).getByRole('button', { name: 'Arrives an hour late' }).click();
  await expect(lines.nth(1).getByRole('textbox', { name: 'Until' })).toHaveValue('10:00');
  await dialog.getByRole('button', { name: 'Calculate the repair' }).click();
  const plan = page.getByRole('dialog', { name: 'Plan' });
  await expect(plan.getByRole('heading', { name: `Apply “Repair: ${lost.ename}, ${late.ename}”?` })).toBeVisible();
  await plan.getByText(/^Show \d+ change/).click();
  await expect(plan.locator('.pairing-moves tbody')).toContainText(lost.ename);
  expect((await facts()).pairings).toEqual(existing.pairings);
  await plan.getByRole('button', { name: 'Apply' }).click();
  await expect(plan).toBeHidden();
  const after = await facts();
  const within = (dm: string, until: string) => after.pairings.filter((one) => one.dm === dm && one.start < until).length;
  expect([within(lost.id, '2026-05-01 09:25:00'), within(late.id, '2026-05-01 10:00:00')]).toEqual([0, 0]);
  expect((await stored()).unavailable).toEqual([...before.unavailable, { start: '2026-05-01 09:00:00', end: '2026-05-01 09:25:00' }]);

  // Back at the form, what was typed is offered and can be saved now.
  await page.getByRole('link', { name: `Back to ${lost.ename}` }).click();
  await page.getByRole('alert').getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('textbox', { name: 'Organisation' })).toHaveValue('House of Rivers');
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await stored()).org).toBe('House of Rivers');
  expect((await stored()).available[0]).toMatchObject({ start: '2026-05-01 09:25:00' });
  await expect(page.getByRole('alert').filter({ hasText: 'A repair moves them' })).toBeHidden();
});

test('E06 V05 two organisers see each other’s changes; a forbidden cell names its rule; meetings swap', async ({ staff: page, reelbase, browser }) => {
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

  const existing = await facts();
  const forbidden = movable(existing, false);
  await drag(page, meetingOf(page, forbidden.meeting), cellOf(page, forbidden.meeting.dm, forbidden.to));
  await expect(page.locator('.pb-status')).toHaveAttribute('data-kind', 'bad');
  await expect(said(page)).toContainText(/not possible\. (The|Time|Every)/);
  expect(await meeting(forbidden.meeting.dm, forbidden.meeting.pitch)).toMatchObject({ start: forbidden.meeting.start });

  // Two meetings of one decision maker.
  const inSight = existing.pairings.filter(
    ({ dm, start, locked }) =>
      !locked && existing.dms.slice(0, 10).some(({ id }) => id === dm) && existing.slots.slice(0, 6).some((slot) => slot.start === start),
  );
  const pair = inSight.flatMap((a) =>
    inSight.flatMap((b) => (a.id !== b.id && a.dm === b.dm && maySwap(existing, a.id, b.id) === null ? [[a, b] as const] : [])),
  )[0];
  if (!pair) throw new Error('nobody may change places');
  await drag(
    page,
    meetingOf(page, pair[0]),
    cellOf(
      page,
      pair[1].dm,
      existing.slots.findIndex(({ start }) => start === pair[1].start),
    ),
  );
  await page.getByRole('dialog', { name: 'Swap the two meetings?' }).getByRole('button', { name: 'Swap' }).click();
  await expect(said(page)).toContainText('is now at');
  expect(await meeting(pair[0].dm, pair[0].pitch)).toMatchObject({ start: pair[1].start });
  expect(await meeting(pair[1].dm, pair[1].pitch)).toMatchObject({ start: pair[0].start });
  await context.close();
});

test('S06 a wish says why it has no meeting and is dragged from the list; a removed meeting is restored; a finger carries, too', async ({
  reelbase,
  browser,
}) => {
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
  await expect(said(page)).toContainText('Undone: removed');
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
  await expect(said(page)).toContainText('is now at');
  expect(await meeting(gone.dm, gone.pitch)).toMatchObject({ start: gone.start, mode: 'manual' });

  // One more slot of somebody: what it would win.
  await page.getByRole('tab', { name: 'One more slot' }).click();
  await page.getByRole('button', { name: 'Calculate' }).click();
  await expect(page.getByText(/If free at|No single slot/).first()).toBeVisible();

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
      touchPoints: point(a.x + 20 + ((b.x - a.x) * step) / 8, a.y + 15 + ((b.y - a.y) * step) / 8),
    });
  await expect(cellOf(page, held.dm, to)).toHaveAttribute('data-over', '');
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(said(page)).toContainText('is now at');
  expect(await meeting(held.dm, held.pitch)).toMatchObject({ start: (await facts()).slots[to]?.start });
  await context.close();
});

test('E06 on a phone each of a person’s meetings and open wishes opens a dialog', async ({ staff: page, reelbase }) => {
  const { facts, meeting } = await makeGround(reelbase, 'board4', true);
  await page.setViewportSize({ width: 360, height: 780 });
  await page.context().addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);
  await page.goto('/erp/oooman?campaign=board4');
  const { meeting: moved, to } = movable(await facts(), true);
  const existing = await facts();
  const dm = existing.dms.find(({ id }) => id === moved.dm);
  const pitch = existing.pitches.find(({ id }) => id === moved.pitch);
  await page
    .locator('summary')
    .filter({ hasText: new RegExp(`^${dm?.ename} `) })
    .click();
  await page
    .locator('details[open]')
    .getByRole('button', { name: new RegExp(`${pitch?.number} `) })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Move to').selectOption(existing.slots[to]?.start ?? '');
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(said(page)).toContainText('is now at');
  expect(await meeting(moved.dm, moved.pitch)).toMatchObject({ start: existing.slots[to]?.start });
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(dialog).toBeHidden();
  await page.locator('details[open] .pb-person-wish').filter({ hasText: pitch?.number }).click();
  await page.getByRole('dialog').locator('.pairing-times button').first().click();
  await expect(said(page)).toContainText('is now at');
  expect(await meeting(moved.dm, moved.pitch)).toBeDefined();
});

test('B06 a message of the board on a phone disappears after the configured pop-up time', async ({ staff: page, reelbase }) => {
  const api = await reelbase.api();
  await makeBoardForum(api, { id: 'popup', dms: 3, pitches: 3, slots: 8, tables: 3, wishes: 2 });
  await planBoardForum(api, 'popup');
  const board = ((await (await api('/api/pairing/popup')).json()) as { data: BoardFacts }).data;
  await page.clock.install();
  const config = (await (await api('/api/config')).json()) as { data: object };
  await page.route('**/api/config', (route) => route.fulfill({ json: { ...config, data: { ...config.data, popupTimeout: 600_000 } } }));
  await page.setViewportSize({ width: 360, height: 780 });
  await page.context().addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);
  await page.goto('/erp/oooman?campaign=popup');
  const { meeting: moved, to } = movable(board, true);
  const dm = board.dms.find(({ id }) => id === moved.dm);
  const pitch = board.pitches.find(({ id }) => id === moved.pitch);
  await page
    .locator('summary')
    .filter({ hasText: new RegExp(`^${dm?.ename} `) })
    .click();
  await page
    .locator('details[open]')
    .getByRole('button', { name: new RegExp(`${pitch?.number} `) })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Move to').selectOption(board.slots[to]?.start ?? '');
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(said(page)).toContainText('is now at');
  await page.clock.fastForward(590_000);
  await expect(said(page)).toContainText('is now at');
  await page.clock.fastForward(20_000);
  await expect(said(page)).toHaveText('');
});

for (const { lang, width, colorScheme } of looks) {
  test(`axe finds nothing serious on the board, and it is no wider than the screen: ${lang}, ${width} px, ${colorScheme}`, async ({
    staff: page,
    reelbase,
  }) => {
    const id = `axe${lang}${width}`;
    await makeGround(reelbase, id, true);
    await page.context().addCookies([{ name: 'lang', value: lang, url: reelbase.url }]);
    await page.setViewportSize({ width, height: 860 });
    await page.emulateMedia({ colorScheme });
    await page.goto(`/erp/oooman?campaign=${id}`);
    await page.locator('[data-pairing], .pb-people').first().waitFor();
    expect(await seriousFaults(page), colorScheme).toEqual([]);
    await expectNoWider(page, colorScheme);
    if (width === 1440) {
      await page.locator('[data-pairing]').first().click();
      await page.keyboard.press('Enter');
      expect(await seriousFaults(page), `${colorScheme}, carrying`).toEqual([]);
      await page.keyboard.press('Escape');
    }
    await page.getByRole('tab').last().click();
    await page.getByRole('button', { name: /^(Repair after a change|臨時異動修補)$/ }).click();
    await page.getByRole('dialog').waitFor();
    expect(await seriousFaults(page), `${colorScheme}, a dialog`).toEqual([]);
  });
}
