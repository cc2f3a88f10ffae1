/** What staff do with the forum beyond saving: from a submitted enrolment to a pitch, a reshuffle and its undo, the tools page. */
import { expect, type Reelbase, test } from '../reelbase.ts';

const project = {
  cname: '海的記憶',
  ename: 'Memory of the Sea',
  logline: 'A line.',
  genre: ['[AR]'],
  len: '[FL]',
  stage: 2,
  trailer: 'https://video.example.com/1',
};

/** A campaign of its own for each test, with submitted enrolments. */
async function makeForum(reelbase: Reelbase, cid: string, count: number) {
  const api = await reelbase.api();
  const send = async (method: string, path: string, body?: object) => {
    const answer = await api(`/api/pb${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as Record<string, string | number>;
  };
  await send('POST', '/campaign', { id: cid, cna: `第 ${cid} 屆`, edition: 14, maxSel: 5 });
  const applicant = await send('POST', '/applicant', { email: `${cid}@example.com`, name: 'Maker' });
  const rows = [];
  for (let index = 0; index < count; index += 1) {
    const row = await send('POST', '/enrolment', { cid, applicant: applicant.id, attProgram: ['C'], ...project, cname: `${project.cname} ${index}` });
    rows.push(await send('PUT', `/enrolment/${row.id}`, { status: 'submitted', ver: row.ver }));
  }
  return { send, rows };
}

test('S01 R13 R25 an enrolment goes from submitted to a pitch: sent back with a message, verified, numbered, selected, converted', async ({
  staff: page,
  reelbase,
}) => {
  const { send, rows } = await makeForum(reelbase, 'walk', 1);
  const [row] = rows;
  await page.goto(`/erp/ccdfenroll/edit?id=${row?.id}`);
  const steps = page.getByRole('list', { name: /狀態/ });
  const here = steps.locator('[aria-current="step"]');
  await expect(here).toHaveText('已送出');

  await page.getByRole('button', { name: '退回' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: '退回' })).toBeDisabled();
  await dialog.getByLabel('給報名者的訊息').fill('請補上粗剪連結');
  await dialog.getByRole('button', { name: '退回' }).click();
  await expect(here).toHaveText('草稿');
  expect(await send('GET', `/enrolment/${row?.id}`)).toMatchObject({ status: 'draft', returnMsg: '請補上粗剪連結' });

  // What was typed is saved before the state moves on.
  await page.getByLabel('內部備註').fill('已電話聯絡');
  await page.getByRole('button', { name: '送出' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '送出' }).click();
  await expect(here).toHaveText('已送出');
  await page.getByRole('button', { name: '審核通過' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '審核通過' }).click();
  await expect(here).toHaveText('審核通過');

  await page.getByRole('button', { name: '給編號' }).click();
  await expect(page.getByRole('dialog').getByText('報名：編號：修改 1 筆')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: '給編號' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('C001');
  await page.getByRole('button', { name: '設為入選' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '設為入選' }).click();
  await expect(here).toHaveText('入選');
  await page.getByRole('button', { name: '轉為提案' }).click();
  await expect(page.getByRole('dialog').getByText('提案：新增 1 筆')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: '轉為提案' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();

  const existing = await send('GET', `/enrolment/${row?.id}`);
  expect(existing).toMatchObject({ status: 'selected', enrollid: 'C001', comment: '已電話聯絡', returnMsg: '' });
  await page.goto('/erp/pitchman');
  await expect(page.getByRole('row', { name: /C001.*海的記憶 0/ })).toBeVisible();
});

test('S08 R31 a reshuffle says what it deletes, needs the campaign typed, and is undone', async ({ staff: page, reelbase }) => {
  const { send, rows } = await makeForum(reelbase, 'shuffle', 3);
  for (const row of rows) await send('PUT', `/enrolment/${row.id}`, { status: 'verified', ver: row.ver });
  await send('POST', '/campaign/shuffle/actions/number', {});
  const jury = await send('POST', '/jury', { cid: 'shuffle', name: 'Juror', email: 'juror@example.com' });
  await send('POST', '/selection', { jury: jury.id, enrolment: rows[0]?.id, weight: 4 });
  const numbers = async () => Promise.all(rows.map(async ({ id }) => (await send('GET', `/enrolment/${id}`)).enrollid));
  const before = await numbers();
  expect(before).toEqual(['C001', 'C002', 'C003']);

  await page.goto('/erp/toolman');
  await page.getByLabel('選擇活動').fill('shuffle');
  await page.getByRole('option', { name: /shuffle/ }).click();
  const operate = async (name: string, effect: string) => {
    await page.getByRole('button', { name: `${name}：預覽並執行` }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(effect)).toBeVisible();
    const confirm = dialog.getByRole('button', { name });
    await expect(confirm).toBeDisabled();
    await dialog.getByLabel('請輸入「shuffle」以確認').fill('shuffl');
    await expect(confirm).toBeDisabled();
    await dialog.getByLabel('請輸入「shuffle」以確認').fill('shuffle');
    await confirm.click();
    await expect(dialog).toBeHidden();
  };
  await operate('重新洗牌編號', '評選：刪除 1 筆');
  const after = await numbers();
  expect(after).not.toEqual(before);
  expect([...after].sort()).toEqual(before);
  await operate('復原上次洗牌', '評選：新增 1 筆');
  expect(await numbers()).toEqual(before);

  await page.getByRole('button', { name: '開始檢查' }).click();
  await expect(page.getByText('資料皆一致。')).toBeVisible();
});

test('R12 S01 many enrolments are verified at once from the list; those that cannot be stay selected with a reason', async ({ staff: page, reelbase }) => {
  const { send, rows } = await makeForum(reelbase, 'many', 3);
  await send('PUT', `/enrolment/${rows[2]?.id}`, { status: 'verified', ver: rows[2]?.ver ?? 0 });
  await page.goto(`/erp/ccdfenroll?filter=${encodeURIComponent('{"cid":"many"}')}`);
  await expect(page.locator('tbody tr')).toHaveCount(3);
  for (const box of await page.locator('tbody input[type="checkbox"]').all()) await box.check();
  await page.getByRole('button', { name: '作業' }).click();
  await page.getByRole('menuitem', { name: '審核通過' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '審核通過' }).click();
  await expect(dialog.getByText('1 筆未修改')).toBeVisible();
  await dialog.getByRole('button', { name: '關閉' }).click();
  await expect(page.getByText('已選取 1 筆')).toBeVisible();
  await expect(page.locator('tbody .badge', { hasText: '審核通過' })).toHaveCount(3);
});

test('E04 the offered lengths are those of the campaign’s edition', async ({ staff: page, reelbase }) => {
  const { send } = await makeForum(reelbase, 'edition', 0);
  const applicant = await send('POST', '/applicant', { email: 'edition2@example.com', name: 'Maker' });
  const draft = await send('POST', '/enrolment', { cid: 'edition', applicant: applicant.id });
  await page.goto(`/erp/ccdfenroll/edit?id=${draft.id}`);
  await page.getByRole('tab', { name: '提案' }).click();
  await page.getByLabel('長度').click();
  const offered = page.getByRole('option');
  await expect.poll(() => offered.count()).toBeGreaterThan(4);
  const codes = (await (await (await reelbase.api())('/api/objects')).json()) as {
    name: string;
    model: { fields: { name: string; options?: { label: { tw: string }; version?: number }[] }[] };
  }[];
  const options = codes.find(({ name }) => name === 'enrolment')?.model.fields.find(({ name }) => name === 'len')?.options ?? [];
  const foreign = options.filter(({ version }) => version === 13).map(({ label }) => label.tw);
  expect(foreign.length).toBeGreaterThan(0);
  expect((await offered.allTextContents()).filter((label) => foreign.includes(label))).toEqual([]);
});
