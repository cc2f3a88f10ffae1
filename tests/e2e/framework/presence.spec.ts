/** Two people at one record: each sees the other before the first save that would collide. */
import { seriousFaults } from '../axe.ts';
import { expect, expectNoWider, isSave, type Page, password, signIn, test } from '../reelbase.ts';

test('K05 who else has a record open is seen, who types in it, that a newer version was saved, and that it is gone', async ({ staff, browser, reelbase }) => {
  const admin = await reelbase.api();
  const person = { id: 'presentop', name: '林在場', email: 'presentop@example.com', pw: password, roles: ['[op]'], enabled: true };
  expect((await admin('/api/pb/user', { method: 'POST', body: JSON.stringify(person) })).status).toBe(201);
  const row = { id: 'presence-film', cname: '兩個人的片', ename: 'Two at Once', year: 2019, director: '無名' };
  expect((await admin('/api/pb/film', { method: 'POST', body: JSON.stringify(row) })).status).toBe(201);
  const context = await browser.newContext({ locale: 'zh-TW', timezoneId: 'Asia/Taipei' });
  const other = await context.newPage();
  await signIn(other, person.id, password, reelbase.url);
  const path = `/erp/pb-film/edit?id=${row.id}`;
  const field = (page: Page, name: string) => page.locator(`[data-field="${name}"] input`);
  const said = (text: string) => expect(staff.getByRole('banner').or(staff.locator('header')).getByRole('status').filter({ hasText: text })).toBeVisible();
  const save = async () => {
    const saved = other.waitForResponse((response) => isSave(response.request()));
    await other.keyboard.press('Control+s');
    expect((await saved).status()).toBe(200);
  };
  await staff.goto(path);
  await other.goto(reelbase.url + path);
  await expect(field(other, 'ename')).toHaveValue(row.ename);

  await said('林在場也開啟了這筆資料');
  await field(other, 'ename').fill('Theirs');
  await said('林在場正在修改這筆資料');
  // One field each: the newer version comes in beside what is typed here.
  await field(staff, 'cname').fill('我打的片名');
  await save();
  await said('林在場已儲存較新的版本');
  const take = staff.getByRole('button', { name: '顯示新版本' });
  await take.click();
  await expect(field(staff, 'ename')).toHaveValue('Theirs');
  await expect(field(staff, 'cname')).toHaveValue('我打的片名');
  await expect(staff.locator('.notice').filter({ hasText: '您輸入的內容仍保留' })).toBeVisible();
  await expect(take).toHaveCount(0);

  // The same field: nothing is done, and the save will ask.
  await field(other, 'cname').fill('他打的片名');
  await save();
  await staff.setViewportSize({ width: 360, height: 780 });
  await take.click();
  await expect(staff.locator('.notice').filter({ hasText: '雙方都修改了：中文片名。' })).toBeVisible();
  await expect(field(staff, 'cname')).toHaveValue('我打的片名');
  await expectNoWider(staff);
  expect(await seriousFaults(staff)).toEqual([]);
  await staff.setViewportSize({ width: 1280, height: 720 });
  await staff.keyboard.press('Control+s');
  const dialog = staff.getByRole('dialog');
  await expect(dialog).toContainText('他打的片名');
  await expect(dialog).toContainText('您編輯期間，林在場已儲存這筆資料');
  await dialog.getByRole('button', { name: /儲存/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect(take).toHaveCount(0);

  // Whoever leaves is there no more at the next look, and whoever waits is told what became of the record.
  await said('林在場也開啟了這筆資料');
  await other.goto(`${reelbase.url}/erp/pb-film`);
  await expect(staff.getByText('林在場也開啟了這筆資料')).toHaveCount(0);
  expect((await admin(`/api/pb/film/${row.id}`, { method: 'DELETE' })).status).toBe(200);
  await said('這筆資料已被刪除');
  await context.close();
});
