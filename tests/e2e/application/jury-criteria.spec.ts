/** Rating by criteria as jurors do it: on a phone and a tablet, by keyboard, offline, two pitches beside each other, and 'I am done'. */
import { expect, expectAccessible, test } from '../site.ts';
import { device, forum, phone, tablet } from './jury-forum.ts';

const criteria = [
  { key: 'vision', cna: '觀點', ename: 'Vision', weight: 3, steps: ['薄弱 weak', '可見 visible', '清楚 clear', '有力 strong', '非說不可 urgent'] },
  { key: 'craft', cna: '手法', ename: 'Craft', weight: 1, steps: [] },
].map(({ steps, ...one }) => ({ ...one, hint: '', ehint: '', steps: steps.map((both) => ({ cna: both.split(' ')[0], ename: both.split(' ')[1] })) }));

test('R05 E05 a juror on a phone rates by criteria, without a line too, and the bar stays in sight', async ({ browser, site }) => {
  await forum(site, 'crit1', { criteria });
  const page = await device(browser, site, 'crit1', 'en', phone);
  await page.getByRole('link', { name: 'Start reading' }).click();
  await page.locator('.selection-row a', { hasText: 'C001' }).click();
  const bar = page.getByRole('region', { name: 'Quick rating' });
  await expect(bar).toBeInViewport();
  await expect(bar.getByRole('button', { name: 'Criteria 0 / 2' })).toBeVisible();
  await bar.getByRole('button', { name: '4', exact: true }).click();
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  await expectAccessible(page, 'entry with bar');
  await bar.getByRole('button', { name: 'Criteria 0 / 2' }).click();
  await expect(bar).toBeHidden();
  const vision = page.getByRole('group', { name: /^Vision/ });
  await expect(vision.getByText('1 weak; 5 urgent')).toBeVisible();
  await page.context().setOffline(true);
  await vision.getByRole('radio', { name: '4 strong' }).check({ force: true });
  await expect(vision.getByText('strong', { exact: true })).toBeVisible();
  await expect(page.getByText('1 of 2 criteria to rate')).toBeVisible();
  await page
    .getByRole('group', { name: /^Craft/ })
    .getByRole('radio', { name: '2' })
    .check({ force: true });
  await expect(page.getByText('Weighted mean 3.50').first()).toBeVisible();
  await expect(page.getByText(/^No connection; /)).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(/^Saved at/)).toBeVisible({ timeout: 40_000 });
  await page.reload();
  await expect(page.getByText('Weighted mean 3.50').first()).toBeAttached();
  await page.goto(`${page.url().split('#')[0]}#`);
  await expect(page.locator('.selection-row', { hasText: 'C001' }).getByText('Criteria 3.5')).toBeVisible();
});

test('R05 E05 two pitches beside each other, rated there; then a juror is done, takes it back and goes on, by keyboard', async ({ browser, site }) => {
  await forum(site, 'crit2', { criteria, blind: ['director'] });
  const page = await device(browser, site, 'crit2', 'tw', tablet);
  await page.getByRole('link', { name: '開始閱讀' }).click();
  await page.locator('.selection-row a', { hasText: 'C002' }).click();
  await page.getByLabel('與另一件並排比較').selectOption({ label: 'C004 第4部' });
  await expect(page.getByRole('heading', { name: '第2部' })).toBeVisible();
  await expect(page.getByRole('heading', { name: '第4部' })).toBeVisible();
  expect(await page.content()).not.toContain('導演</strong>');
  await expectAccessible(page, 'compare');
  const [left, right] = [page.locator('.selection-rating').first(), page.locator('.selection-rating').last()];
  await left.getByRole('radio', { name: '5 非說不可' }).focus();
  await page.keyboard.press('Space');
  await right.locator('.selection-weight label', { hasText: '2' }).click();
  await expect(page.getByText(/^已於 .+ 儲存$/)).toBeVisible();
  await page.reload();
  await expect(page.locator('.selection-rating').first().getByRole('radio', { name: '5 非說不可' })).toBeChecked();
  await page.goto(`${page.url().split('#')[0]}#`);
  await expect(page.locator('.selection-row', { hasText: 'C002' }).getByText('分項 1 / 2')).toBeVisible();

  await page.getByRole('button', { name: '我評完了' }).press('Enter');
  await expect(page.getByText('還有 4 件未讀。')).toBeVisible();
  await expectAccessible(page, 'done');
  await page.getByRole('button', { name: '宣告完成' }).press('Enter');
  await expect(page.getByText(/宣告評選完成。$/)).toBeVisible();
  await page.locator('.selection-row a', { hasText: 'C001' }).click();
  await expect(page.getByText('您已宣告評選完成。要修改，請先在清單上收回。')).toBeVisible();
  await expect(page.getByRole('radio', { name: '5 非說不可' })).toBeDisabled();
  await page.goto(`${page.url().split('#')[0]}#`);
  await page.getByRole('button', { name: '收回，繼續評選' }).press('Enter');
  await expect(page.getByRole('button', { name: '我評完了' })).toBeVisible();
});
