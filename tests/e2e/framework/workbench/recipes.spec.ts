/** house: docs/recipes, each carried out on a copy of the house, which is then built, started and used. */

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import type { ObjectModel } from '#codegen/model.ts';
import { copyHouse, runCommand, runIn } from '../../house-copy.ts';
import { password, signInByHttp, startServer } from '../../reelbase.ts';

interface Seen {
  // biome-ignore lint/suspicious/noExplicitAny: answers of objects and calls that only the recipes know
  call(path: string, init?: { method?: string; json?: unknown }): Promise<{ status: number; body: any; type: string }>;
  page: Page;
  /** of the server, for somebody who is not the administrator */
  url: string;
}

const festival = { id: 'north', name: 'North Shore', email: 'festival@example.com', tier: 'a', start: '2031-05-01', end: '2031-05-10' };

/** What is seen of each recipe once it is done, in their order. */
const proofs: Record<string, (seen: Seen) => Promise<void>> = {
  '01-object.md': async ({ call, page }) => {
    expect((await call('/api/pb/festival', { method: 'POST', json: festival })).status).toBe(201);
    await page.goto('/erp/pb-festival');
    await expect(page.getByRole('link', { name: /^Festival/ })).toBeVisible();
    await expect(page.getByRole('row', { name: /North Shore/ })).toBeVisible();
  },
  '02-closed-list.md': async ({ call, page }) => {
    expect((await call('/api/pb/festival', { method: 'POST', json: { ...festival, id: 'odd', tier: 'z' } })).body.err?.fields?.[0]?.path).toBe('tier');
    await page.goto('/erp/pb-festival/edit?id=north');
    await expect(page.getByText('First tier')).toBeVisible();
  },
  '03-rule.md': async ({ call }) => {
    const answer = await call('/api/pb/festival', { method: 'POST', json: { ...festival, id: 'back', end: '2031-04-01' } });
    expect([answer.status, answer.body.err?.fields?.[0]?.code]).toEqual([422, 'rule.order']);
  },
  '04-computed-field.md': async ({ call }) => {
    expect((await call('/api/pb/festival/north')).body.days).toBe(10);
  },
  '05-verb.md': async ({ call }) => {
    const row = (await call('/api/pb/festival/north')).body;
    expect((await call('/api/pb/festival/north/actions/repeat', { method: 'POST', json: { ver: row.ver } })).status).toBe(200);
    expect((await call('/api/pb/festival/north-next')).body).toMatchObject({ name: 'North Shore', start: '' });
    const { body } = await call('/api/pb/festival/north-next/history');
    expect(JSON.stringify(body)).toContain('repeat');
  },
  '06-printed-form.md': async ({ call }) => {
    expect(await call('/api/pb/festival/north/print')).toMatchObject({ status: 200, type: 'application/pdf' });
  },
  '07-call.md': async ({ call }) => {
    expect((await call('/api/festivals/coming')).body.data).toEqual({ coming: [{ id: 'north', title: 'North Shore' }] });
  },
  '08-page.md': async ({ page }) => {
    await page.goto('/erp');
    await page.getByRole('link', { name: 'Coming festivals' }).click();
    // The home page names it too, in what was changed last.
    await page.waitForURL(/\/festivals$/);
    await expect(page.getByRole('listitem').filter({ hasText: 'North Shore' })).toBeVisible();
  },
  '09-home-card.md': async ({ page }) => {
    await page.goto('/erp');
    await expect(page.locator('.next-festival')).toHaveText('North Shore');
  },
  '10-mail.md': async ({ call }) => {
    const { body } = await call(`/api/pb/mail?filter=${encodeURIComponent(JSON.stringify({ to: festival.email }))}`);
    expect(body[0] ?? body.data?.[0]).toMatchObject({ subject: 'North Shore 再次舉辦' });
  },
  '11-language.md': async ({ call, page }) => {
    // The public site: the new language is in the switch, its words are on the page.
    await page.goto('/');
    await page.getByRole('link', { name: 'Deutsch' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.getByRole('navigation', { name: 'Sprache' }).getByRole('link')).toHaveText(['中文', 'Deutsch', 'English']);
    // The back office: the same choice holds, and what German does not say is English.
    await page.goto('/erp/pb-film/edit');
    await expect(page.getByText('Titel im Original').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
    for (const other of ['English', '中文']) await expect(page.getByRole('button', { name: other })).toBeVisible();
    // Languages go by their own names where nobody calls them otherwise.
    const objects: { model: ObjectModel }[] = (await call('/api/objects')).body;
    const field = objects.find(({ model }) => model.name === 'user')?.model.fields.find(({ name }) => name === 'lang');
    expect(field?.options?.map(({ value, label }) => [value, (label as Record<string, string>).de])).toEqual([
      ['tw', '繁體中文'],
      ['de', 'Deutsch'],
      ['en', 'English'],
    ]);
    // Mails: somebody whose language it is is written to in it.
    const { ver } = (await call('/api/pb/user/admin')).body;
    await call('/api/pb/user/admin', { method: 'PUT', json: { lang: 'de', email: 'admin@example.com', ver } });
    await call('/api/system/mail/test', { method: 'POST', json: {} });
    const mails: { subject: string; lang: string }[] = (await call('/api/pb/mail')).body;
    expect(mails.map(({ subject, lang }) => [subject, lang])).toContainEqual(['Reelbase: Probebrief', 'de']);
  },
  '12-field-kind.md': async ({ call, page }) => {
    const { ver } = (await call('/api/pb/festival/north')).body;
    const save = (tint: string) => call('/api/pb/festival/north', { method: 'PUT', json: { tint, ver } });
    expect((await save('reddish')).body.err?.fields).toMatchObject([{ path: 'tint' }]);
    expect((await save('#3366aa')).status).toBe(200);
    await page.goto('/erp/pb-festival');
    await expect(page.getByRole('row', { name: /North Shore.*#3366aa/ })).toBeVisible();
    await page.goto('/erp/pb-festival/edit?id=north');
    await expect(page.locator('input[type="color"]')).toHaveValue('#3366aa');
  },
  '13-realm.md': async ({ call, page, url }) => {
    const journalist = { id: 'ada', name: 'Ada Press', email: 'ada@example.com' };
    expect((await call('/api/pb/press', { method: 'POST', json: { ...journalist, pw: 'press-secret' } })).status).toBe(201);
    const ask = (path: string, cookie = '', json?: unknown) =>
      fetch(url + path, {
        headers: { cookie, origin: url, 'content-type': 'application/json' },
        ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
      });
    expect((await ask('/api/press/login', '', { email: journalist.email, pw: 'another' })).status).toBe(401);
    const signedIn = await ask('/api/press/login', '', { email: 'Ada@Example.com', pw: 'press-secret' });
    expect((await signedIn.json()).data).toMatchObject(journalist);
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect(cookie).toMatch(/^reelbase_press=./);
    // Sessions are apart: hers opens nothing of staff's or the jury's, and staff's is none of hers.
    const statuses = async (paths: string[], of: string) => Promise.all(paths.map(async (path) => (await ask(path, of)).status));
    expect(await statuses(['/api/press/me', '/api/pb/press/ada', '/api/auth/me', '/api/site/jury/me'], cookie)).toEqual([200, 401, 401, 401]);
    expect((await ask('/api/press/me', cookie.replace('_press', '_staff'))).status).toBe(401);
    expect((await ask('/api/pb/film', cookie.replace('_press', '_staff'))).status).toBe(440);
    expect((await call('/api/press/me')).status).toBe(401);
    // An administrator sees the session on her screen.
    await page.goto('/erp/pb-press/edit?id=ada');
    await page.getByRole('button', { name: 'Signed-in devices' }).click();
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1);
    await ask('/api/press/logout', cookie, {});
    expect((await ask('/api/press/me', cookie)).status).toBe(440);
  },
};

let folder = '';
test.afterAll(() => {
  if (folder) rmSync(folder, { recursive: true, force: true });
});

test('B01 every recipe of docs/recipes is carried out on a copy, which type-checks, builds, starts and shows what was added', async ({ browser }) => {
  test.setTimeout(300_000);
  const recipes = readdirSync('docs/recipes')
    .filter((name) => /^\d\d-/.test(name))
    .sort();
  expect(recipes).toEqual(Object.keys(proofs));

  folder = copyHouse(/^(?:playwright|vitest)\.config\.ts$/);
  for (const recipe of recipes) carryOut(readFileSync(join('docs/recipes', recipe), 'utf8'), recipe);
  runIn(folder, 'codegen/main.ts');
  runCommand(folder, ['node_modules/.bin/tsc', '--noEmit', '--singleThreaded']); // beside other tests; several threads look at much twice
  runIn(folder, 'backend/cli/build.ts');

  const server = await startServer({ PORT: '0', ADMIN_PASSWORD: password, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' }, { cwd: folder });
  try {
    const cookie = await signInByHttp(server.url, 'admin', password);
    const context = await browser.newContext({ baseURL: server.url, locale: 'en-GB' });
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([
      { name, value, url: server.url },
      { name: 'lang', value: 'en', url: server.url },
    ]);
    const call: Seen['call'] = async (path, { method = 'GET', json } = {}) => {
      const answer = await fetch(server.url + path, {
        method,
        headers: { cookie, origin: server.url, ...(json !== undefined && { 'content-type': 'application/json' }) },
        ...(json !== undefined && { body: JSON.stringify(json) }),
      });
      const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
      return { status: answer.status, type, body: type === 'application/json' ? await answer.json() : undefined };
    };
    const page = await context.newPage();
    for (const [recipe, proof] of Object.entries(proofs)) await test.step(recipe, () => proof({ call, page, url: server.url }));
  } finally {
    await server.stop();
  }
});

/** Does what a recipe's blocks say: a block with a path is the file; one of ```diff is a change of it, whose old lines have to stand there once. */
function carryOut(text: string, recipe: string): void {
  for (const [, kind, path = '', block = ''] of text.matchAll(/^```(\w+) (\S+)\n([\s\S]*?)^```$/gm)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    if (kind !== 'diff') {
      writeFileSync(file, block);
      continue;
    }
    const lines = block.trimEnd().split('\n');
    const side = (sign: string) => lines.filter((line) => line[0] === ' ' || line[0] === sign).map((line) => line.slice(1));
    const [before, after] = [side('-').join('\n'), side('+').join('\n')];
    const now = readFileSync(file, 'utf8');
    expect(now.includes(before), `${recipe}: ${path} has no\n${before}`).toBe(true);
    writeFileSync(
      file,
      now.replace(before, () => after),
    );
  }
}
