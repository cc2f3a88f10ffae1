/** From what a person sees where something failed to the log's line about it: by the number of the request, which stands in both. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { anyFaults } from '../../axe.ts';
import { expect, expectNoWider, type Page, password, signIn, startServer, test } from '../../reelbase.ts';

const number = /[0-9a-f]{8}-[0-9a-f-]{27}/;

test('a screen and a page that failed show the request, by which the log finds why', async ({ page, context }) => {
  const folder = mkdtempSync(join(tmpdir(), 'request-e2e-'));
  const file = join(folder, 'broken.sqlite');
  const server = await startServer({ DATABASE_URL: `sqlite:${file}`, DATA_DIR: folder, ADMIN_PASSWORD: password, PORT: '0', LOG_LEVEL: 'error' });
  const database = new DatabaseSync(file);
  const lineOf = (request: string) =>
    server
      .output()
      .split('\n')
      .find((line) => line.includes(`"request":"${request}"`));
  const numberOn = async (shown: Page) => number.exec((await shown.locator('main').textContent()) ?? '')?.[0] ?? 'none';
  try {
    await page.goto(server.url);
    await context.addCookies([{ name: 'lang', value: 'en', url: server.url }]);
    await signIn(page, 'admin', password, server.url);
    // What no release would do: a table is gone under a server that runs.
    database.exec('ALTER TABLE campaign RENAME TO gone_campaign');

    await page.goto(`${server.url}/erp/schemas`);
    await expect(page.locator('.error-page')).toContainText(number);
    const ofCall = await numberOn(page);
    expect(lineOf(ofCall)).toMatch(/no such table: campaign/);
    expect(await anyFaults(page, { within: '.error-page' })).toEqual([]);

    const answer = await page.goto(`${server.url}/enroll`);
    expect([answer?.status(), answer?.headers()['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
    const ofPage = await numberOn(page);
    expect([ofPage, lineOf(ofPage)]).toEqual([answer?.headers()['x-request-id'], expect.stringMatching(/no such table: campaign/)]);
    expect(await anyFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 640 });
    await expectNoWider(page);
  } finally {
    database.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
