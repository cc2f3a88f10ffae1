/** Who reads what, how far a jury agrees, and the jury's discussion, in the browser of staff and jurors. */
import { seriousFaults } from '../axe.ts';
import { expect, expectNoWider, type Page, test } from '../reelbase.ts';
import { makeCampaign } from './voted-campaign.ts';

const criteria = ['vision', 'craft'].map((key) => ({
  key,
  cna: key === 'vision' ? '觀點' : '手法',
  ename: key === 'vision' ? 'Vision' : 'Craft',
  weight: 1,
  hint: '',
  ehint: '',
  steps: [],
}));
const hour = 3_600_000;
const at = (after: number) => new Date(Date.now() + after).toISOString().slice(0, 19).replace('T', ' ');

async function expectAccessible(page: Page) {
  expect(await seriousFaults(page)).toEqual([]);
}

test('E05 staff assign readers: look first, save, take back, by hand; on a phone too', async ({ staff, reelbase }) => {
  await makeCampaign(reelbase, 'assign1', { readBy: 'assigned', perPitch: 1 });
  await staff.context().addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);
  await staff.goto('/erp/ccdfdesk?campaign=assign1&tab=assignment');
  await expect(staff.getByText('3 pitches have fewer than 1 readers')).toBeVisible();
  await staff.getByRole('button', { name: 'Assign readers' }).click();
  const dialog = staff.getByRole('dialog', { name: 'Assign readers' });
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText('3 pitches would change. Readers added: 3, removed: 0.')).toBeVisible();
  await expectAccessible(staff);
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await expect(staff.getByText('Every pitch has enough readers.')).toBeVisible();
  const loads = staff.getByRole('region', { name: 'Reading load of each juror' });
  await expect(loads.getByRole('row', { name: /Mei/ })).toBeVisible();
  await staff.getByRole('button', { name: 'Undo' }).click();
  await expect(staff.getByText('3 pitches have fewer than 1 readers')).toBeVisible();

  await staff.setViewportSize({ width: 360, height: 740 });
  const readers = staff.getByRole('region', { name: 'Readers of each pitch' });
  await readers.getByRole('button', { name: 'Readers of C001 River' }).click();
  const hand = staff.getByRole('dialog');
  await hand.getByRole('checkbox', { name: /^Jan/ }).press('Space');
  await hand.getByRole('button', { name: 'Save' }).click();
  await expect(readers.getByRole('row', { name: /C001/ })).toContainText('Jan');
  await expectNoWider(staff);
  await staff.setViewportSize({ width: 360, height: 420 });
  const beyond = () => staff.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight);
  await expect.poll(beyond, 'what is only heard makes the document no higher').toBe(0);
});

test('E05 the ranking says how far the jury agrees and how it is worked out; what has no vote has no rank', async ({ staff, reelbase }) => {
  const { read } = await makeCampaign(reelbase, 'agree1', { criteria });
  const [cloud] = await read('/api/pb/enrolment?filter={"cid":"agree1","ename":"Cloud"}');
  const admin = await reelbase.api();
  for (const vote of await read(`/api/pb/selection?filter=${encodeURIComponent(JSON.stringify({ enrolment: cloud!.id }))}`))
    await admin(`/api/pb/selection/${vote.id}`, { method: 'DELETE' });
  await staff.context().addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);
  await staff.goto('/erp/ccdfdesk?campaign=agree1&tab=ranking');
  await expect(staff.getByText('1 has no counted vote yet, so it has no rank.')).toBeVisible();
  await expect(staff.getByRole('row', { name: /C003 .*Cloud/ }).getByTitle('No counted vote yet, so no rank')).toBeVisible();
  const agreement = staff.getByRole('region', { name: 'Agreement within the jury' });
  await expect(agreement.getByRole('row', { name: /Overall weight/ })).toContainText('pitches: 2, ratings: 4');
  await expect(agreement.getByRole('row', { name: /Mean of the criteria/ })).toContainText('Not enough data');
  await expect(agreement.getByRole('region', { name: 'Strict and lenient jurors' }).getByRole('row', { name: /Mei/ })).toContainText('2');
  await agreement.getByText('How the ranking is calculated').click();
  await expect(agreement.getByText(/empirical Bayes/)).toBeVisible();
});

test('E05 R06 a criterion that is added after the jurors rated: the ranking says what is not rated yet, not that nobody has judged', async ({
  staff,
  reelbase,
}) => {
  const { read } = await makeCampaign(reelbase, 'later1', { criteria: criteria.slice(0, 1) });
  const admin = await reelbase.api();
  const put = (path: string, body: object) => admin(path, { method: 'PUT', body: JSON.stringify(body) });
  for (const { id } of await read('/api/pb/enrolment?filter={"cid":"later1"}'))
    for (const vote of await read(`/api/pb/selection?filter=${encodeURIComponent(JSON.stringify({ enrolment: id }))}`))
      expect((await put(`/api/pb/selection/${vote.id}`, { scores: [{ criterion: 'vision', score: 4 }], ver: vote.ver })).status).toBe(200);
  const [{ ver } = {}] = await read('/api/pb/campaign?filter={"id":"later1"}');
  expect((await put('/api/pb/campaign/later1', { criteria, ver })).status).toBe(200);
  await staff.context().addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);
  await staff.goto('/erp/ccdfdesk?campaign=later1&tab=ranking');
  await staff.getByLabel('Rank by').selectOption('criteria');
  await expect(staff.getByText('6 sets of ratings are incomplete and do not count here. Not rated yet: Craft (6).')).toBeVisible();
  await expect(staff.getByText('No juror has chosen anything yet')).toHaveCount(0);
  await expectAccessible(staff);
});

test('E05 R05 after the end jurors see each other’s choices and write to one another', async ({ browser, reelbase }) => {
  await makeCampaign(reelbase, 'talk1', { sEnd: at(-hour), talkUntil: at(50 * hour) });
  const juror = async (name: string, lang: 'tw' | 'en', viewport: { width: number; height: number }) => {
    const context = await browser.newContext({ viewport, baseURL: reelbase.url });
    await context.addCookies([{ name: 'lang', value: lang, url: reelbase.url }]);
    const page = await context.newPage();
    await page.goto('/selection?campaign=talk1');
    await page.locator('input[type=email]').fill(`${name}.talk1@example.com`);
    await page.locator('input[type=password]').fill('juror-1234');
    await page.keyboard.press('Enter');
    await expect(page.locator('input[type=password]')).toHaveCount(0);
    await page.goto('/selection/edit?campaign=talk1');
    await page.locator('.selection-row a', { hasText: 'C001' }).click();
    return page;
  };
  const mei = await juror('mei', 'tw', { width: 360, height: 740 });
  const talk = mei.getByRole('region', { name: '評審討論' });
  await expect(talk.getByText('Jan on River')).toBeVisible();
  await expect(talk.getByText('還沒有人留言。')).toBeVisible();
  await talk.getByLabel('寫給其他評審').fill('第二段最有力，請再看一次。');
  await mei.reload();
  await expect(talk.getByLabel('寫給其他評審')).toHaveValue('第二段最有力，請再看一次。');
  await talk.getByRole('button', { name: '送出' }).press('Enter');
  await expect(talk.getByRole('list', { name: '留言' })).toContainText('第二段最有力');
  await expect(talk.getByLabel('寫給其他評審')).toHaveValue('');
  await expectNoWider(mei);
  await expectAccessible(mei);
  const jan = await juror('jan', 'en', { width: 820, height: 1180 });
  const other = jan.getByRole('region', { name: 'The jury’s discussion' });
  await expect(other.getByRole('list', { name: 'Notes' })).toContainText('第二段最有力');
  await other.getByLabel('Write to the jury').fill('Seen; I agree.');
  await other.getByRole('button', { name: 'Send' }).click();
  await expect(other.getByText('Seen; I agree.')).toBeVisible();
  await expect(talk.getByText('Seen; I agree.')).toBeVisible();
  await mei.context().close();
  await jan.context().close();
});
