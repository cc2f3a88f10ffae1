import { seriousFaults } from '../axe.ts';
import { looks } from '../looks.ts';
import { comesToRest, expect, expectNoWider, goToOther, test } from '../reelbase.ts';

const pages = [
  '/',
  '/erp',
  '/erp/filmman',
  '/erp/filmman/edit',
  '/erp/pb-company',
  '/erp/pb-company/edit',
  '/erp/userman',
  '/erp/sysman',
  '/erp/toolman',
  '/erp/changes',
  '/erp/trash',
  '/erp/no-such-page',
];

// the slowest of all: both workers share it
test.describe.configure({ mode: 'parallel' });

for (const { lang, width, colorScheme } of looks) {
  test(`axe finds nothing serious, and no page is wider than the screen: ${lang}, ${width} px, ${colorScheme}`, async ({ staff, reelbase }) => {
    await staff.setViewportSize({ width, height: 800 });
    await staff.emulateMedia({ colorScheme });
    await staff.context().addCookies([{ name: 'lang', value: lang, url: reelbase.url }]);
    for (const path of pages) {
      // The first page is the site's. The others are gone to from the second, as by the menu.
      if (path === '/' || path === '/erp') {
        await staff.goto(path);
        await staff.waitForLoadState('networkidle');
      } else {
        await goToOther(staff, path);
        await comesToRest(staff);
      }
      expect(await seriousFaults(staff), path).toEqual([]);
      await expectNoWider(staff, path);
    }
  });
}

test('an apostrophe in English words is no wider than a letter, on a device whose Chinese face draws it as wide as a character', async ({
  staff,
  reelbase,
}) => {
  await staff.context().addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);
  await staff.goto('/erp');
  await expect(staff.getByRole('heading', { level: 1 })).toBeVisible();
  const widths = await staff.evaluate(() => {
    const measured = document.body.appendChild(document.createElement('span'));
    return ['’', '“', '漢'].map((sign) => {
      measured.textContent = sign;
      return measured.getBoundingClientRect().width / Number.parseFloat(getComputedStyle(measured).fontSize);
    });
  });
  const [apostrophe, quote, character] = widths;
  expect(character, 'a Chinese face is there').toBeCloseTo(1, 1);
  expect(apostrophe).toBeLessThan(0.5);
  expect(quote).toBeLessThan(0.6);
});
