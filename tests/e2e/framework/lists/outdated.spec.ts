/** A list that others change meanwhile. */
import { expect, password, test } from '../../reelbase.ts';

test('E12 a list says how many of its records others have changed since it was read, stands still, and shows them when it is refreshed', async ({
  staff,
  reelbase,
}) => {
  const admin = await reelbase.api();
  const put = async (api: typeof admin, name: string) => {
    const { ver } = await (await admin('/api/pb/company/meanwhile')).json();
    expect((await api('/api/pb/company/meanwhile', { method: 'PUT', body: JSON.stringify({ name, ver }) })).status).toBe(200);
  };
  const person = { id: 'meanwhileop', name: '林在場', email: 'meanwhile@example.com', pw: password, roles: ['[op]'], enabled: true };
  expect((await admin('/api/pb/user', { method: 'POST', body: JSON.stringify(person) })).status).toBe(201);
  expect((await admin('/api/pb/company', { method: 'POST', body: JSON.stringify({ id: 'meanwhile', name: '原來的名字', type: 1 }) })).status).toBe(201);
  const op = await reelbase.api(person.id);
  await staff.clock.install();
  const isRead = staff.waitForResponse((response) => response.url().includes('/api/changes?since=now'));
  await staff.goto(`/erp/pb-company?filter=${encodeURIComponent(JSON.stringify({ id: 'meanwhile' }))}`);
  await expect(staff.getByText('原來的名字')).toBeVisible();
  await isRead;
  // What one does oneself is no news.
  await put(admin, '我改的名字');
  await staff.clock.fastForward(16_000);
  const refresh = staff.getByRole('toolbar').getByRole('button', { name: '重新整理' });
  await expect(refresh).toHaveAccessibleName('重新整理');
  await put(op, '別人改的名字');
  await put(op, '別人又改的名字');
  await staff.clock.fastForward(16_000);
  await expect(refresh).toHaveAccessibleName('其他人已修改 1 筆資料：重新整理');
  expect((await op('/api/pb/company', { method: 'POST', body: JSON.stringify({ id: 'meanwhile2', name: '另一家', type: 1 }) })).status).toBe(201);
  await staff.clock.fastForward(16_000);
  await expect(refresh).toHaveAccessibleName('其他人已修改 2 筆資料：重新整理');
  await expect(staff.getByText('原來的名字')).toBeVisible();
  await refresh.click();
  await expect(staff.getByText('別人又改的名字')).toBeVisible();
  await expect(refresh).toHaveAccessibleName('重新整理');
});
