/** house: a language is a folder of locales/ and nothing else. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, test } from '@playwright/test';
import type { ObjectModel } from '#codegen/model.ts';

const left = /^(?:\.git|node_modules|dist|data|test-results|docs|tests)(?:\/|$)/;

let folder = '';
let server: ChildProcess | undefined;

test.afterAll(() => {
  server?.kill('SIGKILL');
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** German, as far as somebody has got. */
const german: Record<string, unknown> = {
  language: { name: 'Deutsch', short: 'Deutsch', html: 'de', fallback: 'en' },
  site: { title: 'Dokumentarfilmforum', language: 'Sprache' },
  admin: { ra: { action: { refresh: 'Neu laden' } } },
  film: { name: 'Film', fields: { cname: 'Titel im Original' } },
  mails: { test: { subject: 'Reelbase: Probebrief', body: ['Guten Tag {name}'] } },
};

test('B01 a copy with locales/de offers German in the back office, on the public site and in mails; what it does not say is English', async ({ browser }) => {
  test.setTimeout(240_000);
  folder = mkdtempSync(join(tmpdir(), 'reelbase-language-'));
  cpSync('.', folder, { recursive: true, filter: (from) => !left.test(relative('.', from)) });
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, 'locales', 'de'));
  for (const [name, words] of Object.entries(german)) writeFileSync(join(folder, 'locales', 'de', `${name}.json`), JSON.stringify(words));
  const run = (...args: string[]) => spawnSync(process.execPath, ['--import', 'tsx', ...args], { cwd: folder, encoding: 'utf8' });
  const made = run('codegen/main.ts');
  expect(made.status, made.stderr).toBe(0);
  const built = run('backend/cli/build.ts');
  expect(built.status, built.stderr).toBe(0);
  const url = await start();

  // The public site: the new language is in the switch, its words are on the page, English stands in for the rest.
  const page = await (await browser.newContext({ baseURL: url, locale: 'de-DE' })).newPage();
  await page.goto('/');
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('navigation', { name: 'Sprache' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Sprache' }).getByRole('link')).toHaveText(['中文', 'Deutsch', 'English']);

  // The back office: the same choice holds, labels and buttons are German where they are said so.
  await page.goto('/erp/login');
  await page.locator('input[name=username], input[name=id]').first().fill('admin');
  await page.locator('input[type=password]').fill('correct horse 7');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/erp\/?$/);
  await page.goto('/erp/pb-film/edit');
  await expect(page.getByText('Titel im Original').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'English' })).toBeVisible();
  await expect(page.getByRole('button', { name: '中文' })).toBeVisible();

  // Mails: somebody whose language it is is written to in it.
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const call = async (path: string, method = 'GET', body?: object) => {
    const answer = await fetch(url + path, {
      method,
      headers: { cookie, origin: url, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    expect(answer.status, `${path}: ${await answer.clone().text()}`).toBe(200);
    return answer.json();
  };
  const objects: { model: ObjectModel }[] = await call('/api/objects');
  const field = objects.find(({ model }) => model.name === 'user')?.model.fields.find(({ name }) => name === 'lang');
  expect(field?.options?.map(({ value, label }) => [value, (label as Record<string, string>).de])).toEqual([
    // Languages go by their own names where nobody calls them otherwise.
    ['tw', '繁體中文'],
    ['de', 'Deutsch'],
    ['en', 'English'],
  ]);
  const { ver } = await call('/api/pb/user/admin');
  await call('/api/pb/user/admin', 'PUT', { lang: 'de', email: 'admin@example.com', ver });
  await call('/api/system/mail/test', 'POST', {});
  const mails = await call('/api/pb/mail');
  expect(mails.map(({ subject, lang }: { subject: string; lang: string }) => [subject, lang])).toContainEqual(['Reelbase: Probebrief', 'de']);
});

async function start(): Promise<string> {
  server = spawn(process.execPath, ['dist/server.js'], {
    cwd: folder,
    env: { ...process.env, PORT: '0', ADMIN_PASSWORD: 'correct horse 7', DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      const url = /listens on (http:\S+)/.exec(output)?.[1];
      if (url) resolve(url);
    };
    server?.stdout?.on('data', read);
    server?.stderr?.on('data', read);
    server?.on('exit', (code) => reject(new Error(`ended with ${code}: ${output}`)));
  });
}
