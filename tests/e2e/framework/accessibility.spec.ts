import { AxeBuilder } from '../axe.ts';
import { looks } from '../looks.ts';
import { expect, expectNoWider, test } from '../reelbase.ts';

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
      await staff.goto(path);
      await staff.waitForLoadState('networkidle');
      const found = await new AxeBuilder({ page: staff }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();
      const serious = found.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      expect(
        serious.map(({ id, nodes }) => `${path} ${id}: ${nodes.map(({ html }) => html).join(' ')}`),
        path,
      ).toEqual([]);
      await expectNoWider(staff, path);
    }
  });
}
