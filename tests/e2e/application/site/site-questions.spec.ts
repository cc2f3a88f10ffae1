/** A campaign's own question and demand (issue 14.3, decision 116) as an applicant meets them; what the office and jurors read of it is asked over HTTP. */
import { whole } from '../../../support/forum/applicants.ts';
import { enter, expect, expectAccessible, stamp, test } from '../../site.ts';

const day = 86_400_000;
const id = 'asks';

test('V18 R02 an own question and a demand: seen, refused by name, submitted and read again', async ({ page, context, site }) => {
  test.setTimeout(240_000);
  await site.staff('POST', '/api/pb/campaign', {
    id,
    cna: '提問',
    enaName: 'Asking',
    edition: 14,
    maxSel: 2,
    cStart: stamp(-2 * day),
    cEnd: stamp(day),
    sStart: stamp(-day),
    sEnd: stamp(9 * day),
    questions: [
      { key: 'aims', kind: 'long', labelTw: '想去的影展', labelEn: 'Festivals you aim at', required: true, most: 5 },
      { key: 'clip', kind: 'video', labelTw: '片花檔案', labelEn: 'Clip as a file' },
    ],
    demands: [
      { field: 'trailer', need: 'hidden' },
      { field: 'sLocation', need: 'required' },
      { field: 'roughCut', minMinutes: 3, maxMinutes: 5, stopsLength: true },
    ],
  });
  const session = await site.applicant('asks@example.com');
  await enter(context, site.url, session, 'en');
  const form = async () => (await context.request.get(`/api/site/form?campaign=${id}`)).json();
  const asked = async () => (await form()).data.model.fields.some(({ name }: { name: string }) => name === 'q_aims');
  await expect.poll(asked, { timeout: 120_000 }).toBe(true);
  const early = await site.staff<{ ver: number; demands: object[] }>('GET', `/api/pb/campaign/${id}`);
  const clipped = [...early.demands, { field: 'q_clip', minMinutes: 3, maxMinutes: 5 }];
  await site.staff('PUT', `/api/pb/campaign/${id}`, { ver: early.ver, demands: clipped });
  const begun = await (await context.request.post('/api/site/enrolments', { data: { campaign: id }, headers: { origin: site.url } })).json();
  const { trailer: _, ...values } = whole;
  const empty: Record<string, unknown> = { attProgram: [], genre: [], stage: null, len: '-', rights: false, agree: false };
  const changes = Object.entries(values).map(([path, to]) => ({ path, from: path in empty ? empty[path] : '', to }));
  await context.request.patch(`/api/site/enrolments/${begun.data.id}`, { data: { changes }, headers: { origin: site.url } });

  await page.goto(`/enroll/edit?campaign=${id}&id=${begun.data.id}#materials`);
  await expect(page.locator('[data-path="stills"]')).toBeVisible();
  await expect(page.locator('[data-path="trailer"]')).toHaveCount(0);
  // Nobody is asked about films here: what is not known is not claimed.
  const link = page.locator('[data-path="roughCut"] input');
  await link.fill('https://vimeo.com/76979871');
  await link.blur();
  await expect(page.locator('[data-path="roughCut"]')).toContainText('The campaign asks for 3–5 minutes. The film’s length cannot be seen from here');
  if (process.env.LOOKS) await page.screenshot({ path: `${process.env.LOOKS}/length-unknown.png` });
  await link.fill('');
  await page.locator('.enrol-steps a[href="#rights"]').click();
  await expect(page.locator('.enrol-missing li')).toContainText(['Shooting locations', 'Festivals you aim at']);
  await page.locator('.enrol-missing a[href="#field-sLocation"]').click();
  await page.locator('[data-path="sLocation"] input').fill('Penghu');
  await page.locator('.enrol-steps a[href="#questions"]').click();
  // How long a film is stands beside it from the moment at which it is chosen, and after a reload, in both languages; the server may know it later.
  const clip = page.locator('[data-path="q_clip"]');
  await clip.locator('input[type="file"]').setInputFiles('tests/support/files/river.mp4');
  await expect(clip).toContainText(/The film is \d:\d\d long; the campaign asks for 3–5 minutes\./);
  await expect(clip.locator('.enrol-file a', { hasText: 'river.mp4' })).toBeVisible();
  for (const [lang, said] of [
    ['tw', /影片長度 \d:\d\d，本屆要求 3–5 分鐘。/],
    ['en', /The film is \d:\d\d long; the campaign asks for 3–5 minutes\./],
  ] as const) {
    await context.addCookies([{ name: 'lang', value: lang, url: site.url }]);
    await page.reload();
    await expect(clip.locator('.is-over')).toContainText(said);
    if (process.env.LOOKS) await page.screenshot({ path: `${process.env.LOOKS}/length-${lang}.png`, fullPage: true });
  }
  const box = page.getByRole('textbox', { name: 'Festivals you aim at' });
  await box.fill('Leipzig, Nyon, Taipei, Sheffield, Berlin and Yamagata');
  await box.blur();
  await expect(page.locator('[data-path="q_aims"]')).toContainText('2 words too many');
  await expect(page.locator('[data-path="q_aims"] .ui-error')).toHaveText('Festivals you aim at: 7 words, at most 5');
  await expectAccessible(page, 'questions');
  await box.fill('Leipzig and Nyon');
  // Staff ask one thing more meanwhile: it is there by itself, and what is typed and where one types stay.
  const typed = page.locator('[data-path="q_aims"] textarea');
  await typed.focus();
  const { ver, questions, demands } = await site.staff<{ ver: number; questions: object[]; demands: object[] }>('GET', `/api/pb/campaign/${id}`);
  const more = { key: 'crew', kind: 'number', labelTw: '人數', labelEn: 'Crew', required: true };
  await site.staff('PUT', `/api/pb/campaign/${id}`, {
    ver,
    questions: [...questions, more],
    demands: [...demands, { field: 'coCountries', need: 'required' }],
  });
  const crew = page.locator('[data-path="q_crew"] input');
  await expect(crew).toBeVisible({ timeout: 120_000 });
  await expect(page.locator('.ui-notice').filter({ hasText: 'The organisers have changed what this form asks.' })).toBeVisible();
  await expect(typed).toBeFocused();
  await expect(typed).toHaveValue('Leipzig and Nyon');
  await expect(page.locator('.enrol-steps a[href="#film"]')).toContainText('1 missing');
  await crew.fill('4');
  await page.locator('.enrol-steps a[href="#film"]').click();
  // Of very many countries one types for one's own, in either language; what is chosen stays in sight, and nobody scrolls past all of them.
  const countries = page.locator('[data-path="coCountries"]');
  const named = countries.getByRole('checkbox');
  expect(await named.count()).toBeLessThan(10);
  const find = countries.getByRole('searchbox');
  await find.fill('cote');
  await expect(named).toHaveCount(1);
  await find.press('Enter');
  await expect(find).toHaveValue('');
  await find.fill('日本');
  await countries.getByText('Japan').click();
  await find.fill('xyz');
  await expect(countries.getByRole('status')).toHaveText('Nothing matches; try another spelling.');
  expect(await named.evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).checked))).toEqual([true, true]);
  await countries.getByText('Japan').click();
  await expect(countries.getByText('1 of 12 chosen')).toBeVisible();
  await page.locator('.enrol-steps a[href="#rights"]').click();
  await page.getByRole('button', { name: 'Submit' }).first().click();
  await page.getByRole('dialog').getByRole('button').last().click();
  await expect(page.locator('.enrol-receipt')).toBeVisible();
  await page.reload();
  await expect(page.locator('.enrol-content')).toContainText('Leipzig and Nyon');
});
