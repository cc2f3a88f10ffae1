/** What a first screen waits for, and what it does not (172). */
import { readFileSync } from 'node:fs';
import { expect, test } from '../../reelbase.ts';

type Manifest = Record<string, { isDynamicEntry?: boolean; imports?: string[] }>;

test('G1 the form engine comes with the screens that have a form, and with no other', () => {
  const manifest = JSON.parse(readFileSync('dist/public/.vite/manifest.json', 'utf8')) as Manifest; // Vite's own
  const brings = (name: string, seen = new Set<string>()): boolean => {
    if (seen.has(name)) return false;
    seen.add(name);
    return /^_edit-.*\.js$/.test(name) || (manifest[name]?.imports ?? []).some((one) => brings(one, seen));
  };
  const parts = Object.keys(manifest).filter((name) => manifest[name]?.isDynamicEntry && name.startsWith('framework/'));
  expect(parts.length).toBeGreaterThan(30);
  expect(parts.filter((name) => brings(name)).sort()).toEqual([
    'framework/admin/comments/CommentsPanel.tsx', // of a form's own column
    'framework/admin/schemas/PreviewPage.tsx',
    'framework/admin/test/TestPage.tsx',
    'framework/form/create/CreateDialog.tsx',
    'framework/form/shape/ShapeDialog.tsx',
  ]);
});

test('P01 R11 a record is asked for while the part that shows it is still on its way', async ({ staff, reelbase }) => {
  const api = await reelbase.api();
  await api('/api/pb/company', { method: 'POST', body: JSON.stringify({ id: 'first_co', name: 'First screen', type: 3 }) });
  let ask = () => {};
  const asked = new Promise<void>((resolve) => {
    ask = resolve;
  });
  staff.on('request', (request) => new URL(request.url()).pathname === '/api/pb/company/first_co' && ask());
  await staff.route('**/assets/edit-*.js', async (route) => {
    await asked;
    await route.continue();
  });
  await staff.goto('/erp/pb-company/edit?id=first_co');
  await expect(staff.getByRole('heading', { name: 'First screen' })).toBeVisible();
});

test('P01 what has come is shown at once: React does not hold it back until its place has stood for 0.3 s', async ({ staff, reelbase }) => {
  const api = await reelbase.api();
  await api('/api/pb/company', { method: 'POST', body: JSON.stringify({ id: 'at_once', name: 'At once', type: 3 }) });
  // React's pause is a timer of its own file; it never rings here.
  await staff.addInitScript(() => {
    const before = window.setTimeout.bind(window);
    const after = (task: TimerHandler, ms?: number, ...more: unknown[]): number => {
      const isPause = ms !== undefined && ms > 10 && ms <= 300 && (new Error().stack ?? '').split('\n')[2]?.includes('/assets/react-');
      return isPause ? 0 : before(task, ms, ...more);
    };
    window.setTimeout = after as typeof window.setTimeout; // Node's types have a promisify beside it
  });
  await staff.goto('/erp/pb-company');
  await expect(staff.getByRole('row').filter({ hasText: 'At once' })).toBeVisible();
});

test('P01 the numbers beside quick filters have their room before they come, so that no line breaks for them', async ({ staff }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await staff.route('**/counts?**', async (route) => {
    await released;
    await route.continue();
  });
  await staff.goto('/erp/pb-company');
  const chip = staff.locator('.filters .chip').first();
  const widthOf = async () => (await chip.boundingBox())?.width ?? 0;
  await expect(chip).toBeVisible();
  const waiting = await widthOf();
  release();
  await expect(chip).toHaveText(/\d$/);
  expect(await widthOf()).toBeLessThanOrEqual(waiting);
});
