/** Comments, a person named, an assignment, following, and the bell, on an object dropped in while the server runs. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { anyFaults } from '../axe.ts';
import { expect, expectNoWider, password, signInByHttp, test } from '../reelbase.ts';

const bellows = {
  title: 'Bellows',
  type: 'object',
  required: ['id', 'name'],
  'x-entity': { group: 'master', icon: 'business' },
  'x-titleTemplate': '{name}',
  properties: {
    id: { type: 'string', title: 'ID', format: 'id', maxLength: 40 },
    name: { type: 'string', title: 'Name', maxLength: 80 },
  },
};

const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

test('a record is commented on, somebody is named and assigned by the keyboard, and finds it by the bell and on the home page', async ({
  staff: page,
  reelbase,
  browser,
}) => {
  const file = join(reelbase.schemasDir, 'bellows.json');
  const api = await reelbase.api();
  const post = async (object: string, json: object) =>
    expect((await api(`/api/pb/${object}`, { method: 'POST', body: JSON.stringify(json) })).status).toBe(201);
  writeFileSync(file, JSON.stringify(bellows));
  const mei = await browser.newContext({ baseURL: reelbase.url, viewport: { width: 360, height: 740 } });
  try {
    await expect.poll(async () => (await api('/api/pb/bellows')).status).toBe(200);
    await post('bellows', { id: 'b-1', name: 'Great bellows' });
    await post('user', { id: 'mei.bellows', name: 'Mei Bellows', pw: password, email: 'mei.bellows@example.com', roles: ['[]'] });
    await page.context().addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/erp/pb-bellows/edit?id=b-1');
    await page.getByRole('button', { name: 'Comments' }).press('Enter');
    const panel = page.getByRole('dialog', { name: 'Comments' });
    const box = panel.getByRole('textbox', { name: 'Comment', exact: true });

    await test.step('a comment names somebody', async () => {
      await box.click();
      await page.keyboard.type('Please look, @mei.b');
      await expect(page.getByRole('option', { name: 'Mei Bellows (mei.bellows)' })).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('Enter');
      await expect(box).toHaveValue('Please look, @Mei Bellows ');
      // What is typed outlives a reload.
      await page.reload();
      await page.getByRole('button', { name: 'Comments' }).press('Enter');
      await expect(box).toHaveValue('Please look, @Mei Bellows ');
      await box.press('End');
      await page.keyboard.type('@mei.b');
      await expect(page.getByRole('option', { name: 'Mei Bellows (mei.bellows)' })).toBeVisible();
      await page.keyboard.press('Tab');
      await page.keyboard.type('<b>now</b>');
      await page.keyboard.press('Control+Enter');
      await expect(panel.getByRole('article')).toContainText('Please look, @Mei Bellows @Mei Bellows <b>now</b>');
      await expect(box).toHaveValue('');
      await expect(panel.getByRole('switch', { name: 'Follow' })).toBeChecked();
      expect(await anyFaults(page)).toEqual([]);
    });

    await test.step('it is changed by its author', async () => {
      await panel.getByRole('button', { name: 'Edit the comment' }).press('Enter');
      const changing = panel.getByRole('textbox', { name: 'Edit the comment' });
      await expect(changing).toHaveValue('Please look, @Mei Bellows @Mei Bellows <b>now</b>');
      await changing.fill('Please look, @Mei Bellows, today');
      await panel.getByRole('button', { name: 'Save', exact: true }).press('Enter');
      await expect(panel.getByRole('article')).toContainText('Please look, @Mei Bellows, today');
      await expect(panel.getByRole('article')).toContainText('edited');
    });

    await test.step('the record is assigned with a day', async () => {
      await panel.getByRole('combobox', { name: 'Person' }).fill('mei.b');
      await page.getByRole('option', { name: 'Mei Bellows (mei.bellows)' }).click();
      await panel.getByRole('textbox', { name: 'Due' }).fill(day);
      await panel.getByRole('button', { name: 'Assign', exact: true }).press('Enter');
      await expect(panel.getByRole('listitem').filter({ hasText: 'Mei Bellows' })).toContainText(`due ${day}`);
      await panel.getByRole('button', { name: 'Close' }).press('Enter');
      await expect(page.getByRole('button', { name: 'Comments' })).toContainText('1');
    });

    await test.step('who was named finds it by the bell, on a phone', async () => {
      const cookie = await signInByHttp(reelbase.url, 'mei.bellows', password);
      const [name = '', value = ''] = cookie.split('=');
      await mei.addCookies([
        { name, value, url: reelbase.url, httpOnly: true, sameSite: 'Lax' },
        { name: 'lang', value: 'en', url: reelbase.url },
      ]);
      const own = await mei.newPage();
      await own.goto('/erp/');
      await expect(own.getByRole('region', { name: 'My tasks' }).getByRole('link', { name: 'Great bellows' })).toBeVisible();
      await own.getByRole('button', { name: 'Notices: 2 unread' }).press('Enter');
      const notices = own.getByRole('dialog', { name: 'Notices' });
      await expect(notices.getByRole('listitem')).toHaveCount(2);
      await expectNoWider(own);
      expect(await anyFaults(own)).toEqual([]);
      await notices.getByRole('button', { name: /mentioned you in “Great bellows”/ }).press('Enter');
      const there = own.getByRole('dialog', { name: 'Comments' });
      await expect(there.getByRole('article')).toContainText('Please look, @Mei Bellows, today');
      await expectNoWider(own);
      await there.getByRole('checkbox', { name: 'Mei Bellows has done it' }).press('Space');
      await expect(there.getByRole('checkbox', { name: 'Mei Bellows has done it' })).toBeChecked();
      await there.getByRole('button', { name: 'Close' }).press('Enter');
      await own.getByRole('button', { name: 'Notices: 1 unread' }).press('Enter');
      await notices.getByRole('button', { name: 'Mark all as read' }).press('Enter');
      await expect(own.getByRole('button', { name: 'Notices: 0 unread' })).toBeVisible();
    });

    await test.step('in Chinese', async () => {
      await page.context().addCookies([{ name: 'lang', value: 'tw', url: reelbase.url }]);
      await page.goto('/erp/pb-bellows/edit?id=b-1&comments=1');
      const own = page.getByRole('dialog', { name: '留言' });
      await expect(own.getByRole('article')).toContainText('Please look, @Mei Bellows, today');
      await expect(own.getByRole('switch', { name: '追蹤' })).toBeChecked();
      await own.getByRole('button', { name: '刪除留言' }).press('Enter');
      await page.getByRole('dialog', { name: '刪除留言' }).getByRole('button', { name: '刪除留言' }).press('Enter');
      await expect(own.getByRole('article')).toHaveCount(0);
    });
  } finally {
    await mei.close();
    rmSync(file);
  }
});
