import { readFileSync } from 'node:fs';
import { readSheet } from '#framework/import/read-sheet.ts';
import en from '#locales/en/messages.json' with { type: 'json' };
import tw from '#locales/tw/messages.json' with { type: 'json' };
import { holdRow } from '../../support/database/hold.ts';
import { expect, isSave, password, signIn, test } from '../reelbase.ts';

/** A film of this test's own, so that tests do not meet each other's rows. */
async function film(reelbase: { api: import('../reelbase.ts').Reelbase['api'] }, more: Record<string, unknown> = {}): Promise<string> {
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
  test('K21 a save that is blocked by somebody else says to try again, in both languages; the typed values stay and the next press saves them', async ({
    staff,
    reelbase,
  }) => {
    const id = await film(reelbase);
    for (const [lang, messages, name] of [
      ['tw', tw, '英文片名'],
      ['en', en, 'Title in English'],
    ] as const) {
      await staff.context().addCookies([{ name: 'lang', value: lang, url: reelbase.url }]);
      await staff.goto(`/erp/filmman/edit?id=${id}`);
      const title = staff.getByRole('textbox', { name });
      await title.fill(`House on the Hill ${lang}`);
      const letGo = await holdRow(reelbase.databaseUrl, 'film', id);
      await staff.keyboard.press('Control+s');
      // Of a file that others hold nothing is known; a held row is asked for again.
      await expect(staff.getByRole('alert')).toContainText(messages[reelbase.databaseUrl.startsWith('sqlite:') ? 'msg.unavailable' : 'msg.again']);
      await expect(title).toHaveValue(`House on the Hill ${lang}`);
      await letGo();
      const saved = staff.waitForResponse((response) => isSave(response.request()));
      await staff.keyboard.press('Control+s');
      expect((await saved).status()).toBe(200);
    }
    await expect(staff.getByRole('heading', { level: 1 })).toContainText('House on the Hill en');
  });

  test('R19 C07 sends only the changed field, says how many were saved, and shows the change in the history', async ({ staff, reelbase }) => {
    const id = await film(reelbase);
    await staff.goto(`/erp/filmman/edit?id=${id}`);
    await expect(staff.getByRole('textbox', { name: '英文片名' })).toHaveValue('House by the Sea');
    await staff.getByRole('textbox', { name: '英文片名' }).fill('House under the Sea');
    const request = staff.waitForRequest(isSave);
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
      if (isSave(request)) sent++;
    });
    for (const [lang, messages] of [
      ['tw', tw],
      ['en', en],
    ] as const) {
      await staff.context().addCookies([{ name: 'lang', value: lang, url: reelbase.url }]);
      await staff.goto(`/erp/filmman/edit?id=${id}`);
      await expect(staff.locator('[data-field="ename"] input')).toHaveValue('House by the Sea');
      await staff.keyboard.press('Control+s');
      await expect(staff.locator('.notice')).toHaveText(messages['msg.nochange']);
    }
    expect(sent).toBe(0);
  });

  test('K05 two people change one film: a field that only one changed is merged, a field that both changed asks', async ({ staff, reelbase }) => {
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

  test('K05 R45 one film in two tabs: each has its own draft until it is saved, both changes apply, and the same field asks, also after a reload', async ({
    staff,
    context,
    reelbase,
  }) => {
    const id = await film(reelbase);
    const api = await reelbase.api();
    const stored = async () => (await api(`/api/pb/film/${id}`)).json();
    const tab = await context.newPage();
    const field = (page: typeof tab, name: string) => page.locator(`[data-field="${name}"] input`);
    const save = async (page: typeof tab, status: number) => {
      const answer = page.waitForResponse((response) => isSave(response.request()));
      await page.keyboard.press('Control+s');
      expect((await answer).status()).toBe(status);
    };
    for (const page of [staff, tab]) {
      await page.goto(`/erp/filmman/edit?id=${id}`);
      await expect(field(page, 'ename')).toHaveValue('House by the Sea');
    }
    // Different fields: the second save takes up the first.
    await field(staff, 'ename').fill('From the first tab');
    await field(tab, 'cname').fill('第二個分頁');
    await save(tab, 200);
    await expect(field(staff, 'ename')).toHaveValue('From the first tab');
    await save(staff, 412);
    await expect.poll(stored).toMatchObject({ ename: 'From the first tab', cname: '第二個分頁', ver: 3 });
    await expect(field(staff, 'cname')).toHaveValue('第二個分頁');
    // The same field, and the page is loaded anew in between: what was typed is offered, and still asked about.
    await tab.reload();
    await expect(field(tab, 'ename')).toHaveValue('From the first tab');
    await field(staff, 'ename').fill('Mine');
    await field(staff, 'cname').fill('我的');
    staff.on('dialog', (asked) => void asked.accept());
    await staff.reload();
    await field(tab, 'ename').fill('Theirs');
    await save(tab, 200);
    await expect(staff.getByRole('alert')).toContainText(/\d{4}(-\d\d){2} \d\d(:\d\d){2} \(UTC\+8\) ?尚未儲存的內容/);
    await staff.getByRole('alert').getByRole('button').first().click();
    await expect(field(staff, 'ename')).toHaveValue('Mine');
    await save(staff, 412);
    const dialog = staff.getByRole('dialog');
    await expect(dialog.getByRole('radiogroup')).toHaveCount(1);
    await expect(dialog).toContainText('Theirs');
    await dialog.getByRole('radio').last().check();
    await dialog.getByRole('button', { name: /儲存/ }).click();
    await expect.poll(stored).toMatchObject({ ename: 'Theirs', cname: '我的', ver: 5 });
    await expect(field(staff, 'ename')).toHaveValue('Theirs');
    await tab.close();
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
    await expect(staff.locator('main').getByText('影片代碼已存在', { exact: true })).toBeVisible();
    // What the save itself would say is the same sentence, and of an account that the account exists.
    const api = await reelbase.api();
    const refusedAs = async (object: string, row: object) =>
      (await (await api(`/api/pb/${object}`, { method: 'POST', body: JSON.stringify(row) })).json()).err.fields.map(
        ({ message }: { message: string }) => message,
      );
    expect(await refusedAs('film', { id: taken })).toEqual(['影片代碼已存在']);
    expect(await refusedAs('user', { id: 'admin', name: 'x', pw: password, email: 'other@example.com' })).toEqual(['帳號已存在']);
    await id.fill('');
    await staff.keyboard.press('Control+s');
    await expect(
      staff
        .locator('main')
        .getByText(/影片代碼.*必填|影片代碼為必填/)
        .first(),
    ).toBeVisible();
  });

  test('S01 S05 fields locked by a submitted pitch and its wishes are grey, read-only for a screen reader, and say why', async ({ staff, reelbase }) => {
    const api = await reelbase.api();
    const send = async (path: string, body: object, method = 'POST') => {
      const answer = await api(path, { method, body: JSON.stringify(body) });
      expect(answer.ok, await answer.clone().text()).toBe(true);
      return answer.json();
    };
    await send('/api/pb/campaign', { id: 'locking', cna: '鎖定', edition: 14, maxSel: 2 });
    const content = { cname: '海', ename: 'Sea', logline: 'A line.', genre: ['[AR]'], len: '[FL]', stage: 2, trailer: 'https://video.example.com/1' };
    const pitch = await send('/api/pb/pitch', { cid: 'locking', attProgram: 'C', ...content });
    await send('/api/pb/decision_maker', { cid: 'locking', name: 'Buyer', priority: [pitch.id] });
    await staff.goto(`/erp/pitchman/edit?id=${pitch.id}`);
    const program = staff.locator('[data-field="attProgram"]');
    const number = staff.locator('[data-field="enrollid"]');
    const open = await staff.locator('[data-field="comment"] .MuiOutlinedInput-root').evaluate((box) => getComputedStyle(box).backgroundColor);
    const grey = (of: typeof program) => of.locator('.MuiOutlinedInput-root').evaluate((box) => getComputedStyle(box).backgroundColor);
    for (const locked of [program, number]) {
      await expect(locked.locator('[data-locked]')).toHaveText('已有配對或志願，此欄鎖定。');
      await expect.poll(() => grey(locked)).not.toBe(open);
    }
    await expect(program.getByRole('combobox')).toHaveAttribute('aria-readonly', 'true');
    await expect(program.locator('.MuiSelect-icon')).toBeHidden();
    await program.getByRole('combobox').click();
    await expect(staff.getByRole('listbox')).toHaveCount(0);
    // The state's own locks, and their reason, come with the submission.
    await send(`/api/pb/pitch/${pitch.id}/actions/submit`, {});
    await staff.reload();
    await staff.getByRole('tab', { name: '計畫' }).or(staff.getByRole('tab').nth(1)).first().click();
    const stage = staff.locator('[data-field="stage"]');
    await expect(stage.locator('[data-locked]')).toHaveText('此欄因目前狀態而鎖定。');
    await expect(stage.getByRole('combobox')).toHaveAttribute('aria-readonly', 'true');
    await expect(staff.locator('[data-field="cname"] input')).toHaveJSProperty('readOnly', true);
  });

  test('K10 a company to which a film refers cannot be deleted, and the film is named', async ({ staff, reelbase }) => {
    const api = await reelbase.api();
    const company = `co_${Math.random().toString(36).slice(2, 8)}`;
    const made = await api('/api/pb/company', { method: 'POST', body: JSON.stringify({ id: company, name: '北岸發行', type: 4 }) });
    expect(made.status, await made.clone().text()).toBe(201);
    const id = await film(reelbase, { distributor: company });
    await staff.goto(`/erp/pb-company/edit?id=${company}`);
    await staff.getByRole('button', { name: '刪除' }).click();
    await staff.getByRole('dialog').getByRole('button', { name: '刪除' }).click();
    await expect(staff.getByRole('dialog')).toContainText('此資料仍被 1 筆影片引用');
    await expect(staff.getByRole('dialog').getByRole('link', { name: /海邊的小屋/ })).toHaveAttribute('href', `/erp/filmman/edit?id=${id}`);
    // The same from the list, where several may be refused.
    await staff.goto(`/erp/pb-company?filter=${encodeURIComponent(JSON.stringify({ id: company }))}`);
    await expect(staff.getByRole('row', { name: /北岸發行/ })).toBeVisible();
    await staff.getByRole('checkbox', { name: '全選' }).check();
    await staff.getByRole('button', { name: '刪除' }).first().click();
    await expect(staff.getByRole('dialog')).toContainText('刪除 1 筆公司與夥伴嗎？');
    await staff.getByRole('dialog').getByRole('button', { name: '刪除' }).click();
    await expect(staff.getByRole('dialog')).toContainText('北岸發行：此資料仍被 1 筆影片引用');
    await expect(staff.getByRole('dialog').getByRole('link', { name: /海邊的小屋/ })).toHaveAttribute('href', `/erp/filmman/edit?id=${id}`);
    expect((await api(`/api/pb/company/${company}`)).status).toBe(200);
    expect((await api(`/api/pb/film/${id}`)).status).toBe(200);
  });

  test('a form that is loading shows a placeholder of its shape', async ({ staff, reelbase }) => {
    const id = await film(reelbase);
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await staff.route(`**/api/pb/film/${id}`, async (route) => {
      await held;
      await route.continue();
    });
    await staff.goto(`/erp/filmman/edit?id=${id}`);
    await expect(staff.locator('.form-bones .bone').first()).toBeVisible();
    await expect.poll(() => staff.locator('.form-bones .bone').count()).toBeGreaterThan(10);
    answer();
    await expect(staff.getByRole('textbox', { name: '影片代碼' })).toHaveValue(id);
    await expect(staff.locator('.form-bones')).toHaveCount(0);
  });

  test('K11 P03 nobody can delete their own account', async ({ staff }) => {
    await staff.goto('/erp/userman/edit?id=admin');
    await staff.getByRole('button', { name: '刪除' }).click();
    await staff.getByRole('dialog').getByRole('button', { name: '刪除' }).click();
    await expect(staff.getByText(/自己的帳號/).first()).toBeVisible();
  });

  test('R45 leaving with unsaved input asks first; without any it does not; typed values are offered again after a reload', async ({ staff, reelbase }) => {
    const id = await film(reelbase);
    for (const leave of [() => staff.getByRole('button', { name: '回到列表' }).click(), () => staff.keyboard.press('Escape')]) {
      await staff.goto(`/erp/filmman/edit?id=${id}`);
      await expect(staff.getByRole('textbox', { name: '英文片名' })).toBeVisible();
      await leave();
      await expect(staff).toHaveURL(/\/erp\/filmman(\?|$)/);
      await expect(staff.getByRole('dialog')).toHaveCount(0);
    }
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
    // what was typed the moment before is saved as well
    await staff.getByRole('textbox', { name: '英文片名' }).fill('The last word');
    await staff.reload();
    await staff.getByRole('button', { name: /還原|復原|取回/ }).click();
    await expect(staff.getByRole('textbox', { name: '英文片名' })).toHaveValue('The last word');
  });

  test('E1 leaving during a save: one save, no question, the result is announced; refused values and those typed meanwhile stay', async ({
    staff,
    reelbase,
  }) => {
    const id = await film(reelbase);
    const api = await reelbase.api();
    const box = staff.getByRole('textbox', { name: '英文片名' });
    const back = () => staff.getByRole('button', { name: '回到列表' }).click();
    const entry = () => staff.locator('nav a[href$="/pb-company"]').first().click();
    let saves = 0;
    let answer = (_refuse?: boolean): void => undefined;
    await staff.route(`**/api/pb/film/${id}`, async (route) => {
      if (!isSave(route.request())) return route.continue();
      saves += 1;
      const isRefused = await new Promise<boolean | undefined>((resolve) => {
        answer = resolve;
      });
      if (!isRefused) return route.continue();
      return route.fulfill({
        status: 422,
        json: { done: false, msg: '不行', err: { code: 'msg.invalid', message: '不行', fields: [] }, stk: null, data: null },
      });
    });
    /** Types, saves, leaves while the answer is held, and lets it come. */
    const leaving = async (text: string, leave: () => Promise<unknown>, refuse = false): Promise<void> => {
      saves = 0;
      await staff.goto('/erp/filmman');
      await staff.locator('.rows tbody tr').first().waitFor();
      await staff.goto(`/erp/filmman/edit?id=${id}`);
      await box.fill(text);
      await Promise.all([staff.waitForRequest(isSave), staff.keyboard.press('Control+s')]);
      await leave();
      await staff.keyboard.press('Control+s');
      await expect(staff.getByRole('dialog')).toHaveCount(0);
      await expect(staff).toHaveURL(/filmman\/edit/);
      answer(refuse);
    };
    for (const [text, leave, arrives] of [
      ['By the button', back, /\/erp\/filmman(\?|$)/],
      ['By the menu', entry, /\/erp\/pb-company/],
    ] as const) {
      await leaving(text, leave);
      await expect(staff).toHaveURL(arrives);
      await expect(staff.locator('.notice-success')).toContainText('1');
      await expect(staff.getByRole('dialog')).toHaveCount(0);
      expect(saves).toBe(1);
      expect((await (await api(`/api/pb/film/${id}`)).json()).ename).toBe(text);
    }
    await leaving('Refused', entry, true);
    await expect(staff.getByRole('alert')).toContainText('不行');
    await expect(staff).toHaveURL(/filmman\/edit/);
    await expect(box).toHaveValue('Refused');
    await expect(staff.getByRole('dialog')).toHaveCount(0);
    staff.on('dialog', (dialog) => dialog.accept());
    await leaving('First', async () => staff.getByRole('textbox', { name: '中文片名' }).fill('後來才打的'));
    await expect(staff.locator('.notice-success')).toBeVisible();
    await expect(staff.getByRole('textbox', { name: '中文片名' })).toHaveValue('後來才打的');
    await expect(box).toHaveValue('First');
    await entry();
    await expect(staff.getByRole('dialog'), 'what was typed since is not saved').toBeVisible();
  });

  test('K05 E1 what is typed while a save is on its way stays also where others saved meanwhile, merged or asked about', async ({ staff, reelbase }) => {
    const id = await film(reelbase);
    const api = await reelbase.api();
    const box = (name: string) => staff.getByRole('textbox', { name });
    const theirs = async (changed: object) => {
      const headers = { 'if-match': '*' };
      expect((await api(`/api/pb/film/${id}`, { method: 'PUT', headers, body: JSON.stringify(changed) })).status).toBe(200);
    };
    /** Saves what is there, and types into a further field before the first answer comes. */
    const typing = async (name: string, text: string): Promise<void> => {
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      const at = `**/api/pb/film/${id}`;
      await staff.route(at, async (route) => {
        if (isSave(route.request())) await held;
        await route.continue();
      });
      await Promise.all([staff.waitForRequest(isSave), staff.keyboard.press('Control+s')]);
      await box(name).fill(text);
      await box(name).blur();
      const [answer] = await Promise.all([staff.waitForResponse((response) => isSave(response.request())), release()]);
      expect(answer.status()).toBe(412);
      await staff.unroute(at);
    };
    await staff.goto(`/erp/filmman/edit?id=${id}`);
    await expect(box('英文片名')).toHaveValue('House by the Sea');
    await theirs({ director: '林導演' });
    await box('英文片名').fill('Merged');
    await typing('中文片名', '後來才打的');
    await expect.poll(async () => (await (await api(`/api/pb/film/${id}`)).json()).ename).toBe('Merged');
    await expect(staff.locator('.notice-success')).toBeVisible();
    await expect(box('中文片名')).toHaveValue('後來才打的');

    await theirs({ ename: 'Theirs' });
    await box('英文片名').fill('Mine');
    await typing('中文片名', '又打了一次');
    const dialog = staff.getByRole('dialog');
    await dialog.getByRole('button', { name: /儲存/ }).click();
    await expect(dialog).toHaveCount(0);
    await expect.poll(async () => (await (await api(`/api/pb/film/${id}`)).json()).ename).toBe('Mine');
    await expect(box('中文片名')).toHaveValue('又打了一次');
    const saved = staff.waitForResponse((response) => isSave(response.request()));
    await staff.keyboard.press('Control+s');
    expect((await saved).status()).toBe(200);
    expect(await (await api(`/api/pb/film/${id}`)).json()).toMatchObject({ ename: 'Mine', cname: '又打了一次', director: '林導演' });
  });

  for (const lack of ['full', 'nearly full', 'switched off', 'blocked'])
    test(`a browser whose storage is ${lack} lists, sorts, changes and saves`, async ({ staff, reelbase }) => {
      const id = await film(reelbase);
      await staff.addInitScript((how) => {
        if (how === 'switched off' || how === 'blocked') {
          const get = () => {
            if (how === 'blocked') throw new DOMException('Access is denied for this document.', 'SecurityError');
            return null;
          };
          for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get, configurable: true });
          return;
        }
        const set = Storage.prototype.setItem;
        Storage.prototype.setItem = function (key, value) {
          if (how === 'full' || value.length > 8) throw new DOMException('full', 'QuotaExceededError');
          set.call(this, key, value);
        };
      }, lack);
      await staff.goto('/erp/filmman');
      const rows = staff.locator('.rows tbody tr[class]');
      await expect(rows.first()).toBeVisible();
      await staff.getByRole('columnheader', { name: '英文片名' }).getByRole('button').click();
      await expect(staff.getByRole('columnheader', { name: '英文片名' })).toHaveAttribute('aria-sort', 'ascending');
      await staff
        .locator('header')
        .getByRole('button', { name: /深色|淺色/ })
        .click();
      await expect(rows.first()).toBeVisible();
      await staff.goto(`/erp/filmman/edit?id=${id}`);
      await staff.getByRole('textbox', { name: '英文片名' }).fill('No room');
      const saved = staff.waitForResponse((response) => isSave(response.request()));
      await staff.keyboard.press('Control+s');
      expect((await saved).status()).toBe(200);
      await expect(staff.locator('.notice-success')).toBeVisible();
    });

  test('K22 B06 a refusal is a negative notice of at most ten lines, and disappears after the configured time', async ({ staff, reelbase }) => {
    const id = await film(reelbase);
    await staff.clock.install();
    const config = await (await (await reelbase.api())('/api/config')).json();
    expect([config.data.notifyTimeout, config.data.popupTimeout]).toEqual([5_000, 8_000]);
    await staff.route('**/api/config', (route) => route.fulfill({ json: { ...config, data: { ...config.data, notifyTimeout: 600_000 } } }));
    await staff.route(`**/api/pb/film/${id}`, async (route) => {
      if (!isSave(route.request())) return route.continue();
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
    // The refusal's own sentence is the first of the ten.
    expect((await notice.textContent())?.match(/Line \d+/g)).toHaveLength(9);
    await staff.clock.fastForward(590_000);
    await expect(notice).toBeVisible();
    await staff.clock.fastForward(20_000);
    await expect(notice).toHaveCount(0);
  });

  test('K12 an export that fails says so, at its start and in the middle; one that succeeds is a file', async ({ staff }) => {
    await staff.goto('/erp/filmman');
    const exported = async () => {
      await staff.getByRole('button', { name: '匯出' }).click();
      await staff.getByRole('menuitem', { name: 'CSV' }).last().click();
    };
    const taken = staff.waitForEvent('download');
    await exported();
    expect((await taken).suggestedFilename()).toBe('film.csv');
    // As the list shows it: a workbook, which unpacks.
    const shown = staff.waitForEvent('download');
    await staff.getByRole('button', { name: '匯出' }).click();
    await staff.getByRole('menuitem', { name: 'Excel' }).first().click();
    expect((await shown).suggestedFilename()).toBe('film.xlsx');
    expect((await readSheet(readFileSync(await (await shown).path())))[0]).toContain('中文片名');
    const refusal = { done: false, msg: '匯出失敗', err: { code: 'msg.export', message: '匯出失敗', fields: [] }, stk: null, data: null };
    for (const fail of ['refused', 'broken off'] as const) {
      await staff.route('**/api/pb/film/export?**', (route) =>
        fail === 'refused' ? route.fulfill({ status: 500, json: refusal, headers: { 'X-Request-Id': 'request-of-the-test' } }) : route.abort('connectionreset'),
      );
      await exported();
      const notice = staff.getByRole('alert').filter({ hasText: '匯出失敗' });
      await expect(notice, fail).toContainText(fail === 'refused' ? 'request-of-the-test' : 'API');
      await notice.getByRole('button').click();
      await staff.unroute('**/api/pb/film/export?**');
    }
  });

  test('C09 a save that gets 503 once is sent again and succeeds', async ({ staff, reelbase }) => {
    const id = await film(reelbase);
    let tries = 0;
    await staff.route(`**/api/pb/film/${id}`, async (route) => {
      if (isSave(route.request()) && ++tries === 1) return route.fulfill({ status: 503, json: { done: false, msg: '', err: null, stk: null, data: null } });
      return route.continue();
    });
    await staff.goto(`/erp/filmman/edit?id=${id}`);
    await staff.getByRole('textbox', { name: '英文片名' }).fill('Second try');
    await staff.keyboard.press('Control+s');
    const api = await reelbase.api();
    await expect.poll(async () => (await (await api(`/api/pb/film/${id}`)).json()).ename).toBe('Second try');
    expect(tries).toBe(2);
  });

  test('P01 a guest can read but has no button to save, create or delete', async ({ page, reelbase }) => {
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
