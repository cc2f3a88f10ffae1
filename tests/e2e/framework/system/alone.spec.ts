/** house: the framework without the application, on the schemas of a library. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { copyHouse, runIn } from '../../house-copy.ts';
import { password, startServer } from '../../reelbase.ts';

/** Realms, roles, refusals, menu groups, file names of words and colours of the film company, as they would stand in what the browser is given. */
const ofTheCompany = [
  ...['applicant', 'juror', 'enrolment', 'pitch', 'decision_maker', 'ccdf', 'layoutman', 'deskForum', 'pairing', 'vpman'],
  ...['rule.paired', 'rule.maxsel', 'msg.judged', 'my.revoked', 'Online viewing', '線上觀影', '提案', '評審', '--stage', '--veil', '--hero', '.campaign'],
];

/** Codes of its realms, as a text of the program: between quotes, for a shortened name may be called so, and `lanes[ap]` is none. */
const codesOfTheCompany = /(["'`])\[(?:ap|ju)\]\1/;

/** What is the application's. */
const ofTheApplication = /^(?:schemas|(?:backend|frontend)\/application|backend\/(?:demo|cli\/demo.*)|frontend\/(?:site|viewing)\.html)(?:\/|$)/;

let folder = '';
let server: Awaited<ReturnType<typeof startServer>> | undefined;

test.afterAll(async () => {
  await server?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

test('a copy without the application’s folders is the administration of a library: no table, route, menu entry or page of it remains', async ({ browser }) => {
  folder = copyHouse(ofTheApplication);
  cpSync('tests/library', join(folder, 'schemas'), { recursive: true });
  // The three places that hand the application over hand over nothing.
  for (const [room, file] of [
    ['backend', 'index.ts'],
    ['backend', 'rules.ts'],
    ['frontend', 'index.tsx'],
  ] as const) {
    mkdirSync(join(folder, room, 'application'), { recursive: true });
    writeFileSync(join(folder, room, 'application', file), 'export {};\n');
  }
  runIn(folder, 'backend/cli/build.ts');
  const assets = readdirSync(join(folder, 'dist/public'), { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:js|css|html)$/.test(name));
  expect(assets.length).toBeGreaterThan(20);
  const named = assets.flatMap((name) => {
    const text = readFileSync(join(folder, 'dist/public', name), 'utf8');
    return [...ofTheCompany.filter((word) => text.includes(word)), ...(codesOfTheCompany.exec(text) ?? []).slice(0, 1)].map((word) => `${name}: ${word}`);
  });
  expect(named).toEqual([]);

  server = await startServer({ PORT: '0', ADMIN_PASSWORD: password, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' }, { cwd: folder });
  const { url } = server;

  const page = await (await browser.newContext({ baseURL: url, locale: 'en-GB' })).newPage();
  await page.context().addCookies([{ name: 'lang', value: 'en', url }]);
  await page.goto('/');
  await page.waitForURL(/\/erp\/login/);
  await page.getByLabel('User id').or(page.getByLabel('Account')).or(page.locator('input[name=username], input[name=id]')).first().fill('admin');
  await page.locator('input[type=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/erp\/?$/);
  expect((await page.context().cookies()).map(({ name }) => name).sort()).toEqual(['lang', 'reelbase_staff']);
  const menu = page.getByRole('navigation').first();
  await expect(menu.getByRole('link', { name: 'Book' })).toBeVisible();
  const entries = (await menu.getByRole('link').allInnerTexts()).map((text) => text.trim());
  expect(entries.filter((text) => /film|pitch|campaign|jur|pairing|forum|viewing|sales|timetable/i.test(text))).toEqual([]);

  await page.goto('/erp/pb-book/edit');
  await page.locator('#field-id').fill('middlemarch');
  await page.locator('#field-title').fill('Middlemarch');
  await page.locator('#field-author').fill('George Eliot');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL(/id=middlemarch/);
  await page.goto('/erp/pb-loan/edit');
  await page.locator('#field-book').fill('Middle');
  await page.getByRole('option', { name: /Middlemarch/ }).click();
  await page.locator('#field-reader').fill('Ada');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL(/id=/);
  await page.goto('/erp/pb-loan');
  await expect(page.getByRole('row', { name: /Middlemarch.*Ada/ })).toBeVisible();
  // What is referred to is not deleted.
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const call = (path: string, method = 'GET') => fetch(url + path, { method, headers: { cookie, origin: url } });
  expect((await call('/api/pb/book/middlemarch', 'DELETE')).status).toBe(422);

  const { roles }: { roles: string[] } = (await (await call('/api/permissions')).json()).data;
  expect(roles).toEqual(['[]', '[op]', '[gs]']);
  for (const path of [
    '/api/pb/applicant/x/sessions',
    '/api/pb/jury/x/sessions',
    '/api/site/applicant/me',
    '/api/pairing/x/board',
    '/api/site/facts',
    '/api/overview',
    '/api/desk/x',
    '/api/vp/x/1/tw/beat',
    '/api/pb/film',
    '/enroll',
    '/vp/x',
    '/my/x',
    '/erp/oooman',
  ])
    expect((await call(path)).status, path).toBe(404);
  // The file of the database is its server's alone while it runs.
  await server.stop();
  const tables = await tableNames();
  const foreign = tables.filter((name) => !/^(?:book|loan|user)(?:__|$)/.test(name) && !frameworkTables().has(name) && !name.startsWith('sqlite_'));
  expect(foreign).toEqual([]);
});

async function tableNames(): Promise<string[]> {
  const { connect } = await import('#framework/data/engine/connect.ts');
  const { tableNames: names } = await import('#framework/data/system/system-tables.ts');
  const db = await connect(`sqlite:${join(folder, 'data', 'reelbase.db')}`);
  try {
    return [...(await names(db))];
  } finally {
    await db.close();
  }
}

/** As the framework's own file names them. */
function frameworkTables(): Set<string> {
  const text = readFileSync('backend/framework/data/system/framework-tables.ts', 'utf8');
  return new Set([...text.matchAll(/name: '(_\w+)'/g)].map(([, name]) => String(name)));
}
