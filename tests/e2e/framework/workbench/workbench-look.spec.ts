/** The workbench where nothing may be changed, and its preview on a telephone. */
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anyFaults } from '../../axe.ts';
import { expect, expectNoWider, type Page, password, signIn, startServer, test } from '../../reelbase.ts';

const read = (lang: 'tw' | 'en') => JSON.parse(readFileSync(`locales/${lang}/workbench.json`, 'utf8'));

async function look(page: Page, name: string): Promise<void> {
  if (process.env.LOOKS) await page.screenshot({ path: `${process.env.LOOKS}/look-${name}.png` });
}

test('where editing is off by a setting everything is shown and nothing can be changed', async ({ browser }) => {
  test.slow();
  const folder = mkdtempSync(join(tmpdir(), 'reelbase-look-'));
  const [schemas, locales] = [join(folder, 'schemas'), join(folder, 'locales')];
  cpSync('schemas', schemas, { recursive: true });
  cpSync('locales', locales, { recursive: true });
  const env = { DATA_DIR: folder, SCHEMAS_DIR: schemas, LOCALES_DIR: locales, ADMIN_PASSWORD: password, PORT: '0', LOG_LEVEL: 'warn' };
  // Whoever may write everywhere meets no folder that is closed.
  const isClosed = process.getuid?.() !== 0;
  const reasons = isClosed ? (['setting', 'folder'] as const) : (['setting'] as const);
  for (const why of reasons) {
    if (why === 'folder') chmodSync(schemas, 0o555);
    const server = await startServer({ ...env, SCHEMAS_EDIT: why === 'setting' ? '0' : '1' });
    try {
      const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
      const page = await context.newPage();
      await signIn(page, 'admin', password);
      for (const lang of ['tw', 'en'] as const) {
        const say = read(lang);
        await context.addCookies([{ name: 'lang', value: lang, url: server.url }]);
        await page.goto('/erp/schemas');
        await expect(page.getByText(say.readonly[why])).toBeVisible();
        await expect(page.getByRole('button', { name: say.new.open })).toHaveCount(0);
        await look(page, `${why}-${lang}-list`);
        expect(await anyFaults(page)).toEqual([]);
        await page.goto('/erp/schemas/company');
        await expect(page.getByText(say.readonly[why])).toBeVisible();
        await expect(page.getByText(say.verdict.sound)).toBeVisible();
        for (const name of [say.save.open, say.delete.open, say.fields.add]) await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
        await page.locator('.bench-field-list button[aria-pressed]').nth(1).click();
        await expect(page.locator('.bench-field input[type="text"]').first()).not.toBeEditable();
        await look(page, `${why}-${lang}-field`);
        expect(await anyFaults(page)).toEqual([]);
        await page.getByRole('tab', { name: say.faces.object, exact: true }).click();
        await expect(page.getByRole('textbox', { name: say.object.title, exact: true })).not.toBeEditable();
        await page.getByRole('tab', { name: say.faces.json, exact: true }).click();
        const code = page.getByRole('textbox', { name: 'schemas/company.json' });
        await expect(code).toHaveAttribute('aria-readonly', 'true');
        await code.press('Home');
        await code.pressSequentially('wrong');
        await expect(code).not.toContainText('wrong');
        await page.getByRole('button', { name: say.history.open, exact: true }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await expect(page.getByRole('dialog').getByRole('button', { name: say.history.revert })).toHaveCount(0);
      }
    } finally {
      await server.stop();
    }
  }
  chmodSync(schemas, 0o755);
  rmSync(folder, { recursive: true, force: true });
});

for (const lang of ['tw', 'en'] as const) {
  test(`on a telephone the preview of list and form is no wider than it, in ${lang}`, async ({ staff, reelbase }) => {
    test.slow();
    const say = read(lang);
    await staff.setViewportSize({ width: 360, height: 740 });
    await staff.context().addCookies([{ name: 'lang', value: lang, url: reelbase.url }]);
    await staff.goto('/erp/schemas/company');
    await staff.getByRole('tab', { name: say.faces.preview }).click();
    const frame = staff.frameLocator('iframe');
    const inner = () => staff.frames().find((one) => one.url().includes('schema-preview'));
    const isFrameNoWider = () =>
      expect.poll(() => inner()?.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
    await expect(frame.getByRole('table').or(frame.getByRole('list')).first()).toBeVisible();
    await look(staff, `360-${lang}-list`);
    await expectNoWider(staff);
    await isFrameNoWider();
    expect(await anyFaults(staff)).toEqual([]);
    await staff.getByRole('button', { name: say.preview.form, exact: true }).click();
    await expect(frame.locator('[data-field]').first()).toBeVisible();
    await look(staff, `360-${lang}-form`);
    await expectNoWider(staff);
    await isFrameNoWider();
    expect(await anyFaults(staff)).toEqual([]);
  });
}

for (const lang of ['tw', 'en'] as const) {
  test(`axe finds nothing serious in the workbench’s forms of layout, views and behaviour, in ${lang}`, async ({ staff, reelbase }) => {
    test.slow();
    const say = read(lang);
    await staff.context().addCookies([{ name: 'lang', value: lang, url: reelbase.url }]);
    for (const width of [1440, 360]) {
      await staff.setViewportSize({ width, height: 900 });
      await staff.goto('/erp/schemas/film');
      for (const face of ['layout', 'views', 'behaviour', 'object'] as const) {
        await staff.getByRole('tab', { name: say.faces[face], exact: true }).click();
        const panel = staff.locator('#bench-panel');
        await expect(panel.locator('button, input').first()).toBeVisible();
        // What is folded away is asked as well.
        await panel.evaluate((element) => {
          for (const folded of element.querySelectorAll('details')) folded.open = true;
        });
        await look(staff, `${width}-${lang}-${face}`);
        expect([face, await anyFaults(staff)]).toEqual([face, []]);
        await expectNoWider(staff);
      }
    }
  });
}
