/** R30: every kind of field in every state, in both languages, on a phone and a desktop. */
import { seriousFaults } from '../../axe.ts';
import { looks } from '../../looks.ts';
import { comesToRest, expect, goWithin, test } from '../../reelbase.ts';

const states = ['empty', 'required', 'filled', 'locked', 'readonly', 'invalid', 'long', 'hidden'];

for (const { lang, width, colorScheme } of looks) {
  test(`R30 every field in every state is displayed correctly: ${lang}, ${width} px, ${colorScheme}`, async ({ staff, reelbase }) => {
    const faults: string[] = [];
    staff.on('pageerror', (error) => faults.push(error.message));
    await staff.setViewportSize({ width, height: 800 });
    await staff.emulateMedia({ colorScheme });
    await staff.context().addCookies([{ name: 'lang', value: lang, url: reelbase.url }]);
    await staff.goto('/erp/test');
    for (const state of states) {
      await expect(staff.locator('[data-field="state"]')).toBeVisible();
      await goWithin(staff, `/erp/test?state=${state}`);
      await expect(staff.locator(`button[value="${state}"]`)).toHaveAttribute('aria-pressed', 'true');
      await comesToRest(staff);
      const shown = await staff.locator('[data-field]').count();
      if (state === 'hidden') expect(shown).toBeLessThan(10);
      else expect(shown).toBeGreaterThan(30);
      const overflow = await staff.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect.soft(overflow, `${state} is ${overflow} px too wide`).toBeLessThanOrEqual(0);
      // what axe sees on a desktop it sees on a phone: both languages and both colours, once
      if (width === 360) continue;
      expect.soft(await seriousFaults(staff), state).toEqual([]);
    }
    expect(faults).toEqual([]);
  });
}

test('R30 V31 V32 V35 V36 a problem is shown at its field, and a condition shows, locks and requires fields', async ({ staff, reelbase }) => {
  await staff.context().addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);
  await staff.goto('/erp/test?state=invalid');
  for (const field of ['line', 'pattern', 'email', 'uri', 'digits', 'identifier', 'integer', 'money', 'number', 'several', 'tags'])
    await expect.soft(staff.locator(`#field-${field}-error`), field).not.toBeEmpty();
  await staff.goto('/erp/test?state=required');
  await expect(staff.locator('#field-line-error')).toHaveText('Line of text is required');
  await staff.goto('/erp/test?state=filled');
  await expect(staff.locator('#field-line-error')).toBeEmpty();
  await expect(staff.locator('#field-line')).toHaveValue('福爾摩沙');
  await staff.goto('/erp/test?state=readonly');
  await expect(staff.locator('#field-line')).not.toBeEditable();
});

test('R30 P02 only an administrator sees it', async ({ staff, reelbase }) => {
  const admin = await reelbase.api();
  await admin('/api/pb/user', {
    method: 'POST',
    body: JSON.stringify({ id: 'reader', name: 'Reader', pw: 'correct horse 9', email: 'reader@example.com', roles: ['[op]'] }),
  });
  const reader = await reelbase.api('reader', 'correct horse 9');
  expect((await reader('/api/test-fields')).status).toBe(403);
  expect((await staff.goto('/erp/test'))?.status()).toBe(200);
});
