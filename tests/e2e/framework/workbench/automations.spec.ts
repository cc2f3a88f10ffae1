/** Automations on the system page: seen, rehearsed without effect, done, and a failed step tried again, in both languages (decision 080, issue 13.3). */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seriousFaults } from '../../axe.ts';
import { expect, expectNoWider, test } from '../../reelbase.ts';

const samovar = {
  title: 'Samovar',
  type: 'object',
  properties: { id: { type: 'string', maxLength: 40 }, name: { type: 'string', maxLength: 80 }, cups: { type: 'integer', minimum: 0, maximum: 10 } },
  'x-on': [
    { name: 'fill', title: 'Fill it', when: 'created', do: [{ set: { cups: '4' } }] },
    { name: 'spill', title: 'Spill', when: 'changed', fields: ['name'], do: [{ set: { cups: '99' } }] },
  ],
};

test('an administrator rehearses an automation, sees what was done and what was refused, and tries that again', async ({ staff, reelbase }) => {
  const file = join(reelbase.schemasDir, 'samovar.json');
  const api = await reelbase.api();
  const speak = (lang: string) => staff.context().addCookies([{ name: 'lang', value: lang, url: reelbase.url }]);
  const post = (path: string, method: string, body: unknown) => api(path, { method, body: JSON.stringify(body) });
  writeFileSync(file, JSON.stringify(samovar));
  try {
    await expect.poll(async () => (await api('/api/pb/samovar')).status).toBe(200);
    expect((await post('/api/pb/samovar', 'POST', { id: 'tula', name: 'Tula' })).status).toBe(201);
    await expect.poll(async () => (await (await api('/api/pb/samovar/tula')).json()).cups).toBe(4);
    const { ver } = await (await api('/api/pb/samovar/tula')).json();
    expect((await post('/api/pb/samovar/tula', 'PUT', { name: 'Tula 2', ver })).status).toBe(200);
    await speak('en');
    await staff.goto('/erp/sysman?tab=automations');
    await expect(staff.getByText('cups = 4')).toBeVisible();
    await expect(staff.getByRole('cell', { name: /cups is out of range/ })).toBeVisible();
    await staff.getByRole('button', { name: 'Rehearse: Samovar, Spill' }).click();
    await staff.getByLabel('Record (id)').fill('tula');
    await staff.getByRole('button', { name: 'Rehearse', exact: true }).click();
    await expect(staff.getByText('The condition is true.')).toBeVisible();
    await expect(staff.getByRole('listitem').filter({ hasText: 'cups is out of range' })).toBeVisible();
    for (const width of [360, 1440]) {
      await staff.setViewportSize({ width, height: 900 });
      await expectNoWider(staff);
      expect([width, await seriousFaults(staff)]).toEqual([width, []]);
      if (process.env.LOOKS) await staff.screenshot({ path: `${process.env.LOOKS}/automations-${width}.png`, fullPage: true });
    }
    await staff.getByRole('button', { name: 'Try again: Spill tula' }).click();
    await expect(staff.getByText('The step will be tried again')).toBeVisible();
    await speak('tw');
    await staff.reload();
    await expect(staff.getByRole('heading', { name: '自動化', exact: true })).toBeVisible();
    await staff.getByRole('combobox', { name: '狀態' }).click();
    await staff.getByRole('option', { name: '完成' }).click();
    await expect(staff.getByText('cups = 4')).toBeVisible();
    await expect(staff.getByRole('button', { name: /重試/ })).toHaveCount(0);
    if (process.env.LOOKS) await staff.screenshot({ path: `${process.env.LOOKS}/automations-tw.png`, fullPage: true });
  } finally {
    rmSync(file, { force: true });
  }
});
