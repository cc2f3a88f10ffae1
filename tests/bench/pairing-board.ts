/**
 * `tsx tests/bench/pairing-board.ts [decision makers] [pitches] [slots]` after a build: the timetable board of a made-up forum (100 × 120 × 32) in a browser.
 * Prints the longest frame, the longest task and their 99 % while a meeting is dragged over the whole board, while it is scrolled, and how long the rest takes.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { password, startServer } from '../e2e/reelbase.ts';
import { findBrowser } from '../support/browser.ts';
import { type Ask, makeBoardForum, planBoardForum } from '../support/forum/board-forum.ts';

/** As text: a function would be compiled for this side. */
const watching = `(() => {
  const seen = { frames: [], tasks: [], end: false };
  window.seen = seen;
  seen.watch = new PerformanceObserver((list) => seen.tasks.push(...list.getEntries().map(({ duration }) => duration)));
  seen.watch.observe({ entryTypes: ['longtask'] });
  let last = performance.now();
  requestAnimationFrame(function tick(now) {
    seen.frames.push(now - last);
    last = now;
    if (!seen.end) requestAnimationFrame(tick);
  });
})()`;

const [dms = 100, pitches = 120, slots = 32] = process.argv.slice(2).map(Number);
const folder = mkdtempSync(join(tmpdir(), 'reelbase-board-'));
const server = await startServer({
  DATABASE_URL: `sqlite:${join(folder, 'reelbase.sqlite')}`,
  DATA_DIR: folder,
  ADMIN_PASSWORD: password,
  PORT: '0',
  LOG_LEVEL: 'warn',
});
const found = await findBrowser();
const browser = await chromium.launch({ executablePath: found.executablePath, args: found.args });
try {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
  const signedIn = await context.request.post('/api/auth/login', { data: { id: 'admin', pw: password }, headers: { origin: server.url } });
  const cookie = (signedIn.headers()['set-cookie'] ?? '').split(';')[0] ?? '';
  const api: Ask = (path, init = {}) => fetch(server.url + path, { ...init, headers: { 'content-type': 'application/json', origin: server.url, cookie } });
  await makeBoardForum(api, { id: 'bench1', dms, pitches, slots, tables: 60, wishes: 14 });
  await planBoardForum(api, 'bench1');

  const page = await context.newPage();
  const opened = performance.now();
  await page.goto('/erp/oooman?campaign=bench1');
  await page.locator('[data-pairing]').first().waitFor();
  const shown = performance.now() - opened;
  const facts = (await (await api('/api/pairing/bench1')).json()) as { data: { pairings: unknown[]; slots: unknown[] } };
  console.log(`${dms} × ${pitches} × ${facts.data.slots.length}, ${facts.data.pairings.length} meetings; board shown after ${Math.round(shown)} ms`);
  await page.waitForTimeout(1_500);

  console.log('what                                frames  longest ms   99 % ms   longest task ms');
  await measured(page, 'drag over the whole board', () => dragAround(page, 3));
  await measured(page, 'scroll down and across', () => scrollAround(page));
  await page.getByRole('grid').focus();
  await measured(page, 'cursor by keyboard, 120 steps', async () => {
    for (let step = 0; step < 120; step += 1) await page.keyboard.press(step % 4 === 3 ? 'ArrowDown' : 'ArrowRight');
  });
  await measured(page, 'the other side is chosen', () => page.getByRole('button', { name: /Pitches × time|提案 × 時間/ }).click());
  await measured(page, 'a drag among the pitches', () => dragAround(page, 1));
  await measured(page, 'a meeting moved, to its answer', async () => {
    await page.locator('[data-pairing]').nth(4).click();
    await page.keyboard.press('l');
    await page.locator('.pb-locked').first().waitFor();
  });
} finally {
  await browser.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** A meeting carried in many small steps over the board, into its edges too, where the board scrolls by itself; then put back. */
async function dragAround(page: Page, rounds: number): Promise<void> {
  const meeting = await page.locator('[data-pairing]').nth(6).boundingBox();
  const grid = await page.getByRole('grid').boundingBox();
  if (!meeting || !grid) throw new Error('nothing to drag');
  await page.mouse.move(meeting.x + 20, meeting.y + 12);
  await page.mouse.down();
  const [left, top, right, bottom] = [grid.x + 200, grid.y + 80, grid.x + grid.width - 10, grid.y + grid.height - 10];
  for (let round = 0; round < rounds; round += 1) {
    for (const [x, y] of [
      [left, top],
      [right, top],
      [right, bottom],
      [left, bottom],
      [(left + right) / 2, (top + bottom) / 2],
    ] as const) {
      await page.mouse.move(x, y, { steps: 40 });
      await page.waitForTimeout(150);
    }
  }
  await page.keyboard.press('Escape');
  await page.mouse.up();
}

async function scrollAround(page: Page): Promise<void> {
  await page.getByRole('grid').hover();
  for (let step = 0; step < 40; step += 1) await page.mouse.wheel(step % 2 ? 120 : 0, 180);
  for (let step = 0; step < 40; step += 1) await page.mouse.wheel(-120, -180);
}

async function measured(page: Page, what: string, act: () => Promise<void>): Promise<void> {
  await page.evaluate(watching);
  await act();
  await page.waitForTimeout(300);
  const { frames, tasks } = await page.evaluate<{ frames: number[]; tasks: number[] }>(
    '(() => { seen.end = true; seen.watch.disconnect(); return { frames: seen.frames, tasks: seen.tasks }; })()',
  );
  const sorted = frames.sort((a, b) => a - b);
  const show = (value: number | undefined) => (value ?? 0).toFixed(0);
  console.log(
    `${what.padEnd(36)}${String(frames.length).padStart(6)}${show(sorted.at(-1)).padStart(12)}${show(sorted[Math.floor(sorted.length * 0.99)]).padStart(10)}${show(Math.max(0, ...tasks)).padStart(18)}`,
  );
}
