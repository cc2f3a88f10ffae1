/** Pitches out of a spreadsheet: how long their trailers are is asked after the import, shown in its dialog and among the jobs, in both languages (decision 168). */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { looks } from '../looks.ts';
import { expect, expectNoWider, password, signInByHttp, startServer, test } from '../reelbase.ts';
import { expectAccessible } from '../site.ts';

const words = {
  tw: {
    import: '匯入…',
    write: '匯入 2 筆',
    lengths: '影片長度',
    other: '1 需要檢查',
    close: '關閉',
    cancel: '取消',
    left: /有 \d+ 筆未查詢/,
    many: '匯入 30 筆',
  },
  en: {
    import: 'Import…',
    write: 'Import 2 records',
    lengths: 'Lengths of films',
    other: '1 to check',
    close: 'Close',
    cancel: 'Cancel',
    left: /\d+ records were not asked about/,
    many: 'Import 30 records',
  },
};

test('V20 the lengths of imported trailers are asked after the import, can be ended, and are found again among the jobs', async ({ browser }) => {
  test.setTimeout(300_000);
  const folder = mkdtempSync(join(tmpdir(), 'imported-lengths-e2e-'));
  let slow = 0;
  const host = createServer(async (req, res) => {
    await wait(slow);
    res.end(JSON.stringify({ duration: req.url?.includes('1000001') ? 90 : 240 }));
  });
  await new Promise<void>((ready) => host.listen(0, '127.0.0.1', ready));
  const OEMBED_URL = `http://127.0.0.1:${(host.address() as AddressInfo).port}/oembed`; // listens on TCP
  const database = { DATABASE_URL: `sqlite:${join(folder, 'lengths.sqlite')}`, DATA_DIR: folder };
  const server = await startServer({ ...database, ADMIN_PASSWORD: password, PORT: '0', LOG_LEVEL: 'error', OEMBED_URL });
  const session = await signInByHttp(server.url, 'admin', password);
  const made = await fetch(`${server.url}/api/pb/campaign`, {
    method: 'POST',
    headers: { origin: server.url, cookie: session, 'content-type': 'application/json' },
    body: JSON.stringify({
      id: 'ccdf15',
      edition: 15,
      enaName: 'Forum',
      cna: '大會',
      maxSel: 2,
      programs: ['C'],
      demands: [{ field: 'trailer', minMinutes: 3, maxMinutes: 5 }],
    }),
  });
  expect(made.status, await made.text()).toBe(201);
  const sheet = (ids: number[]) => ({
    name: 'pitches.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`cid,attProgram,cname,trailer\n${ids.map((id) => `ccdf15,C,片${id},https://vimeo.com/${id}`).join('\n')}\n`),
  });
  const [name = '', value = ''] = session.split('=');
  for (const { lang, width, colorScheme } of looks) {
    const said = words[lang];
    const context = await browser.newContext({ baseURL: server.url, viewport: { width, height: 900 }, colorScheme });
    await context.addCookies([
      { name, value, url: server.url, httpOnly: true, sameSite: 'Lax' },
      { name: 'lang', value: lang, url: server.url },
    ]);
    const page = await context.newPage();
    const imports = async (ids: number[], button: string) => {
      await page.goto('/erp/pb-pitch');
      await page.getByRole('button', { name: said.import }).click();
      const dialog = page.getByRole('dialog');
      await dialog.locator('input[type="file"]').setInputFiles(sheet(ids));
      await dialog.getByRole('button', { name: button }).click();
      return dialog.getByRole('region', { name: said.lengths });
    };
    slow = 0;
    const lengths = await imports([1_000_001, 1_000_002], said.write);
    await expect(lengths.getByRole('listitem').filter({ hasText: said.other })).toBeVisible();
    await expect(lengths.getByRole('row').nth(1)).toContainText('1:30');
    await expectAccessible(page, `lengths ${lang} ${width}`);
    await page.screenshot({ path: test.info().outputPath(`lengths-${lang}-${width}.png`) });
    await expectNoWider(page);
    // Nothing of what follows depends on the width.
    if (width === 1440) {
      await context.close();
      continue;
    }
    slow = 500;
    const many = await imports(
      Array.from({ length: 30 }, (_, at) => 2_000_000 + at),
      said.many,
    );
    await many.getByRole('button', { name: said.cancel }).click();
    await expect(many.getByText(said.left)).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: said.close }).click();
    await page.getByRole('button', { name: said.import }).click();
    await expect(page.getByRole('dialog').getByRole('region', { name: said.lengths })).toContainText(said.left);
    await page.goto('/erp/sysman?tab=jobs');
    const line = page.getByRole('listitem').filter({ hasText: said.lengths }).first();
    await line.locator('summary').click();
    await expect(line.getByText(said.left)).toBeVisible();
    await expectNoWider(page);
    await context.close();
  }
  await server.stop();
  host.close();
  rmSync(folder, { recursive: true, force: true });
});
