/** Notices of the back office: read out whatever is open, and in nobody's way. In a browser that, as Safari and all browsers of a Mac do, tells those who listen nothing from outside of a modal dialog. */
import { findBrowser } from '../../support/browser.ts';
import { expect, goToOther, type Page, test } from '../reelbase.ts';

const { executablePath, args } = await findBrowser();
test.use({ launchOptions: { executablePath, args: [...args, '--blink-settings=ariaModalPrunesAXTree=true'] } });

/** What a screen reader announces of notices: 'alert: …' or 'status: …', of the browser's own tree. */
async function spoken(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const words = (id: string): string => {
    const node = byId.get(id);
    if (!node) return '';
    if (node.role?.value === 'StaticText') return String(node.name?.value ?? '');
    return (node.childIds ?? []).map(words).join(' ');
  };
  return nodes
    .filter(({ ignored, role }) => !ignored && (role?.value === 'alert' || role?.value === 'status'))
    .map(({ nodeId, role }) => `${role?.value}: ${words(nodeId).trim()}`);
}

/** A fault of ours: bad news from anywhere. */
const fail = (page: Page, words = 'the browser test broke it') => page.evaluate((said) => void setTimeout(() => Promise.reject(new Error(said)), 0), words);

test('E7 the message of a failed operation is read out while its dialog is open, and so is a message in a drawer', async ({ staff, reelbase }) => {
  await staff.context().addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);
  const api = await reelbase.api();
  const post = async (path: string, row: object) =>
    (await (await api(`/api/pb/${path}`, { method: 'POST', body: JSON.stringify(row) })).json()) as { id: string };
  await post('campaign', { id: 'heard', cna: '聽見', edition: 14, maxSel: 2 });
  const { id: applicant } = await post('applicant', { email: 'heard@example.com', name: 'Maker' });
  const { id } = await post('enrolment', { cid: 'heard', applicant, cname: '聽' });
  await staff.goto(`/erp/ccdfenroll/edit?id=${id}`);
  await staff.getByRole('button', { name: 'Submit' }).click();
  const dialog = staff.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(staff.locator('.notice-error')).toBeVisible();
  await expect(dialog).toBeVisible();
  const [said] = await staff.locator('.notice-error .notice-text').allInnerTexts();
  expect((await spoken(staff)).join('\n').replace(/\s+/g, ' ')).toContain(`alert: ${said?.replace(/\s+/g, ' ')}`);
  // What the dialog covers is not read out along.
  await expect(staff.getByRole('navigation')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await staff.locator('.notice-error').getByRole('button').click();

  await staff.goto('/erp/filmman');
  await staff.setViewportSize({ width: 360, height: 740 });
  await staff.getByRole('button', { name: 'Open menu' }).click();
  await fail(staff);
  await expect(staff.locator('.notice-error')).toContainText('broke it');
  expect((await spoken(staff)).join()).toMatch(/alert: .*broke it/);
});

/** Whatever can be pressed and is seen, and what of it lies under a notice. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const notices = [...document.querySelectorAll('.notice')].map((notice) => notice.getBoundingClientRect());
    const seen = (element: Element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const box = { left: Math.max(0, left), top: Math.max(0, top), right: Math.min(innerWidth, right), bottom: Math.min(innerHeight, bottom) };
      for (let parent = element.parentElement; parent; parent = parent.parentElement) {
        if (getComputedStyle(parent).overflowY === 'visible') continue;
        const edge = parent.getBoundingClientRect();
        box.left = Math.max(box.left, edge.left);
        box.top = Math.max(box.top, edge.top);
        box.right = Math.min(box.right, edge.right);
        box.bottom = Math.min(box.bottom, edge.bottom);
      }
      return box;
    };
    return [...document.querySelectorAll('button, a[href], input, textarea, select, [role="button"], [role="tab"], [role="combobox"]')]
      .filter((element) => !element.closest('.notice, .unseen') && element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((element) => {
        const { left, top, right, bottom } = seen(element);
        if (right - left < 2 || bottom - top < 2) return false;
        return notices.some((notice) => left < notice.right && right > notice.left && top < notice.bottom && bottom > notice.top);
      })
      .map((element) => element.outerHTML.slice(0, 120));
  });

for (const width of [360, 1440])
  test(`E7 bad news covers nothing that can be pressed: toolbars, chips, totals, forms, dialogs and drawers at ${width} px`, async ({ staff, reelbase }) => {
    await staff.context().addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);
    const api = await reelbase.api();
    const id = `under${width}`;
    for (let index = 0; index < 30; index += 1)
      await api('/api/pb/film', { method: 'POST', body: JSON.stringify({ id: `${id}-${index}`, ename: `Under ${index}`, year: 2020 }) });
    await staff.setViewportSize({ width, height: 740 });
    const look = async (name: string) => {
      for (let index = 0; index < 5; index += 1) await fail(staff, `${name} ${index} ${'a long sentence that takes some lines of its own '.repeat(4)}`);
      await expect(staff.locator('.notice-error').filter({ hasText: `${name} 4` })).toBeVisible();
      await expect.poll(() => covered(staff), { message: name }).toEqual([]);
      if (process.env.LOOKS) await staff.screenshot({ path: `${process.env.LOOKS}/notices-${name}-${width}.png` });
    };
    const screens = {
      list: `/erp/filmman?filter=${encodeURIComponent('{"year@gte":2005,"rating":"[G]"}')}`,
      film: `/erp/filmman/edit?id=${id}-1`,
      orders: '/erp/soman',
      home: '/erp',
      tools: '/erp/toolman',
      system: '/erp/sysman',
      pairing: '/erp/oooman',
      campaigns: '/erp/ccdfman',
    };
    await staff.goto('/erp/profile');
    for (const [name, path] of Object.entries(screens)) {
      await goToOther(staff, path);
      await expect(staff.locator('main .bone')).toHaveCount(0);
      await look(name);
    }
    await staff.goto(`/erp/filmman?filter=${encodeURIComponent('{"q":"Under"}')}`);
    const dialogs: [name: string, open: () => Promise<void>][] = [
      // All are selected at once on a wide screen only.
      ...(width > 600
        ? [
            [
              'delete',
              async () => {
                await staff.getByRole('checkbox', { name: 'Select all' }).check();
                await staff.getByRole('button', { name: 'Delete' }).first().click();
              },
            ] as [string, () => Promise<void>],
          ]
        : []),
      ['columns', () => staff.getByRole('button', { name: 'Columns' }).click()],
      ['filter', () => staff.getByRole('button', { name: 'Filter', exact: true }).click()],
      ['import', () => staff.getByRole('button', { name: 'Import' }).click()],
    ];
    for (const [name, open] of dialogs) {
      await open();
      await expect(staff.getByRole('dialog')).toBeVisible();
      await look(name);
      await staff.keyboard.press('Escape');
      await expect(staff.getByRole('dialog')).toHaveCount(0);
    }
    // A telephone's form has no such button at its head.
    if (width < 600) return;
    await staff.goto(`/erp/filmman/edit?id=${id}-1`);
    await staff.getByRole('button', { name: 'History' }).click();
    await look('history');
  });
