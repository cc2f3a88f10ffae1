import { expect, password, signIn, test } from './reelbase.ts';

/** A film of this test's own, so that tests do not meet each other's rows. */
async function film(reelbase: { api: import('./reelbase.ts').Reelbase['api'] }, more: Record<string, unknown> = {}): Promise<string> {
  const api = await reelbase.api();
  const id = `e2e-${Math.random().toString(36).slice(2, 10)}`;
  const answer = await api('/api/pb/film', {
    method: 'POST',
    body: JSON.stringify({ id, cname: '海邊的小屋', ename: 'House by the Sea', year: 2019, ...more }),
  });
  expect(answer.status, await answer.clone().text()).toBe(201);
  return id;
}

test.describe('the edit screen', () => {
  test('R19 C07 sends the changed field only, says how many were saved, and shows the change in the history', async ({ staff, reelbase }) => {
    const id = await film(reelbase);
    await staff.goto(`/erp/filmman/edit?id=${id}`);
    await expect(staff.getByRole('textbox', { name: '英文片名' })).toHaveValue('House by the Sea');
    await staff.getByRole('textbox', { name: '英文片名' }).fill('House under the Sea');
    const request = staff.waitForRequest((sent) => sent.method() === 'PUT');
    await staff.keyboard.press('Control+s');
    expect((await request).postDataJSON()).toEqual({ ename: 'House under the Sea' });
    expect((await request).headers()['if-match']).toBe('"1"');
    await expect(staff.getByRole('status').filter({ hasText: '1' })).toBeVisible();
    await expect(staff.getByRole('heading', { level: 1 })).toContainText('House under the Sea');
    const api = await reelbase.api();
    const history = await (await api(`/api/pb/film/${id}/history`)).json();
    expect(JSON.stringify(history)).toContain('House under the Sea');
  });

  test('C07 K08 saving without a change says so and sends nothing', async ({ staff, reelbase }) => {
    const id = await film(reelbase);
    let sent = 0;
    staff.on('request', (request) => {
      if (request.method() === 'PUT') sent++;
    });
    await staff.goto(`/erp/filmman/edit?id=${id}`);
    await expect(staff.getByRole('textbox', { name: '英文片名' })).toHaveValue('House by the Sea');
    await staff.keyboard.press('Control+s');
    await expect(staff.locator('.notice')).toContainText(/沒有|無/);
    expect(sent).toBe(0);
  });

  test('K05 two people change one film: what only one changed is kept from both, what both changed is asked field by field', async ({ staff, reelbase }) => {
    const id = await film(reelbase);
    await staff.goto(`/erp/filmman/edit?id=${id}`);
    await expect(staff.getByRole('textbox', { name: '英文片名' })).toHaveValue('House by the Sea');
    const api = await reelbase.api();
    const other = await api(`/api/pb/film/${id}`, {
      method: 'PUT',
      headers: { 'if-match': '"1"' },
      body: JSON.stringify({ ename: 'Theirs', director: '林導演' }),
    });
    expect(other.status).toBe(200);
    await staff.getByRole('textbox', { name: '英文片名' }).fill('Mine');
    await staff.getByRole('textbox', { name: '中文片名' }).fill('我的片名');
    await staff.keyboard.press('Control+s');
    const dialog = staff.getByRole('dialog');
    await expect(dialog).toContainText('Theirs');
    await expect(dialog).toContainText('Mine');
    await expect(dialog).not.toContainText('林導演');
    await dialog.getByRole('button', { name: /儲存/ }).click();
    await expect(dialog).toHaveCount(0);
    await expect.poll(async () => (await api(`/api/pb/film/${id}`)).json()).toMatchObject({ ename: 'Mine', cname: '我的片名', director: '林導演', ver: 3 });
  });

  test('V24 V42 a new film needs an id of at least four characters that is not taken', async ({ staff, reelbase }) => {
    const taken = await film(reelbase);
    await staff.goto('/erp/filmman/edit');
    const id = staff.getByRole('textbox', { name: '影片代碼' });
    await id.fill('abc');
    await id.blur();
    await expect(staff.locator('main')).toContainText(/4/);
    await id.fill(taken);
    await id.blur();
    await expect(
      staff
        .locator('main')
        .getByText(/已存在|已被使用/)
        .first(),
    ).toBeVisible();
    await id.fill('');
    await staff.keyboard.press('Control+s');
    await expect(
      staff
        .locator('main')
        .getByText(/影片代碼.*必填|影片代碼為必填/)
        .first(),
    ).toBeVisible();
  });

  test('K10 a company that a film refers to is not deleted, and the film is named', async ({ staff, reelbase }) => {
    const api = await reelbase.api();
    const company = `co_${Math.random().toString(36).slice(2, 8)}`;
    const made = await api('/api/pb/company', { method: 'POST', body: JSON.stringify({ id: company, name: '北岸發行', type: 4 }) });
    expect(made.status, await made.clone().text()).toBe(201);
    const id = await film(reelbase, { distributor: company });
    await staff.goto(`/erp/pb-company/edit?id=${company}`);
    await staff.getByRole('button', { name: '刪除' }).click();
    await staff.getByRole('dialog').getByRole('button', { name: '刪除' }).click();
    await expect(staff.getByRole('dialog')).toContainText('海邊的小屋');
    expect((await api(`/api/pb/company/${company}`)).status).toBe(200);
    expect((await api(`/api/pb/film/${id}`)).status).toBe(200);
  });

  test('K11 P03 nobody deletes their own account', async ({ staff }) => {
    await staff.goto('/erp/userman/edit?id=admin');
    await staff.getByRole('button', { name: '刪除' }).click();
    await staff.getByRole('dialog').getByRole('button', { name: '刪除' }).click();
    await expect(staff.getByText(/自己的帳號/).first()).toBeVisible();
  });

  test('R45 leaving with unsaved input asks first; what was typed is offered back after a reload', async ({ staff, reelbase }) => {
    const id = await film(reelbase);
    await staff.goto(`/erp/filmman/edit?id=${id}`);
    await staff.getByRole('textbox', { name: '英文片名' }).fill('Never saved');
    await staff.getByRole('textbox', { name: '英文片名' }).blur();
    await staff.getByRole('button', { name: '回到列表' }).click();
    await expect(staff.getByRole('dialog')).toBeVisible();
    await staff.getByRole('dialog').getByRole('button').first().click();
    await expect(staff.getByRole('textbox', { name: '英文片名' })).toHaveValue('Never saved');
    staff.on('dialog', (dialog) => dialog.accept());
    await staff.reload();
    await staff.getByRole('button', { name: /還原|復原|取回/ }).click();
    await expect(staff.getByRole('textbox', { name: '英文片名' })).toHaveValue('Never saved');
  });

  test('K22 B06 a refusal is a negative notice of at most ten lines', async ({ staff, reelbase }) => {
    const id = await film(reelbase);
    await staff.route(`**/api/pb/film/${id}`, async (route) => {
      if (route.request().method() !== 'PUT') return route.continue();
      const fields = Array.from({ length: 14 }, (_, n) => ({ path: `field${n}`, code: 'field.invalid', message: `Line ${n}` }));
      await route.fulfill({
        status: 422,
        json: { done: false, msg: 'Refused', err: { code: 'msg.invalid', message: 'Refused', fields }, stk: null, data: null },
      });
    });
    await staff.goto(`/erp/filmman/edit?id=${id}`);
    await staff.getByRole('textbox', { name: '英文片名' }).fill('Other');
    await staff.keyboard.press('Control+s');
    const notice = staff.getByRole('alert').filter({ hasText: 'Line 0' });
    await expect(notice).toContainText('..........');
    expect((await notice.textContent())?.match(/Line \d+/g)?.length).toBeLessThanOrEqual(10);
  });

  test('C09 a save that meets 503 once is sent again and succeeds', async ({ staff, reelbase }) => {
    const id = await film(reelbase);
    let tries = 0;
    await staff.route(`**/api/pb/film/${id}`, async (route) => {
      if (route.request().method() === 'PUT' && ++tries === 1)
        return route.fulfill({ status: 503, json: { done: false, msg: '', err: null, stk: null, data: null } });
      return route.continue();
    });
    await staff.goto(`/erp/filmman/edit?id=${id}`);
    await staff.getByRole('textbox', { name: '英文片名' }).fill('Second try');
    await staff.keyboard.press('Control+s');
    const api = await reelbase.api();
    await expect.poll(async () => (await (await api(`/api/pb/film/${id}`)).json()).ename).toBe('Second try');
    expect(tries).toBe(2);
  });

  test('P01 a guest reads but has no way to save, create or delete', async ({ page, reelbase }) => {
    const api = await reelbase.api();
    const id = await film(reelbase);
    const guest = `guest-${Math.random().toString(36).slice(2, 8)}`;
    const made = await api('/api/pb/user', {
      method: 'POST',
      body: JSON.stringify({ id: guest, name: 'Guest', email: `${guest}@example.com`, pw: password, roles: ['[gs]'] }),
    });
    expect(made.status, await made.clone().text()).toBe(201);
    await signIn(page, guest, password);
    await expect(page.getByRole('navigation').getByRole('link', { name: '系統', exact: true })).toHaveCount(0);
    await page.goto(`/erp/filmman/edit?id=${id}`);
    await expect(
      page
        .getByText('House by the Sea')
        .or(page.getByRole('textbox', { name: '英文片名' }))
        .first(),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: /儲存|刪除/ })).toHaveCount(0);
    const write = await (await reelbase.api(guest, password))(`/api/pb/film/${id}`, { method: 'PUT', body: JSON.stringify({ ver: 1, ename: 'x' }) });
    expect(write.status).toBe(403);
  });
});
