/** Webhooks on the system page, to a receiver of the test's own (issue 13.4). */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { seriousFaults } from '../../axe.ts';
import { expect, expectNoWider, test } from '../../reelbase.ts';

test('an administrator makes a webhook, sees a change go out and one that is not taken, sends it again, and deletes it', async ({ staff, reelbase }) => {
  const bodies: string[] = [];
  let status = 200;
  const receiver = createServer((req, res) => {
    let body = '';
    req.on('data', (part) => {
      body += part;
    });
    req.on('end', () => {
      bodies.push(body);
      res.writeHead(status).end(status === 200 ? 'thank you' : 'not now');
    });
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/in`; // a port
  const api = await reelbase.api();
  const speak = (lang: string) => staff.context().addCookies([{ name: 'lang', value: lang, url: reelbase.url }]);
  try {
    await speak('en');
    await staff.goto('/erp/sysman?tab=webhooks');
    await staff.getByRole('button', { name: 'New webhook' }).click();
    await staff.getByLabel('Purpose').fill('Site copy');
    await staff.getByLabel('Address', { exact: true }).fill(url);
    await staff.getByRole('checkbox', { name: /\[gs\]/ }).check();
    await staff.getByRole('group', { name: 'Company', exact: true }).getByRole('checkbox', { name: 'Created' }).check();
    const only = staff.getByLabel('Company: only when');
    await only.fill('name == "Hooked"');
    for (const width of [360, 1440]) {
      await staff.setViewportSize({ width, height: 900 });
      await expectNoWider(staff);
      expect([width, await seriousFaults(staff)]).toEqual([width, []]);
      if (process.env.LOOKS) await staff.screenshot({ path: `${process.env.LOOKS}/webhook-form-${width}.png`, fullPage: true });
    }
    await staff.getByRole('button', { name: 'Create webhook' }).click();
    await expect(staff.locator('.key-token')).toHaveText(/^whsec_/);
    await staff.getByRole('button', { name: 'Hide' }).click();
    for (const name of ['Passed by', 'Hooked'])
      expect((await api('/api/pb/company', { method: 'POST', body: JSON.stringify({ id: name.slice(0, 6).toLowerCase(), name, type: 1 }) })).status).toBe(201);
    await expect.poll(() => bodies.map((body) => JSON.parse(body).type)).toEqual(['company.create']);
    await staff.getByRole('button', { name: 'Messages: Site copy' }).click();
    await expect(staff.getByText('thank you')).toBeVisible();
    status = 500;
    await staff.getByRole('button', { name: 'Test: Site copy' }).click();
    await expect(staff.getByText('not now').first()).toBeVisible();
    status = 200;
    await staff.getByRole('button', { name: /Send again: company.create hooked/ }).click();
    await expect.poll(() => bodies.length).toBe(3);
    expect(bodies[2]).toBe(bodies[0]);
    await speak('tw');
    await staff.reload();
    await expect(staff.getByRole('heading', { name: 'Webhook', exact: true })).toBeVisible();
    await staff
      .getByRole('button', { name: '訊息：Site copy' })
      .or(staff.getByRole('button', { name: '訊息：Site copy' }))
      .click();
    for (const width of [360, 1440]) {
      await staff.setViewportSize({ width, height: 900 });
      await expectNoWider(staff);
      expect([width, await seriousFaults(staff)]).toEqual([width, []]);
      if (process.env.LOOKS) await staff.screenshot({ path: `${process.env.LOOKS}/webhooks-${width}.png`, fullPage: true });
    }
    await staff.getByRole('button', { name: /^刪除.*Site copy/ }).click();
    await staff.getByRole('dialog').getByRole('button', { name: '刪除' }).click();
    await expect(staff.getByText('還沒有 Webhook')).toBeVisible();
  } finally {
    receiver.close();
  }
});
