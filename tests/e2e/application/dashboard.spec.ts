/** The campaign dashboard in a browser: rank, decide the first N, release, see states and mails; close and open a window; make a copy. */
import { seriousFaults } from '../axe.ts';
import { comesToRest, expect, expectNoWider, goWithin, type Page, type Reelbase, test } from '../reelbase.ts';
import { makeCampaign } from './voted-campaign.ts';

const english = (page: Page, reelbase: Reelbase) => page.context().addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);

test('E05 S01 staff rank, select the first two, release, and see states and mails', async ({ staff, reelbase }) => {
  const { read } = await makeCampaign(reelbase, 'deskone');
  await english(staff, reelbase);
  await staff.goto('/erp/ccdfdesk?campaign=deskone&tab=ranking');
  await staff.getByLabel('Places').fill('2');
  await expect(staff.getByText('Votes counted: 6, jurors: 2, enrolments: 3.')).toBeVisible();
  await expect(staff.getByRole('img', { name: /Ranks of the first 3/ })).toBeVisible();
  const first = staff.getByRole('row', { name: /C001 .*River/ });
  await expect(first).toContainText('9');
  await staff.getByRole('button', { name: 'Show the raw votes: River' }).click();
  await expect(staff.getByText('Mei on River')).toBeVisible();
  await staff.getByRole('button', { name: 'Select the first 2' }).click();
  await staff.getByRole('button', { name: 'Mark as selected (pending)' }).click();
  await expect(staff.getByText('2 pending decisions updated.')).toBeVisible();
  await staff.getByLabel('Select C003 Cloud').check();
  await staff.getByRole('button', { name: 'Mark as declined (pending)' }).click();
  await expect(staff.getByRole('row', { name: /Cloud/ })).toContainText('Pending: declined');
  const states = async () => (await read('/api/pb/enrolment?filter={"cid":"deskone"}&sort=["enrollid","ASC"]')).map(({ status }) => status);
  expect(await states()).toEqual(['verified', 'verified', 'verified']);

  await staff.getByRole('tab', { name: 'Decisions' }).click();
  await staff.getByRole('button', { name: 'Release the decisions' }).click();
  const dialog = staff.getByRole('dialog');
  await expect(dialog).toContainText('2 become selected');
  await expect(dialog).toContainText('1 stays verified');
  const go = dialog.getByRole('button', { name: 'Release and send the mails' });
  await dialog.getByRole('textbox').fill('deskon');
  await expect(go).toBeDisabled();
  await dialog.getByRole('textbox').fill('deskone');
  await go.click();
  await expect(staff.getByText('Released. Selected: 2, declined: 1, mails queued: 3.')).toBeVisible();
  expect(await states()).toEqual(['selected', 'selected', 'verified']);
  const mails = await read('/api/pb/mail?filter={"cid":"deskone"}');
  expect(mails.map(({ template }) => template).sort()).toEqual(['mailDeclined', 'mailSelected', 'mailSelected']);
  // Nothing is left to release, and nobody can be informed twice.
  await expect(staff.getByText('Nothing is pending.')).toBeVisible();
  await staff.getByRole('tab', { name: 'Ranking' }).click();
  await staff.getByLabel('Select C003 Cloud').check();
  await staff.getByRole('button', { name: 'Mark as declined (pending)' }).click();
  await expect(staff.getByText('1 not changed: already notified of the same result')).toBeVisible();
});

test('the figures of an evening follow what applicants do, on the home page and on the dashboard, while somebody is there and when they come back', async ({
  staff,
  reelbase,
}) => {
  const api = await reelbase.api();
  const post = async (object: string, row: object): Promise<Record<string, unknown>> => {
    const answer = await api(`/api/pb/${object}`, { method: 'POST', body: JSON.stringify(row) });
    expect(answer.status).toBe(201);
    return answer.json();
  };
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
  await post('campaign', { id: 'evening', cna: '截止之夜', maxSel: 1, cStart: day(-9), cEnd: day(1), sStart: day(2), sEnd: day(3) });
  const { id: applicant } = await post('applicant', { email: 'evening@example.com', name: 'Ann', lang: 'en' });
  const film = { logline: 'A line.', genre: ['[AR]'], len: '[FL]', stage: 2, trailer: 'https://video.example.com/1', attProgram: ['C'] };
  const enrol = async (name: string) => {
    const { id, ver } = await post('enrolment', { cid: 'evening', applicant, cname: `${name} 片`, ename: name, ...film });
    const answer = await api(`/api/pb/enrolment/${id}`, { method: 'PUT', body: JSON.stringify({ status: 'submitted', ver }) });
    expect(answer.status).toBe(200);
  };
  await english(staff, reelbase);
  await enrol('First');
  await staff.clock.install();
  await staff.goto('/erp/ccdfdesk?campaign=evening');
  await expect(staff.getByText('1 enrolment in all')).toBeVisible();
  await enrol('Second');
  await staff.clock.fastForward(31_000);
  await expect(staff.getByText('2 enrolments in all')).toBeVisible();
  // Nobody is at the page: it asks no more, until they are back.
  await staff.clock.fastForward(130_000);
  await enrol('Third');
  await staff.clock.fastForward(300_000);
  await expect(staff.getByText('2 enrolments in all')).toBeVisible();
  await staff.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect(staff.getByText('3 enrolments in all')).toBeVisible();

  await goWithin(staff, '/erp');
  const waiting = staff.locator('.home-waiting').filter({ hasText: 'Submitted' }).locator('.home-number');
  const before = Number(await waiting.textContent());
  expect(before).toBeGreaterThanOrEqual(3);
  await enrol('Fourth');
  await staff.mouse.move(300, 300);
  await staff.clock.fastForward(61_000);
  await expect(waiting).toHaveText(String(before + 1));
});

test('S02 S03 for a campaign that has not opened yet, staff see that neither window has started', async ({ staff, reelbase }) => {
  const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
  const windows = { cStart: at(1), cEnd: at(2), sStart: at(3), sEnd: at(4) };
  const made = await (await reelbase.api())('/api/pb/campaign', { method: 'POST', body: JSON.stringify({ id: 'soon', cna: '將來', maxSel: 1, ...windows }) });
  expect(made.status).toBe(201);
  for (const [lang, words] of [
    ['tw', '尚未開始'],
    ['en', 'Not started'],
  ] as const) {
    await staff.context().addCookies([{ name: 'lang', value: lang, url: reelbase.url }]);
    await staff.goto('/erp/ccdfdesk?campaign=soon');
    await expect(staff.locator('.desk-window .badge')).toHaveText([words, words]);
  }
});

test('S03 a window is closed and opened after saying what changes, and a clone of the campaign is made', async ({ staff, reelbase }) => {
  const { read } = await makeCampaign(reelbase, 'desktwo1');
  await english(staff, reelbase);
  await staff.goto('/erp/ccdfman/edit?id=desktwo1');
  await staff.getByRole('link', { name: 'Open the campaign dashboard' }).click();
  await expect(staff.getByRole('heading', { name: 'Check before opening' })).toBeVisible();
  await staff.getByRole('button', { name: 'Close Selection now' }).click();
  await expect(staff.getByRole('dialog')).toContainText('Selection ends');
  await staff.getByRole('dialog').getByRole('button', { name: 'Close now' }).click();
  await expect(staff.getByText('Dates updated.')).toBeVisible();
  await staff.getByRole('button', { name: 'Open Selection now' }).click();
  await staff.getByRole('dialog').getByRole('button', { name: 'Open now' }).click();
  await expect(staff.getByRole('button', { name: 'Close Selection now' })).toBeVisible();

  await staff.getByRole('button', { name: 'Copy this campaign' }).click();
  const dialog = staff.getByRole('dialog');
  await expect(dialog.getByLabel('Id of the new campaign')).toHaveValue('desktwo2');
  await dialog.getByLabel(/^Jurors/).check();
  await dialog.getByRole('button', { name: 'Create the copy' }).click();
  await expect(staff.getByText(/desktwo2 created. Images: 0, pages: 0, jurors: 2/)).toBeVisible();
  await expect(staff).toHaveURL(/campaign=desktwo2/);
  expect(await read('/api/pb/jury?filter={"cid":"desktwo2"}')).toHaveLength(2);
  // Nobody is said to have read what is not there.
  await staff.getByRole('tab', { name: 'Jury progress' }).click();
  await expect(staff.getByText('There is nothing for the jury to read yet.')).toBeVisible();
  await staff.getByRole('tab', { name: 'Overview and check' }).click();
  // A line of the check leads to its field.
  await staff.getByRole('link', { name: /Go and correct: Welcome to the jury/ }).click();
  await expect(staff.getByRole('tab', { name: /Selection/ })).toHaveAttribute('aria-selected', 'true');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious on the dashboard, and no tab is wider than a phone: ${colorScheme}`, async ({ staff, reelbase }) => {
    const id = `desk${colorScheme}`;
    await makeCampaign(reelbase, id);
    await staff.emulateMedia({ colorScheme });
    for (const [width, lang] of [
      [1440, 'en'],
      [360, 'tw'],
    ] as const) {
      await staff.setViewportSize({ width, height: 800 });
      await staff.context().addCookies([{ name: 'lang', value: lang, url: reelbase.url }]);
      await staff.goto(`/erp/ccdfdesk?campaign=${id}`);
      for (const tab of ['overview', 'statistics', 'ranking', 'jury', 'decisions']) {
        await staff.locator(`#desk-tab-${tab}`).click();
        await expect(staff.locator(`#desk-tab-${tab}`)).toHaveAttribute('aria-selected', 'true');
        await comesToRest(staff);
        expect([tab, await seriousFaults(staff)]).toEqual([tab, []]);
        await expectNoWider(staff, tab);
        // The row of tabs begins where the page's text does.
        const [title, first] = await Promise.all(['h1', '[role="tab"]'].map((what) => staff.locator(what).first().boundingBox()));
        if (tab === 'overview') expect(first?.x).toBe(title?.x);
        if (tab !== 'ranking') continue;
        // However many figures a line has, it says which film it is of.
        await staff.locator('.desk-ranks').evaluate((table) => table.scrollTo(9999, 0));
        await expect(staff.getByRole('rowheader').first()).toBeInViewport({ ratio: 1 });
      }
    }
  });
}
