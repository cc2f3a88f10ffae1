/** How long a campaign stores what was not selected, as staff set it and people read it: the number, the preview, the switch, the lock, the last mail (issue 14.1, decision 147). */
import enCampaign from '#locales/en/campaign.json' with { type: 'json' };
import enMails from '#locales/en/campaign-mails.json' with { type: 'json' };
import twCampaign from '#locales/tw/campaign.json' with { type: 'json' };
import twMails from '#locales/tw/campaign-mails.json' with { type: 'json' };
import { labelled } from '#rules/words/language.ts';
import { expectNoWider, password, signIn } from '../../reelbase.ts';
import { expect, expectAccessible, type Page, stamp, test } from '../../site.ts';

const day = 86_400_000;
const project = { ename: 'First Frost', logline: 'A line.', genre: ['[AR]'], len: '[FL]', stage: 2, trailer: 'https://video.example.com/1' };

const words = {
  tw: {
    tab: '個人資料',
    months: twCampaign.fields.keepMonths,
    save: '儲存',
    choose: '選擇活動',
    on: '啟用期滿刪除',
    off: '停用期滿刪除',
    open: '預覽並執行',
    typed: (name: string) => `請輸入「${name}」以確認`,
    later: [/^報名：刪除 1 筆（\d{4}-\d\d-\d\d 起）$/, /^報名：清除 1 筆（\d{4}-\d\d-\d\d 起）$/, /^報名者：清除 1 筆（\d{4}-\d\d-\d\d 起）$/],
    now: ['報名：刪除 1 筆', '報名：中文片名：清除 1 筆', '報名者：姓名：清除 1 筆'],
    notice: (months: number) => `本屆結束 ${months} 個月後刪除`,
    never: '個月後刪除',
    subject: twMails.erasedInTime.subject,
  },
  en: {
    tab: 'Personal data',
    months: enCampaign.fields.keepMonths,
    save: 'Save',
    choose: 'Choose Campaign',
    on: 'Turn on erasure after the end',
    off: 'Turn off erasure after the end',
    open: 'Preview and run',
    typed: (name: string) => `Type “${name}” to confirm`,
    later: [/^Enrolment: 1 deleted, from \d{4}-\d\d-\d\d$/, /^Enrolment: 1 cleared, from \d{4}-\d\d-\d\d$/, /^Applicant: 1 cleared, from \d{4}-\d\d-\d\d$/],
    now: ['Enrolment: 1 deleted', 'Enrolment: Title in Chinese: 1 cleared', 'Applicant: Name: 1 cleared'],
    notice: (months: number) => `erased ${months} months after this edition has ended`,
    never: 'months after this edition',
    subject: enMails.erasedInTime.subject,
  },
};

for (const lang of ['tw', 'en'] as const) {
  const t = words[lang];
  const id = `kept${lang}`;
  const name = lang === 'tw' ? '留存大會' : 'Kept Forum';
  const email = (who: string) => `${who}-${lang}@example.com`;

  test(`P02 staff set how long data are stored, see what goes and from when on, switch it on; what is over goes at once with a last mail (${lang})`, async ({
    page,
    browser,
    site,
  }) => {
    const window = { cStart: stamp(-200 * day), cEnd: stamp(-170 * day), sStart: stamp(-169 * day), sEnd: stamp(-150 * day) };
    await site.staff('POST', '/api/pb/campaign', { id, cna: '留存大會', enaName: 'Kept Forum', edition: 14, maxSel: 2, ...window });
    const made = await site.staff<{ id: string; ver: number }>('POST', '/api/pb/site_page', {
      ...{ cid: id, kind: 'privacy', slug: 'privacy', titleTw: '個人資料告知', titleEn: 'Privacy', leadTw: '只用於評選。', leadEn: 'For the selection only.' },
    });
    await site.staff('POST', `/api/pb/site_page/${made.id}/actions/publish`, { ver: made.ver });
    const rows: Record<string, { id: string; ver: number }> = {};
    const people: Record<string, string> = {};
    for (const [who, states] of [
      ['gone', ['submitted']],
      ['winner', ['submitted', 'verified', 'selected']],
    ] as const) {
      const account = await site.staff<{ id: string }>('POST', '/api/pb/applicant', { email: email(who), verified: true, name: who, lang });
      people[who] = account.id;
      const given = { cid: id, applicant: account.id, attProgram: ['C'], cname: `片 ${who}`, ...project };
      if (who === 'gone') await site.staff('POST', '/api/pb/enrolment', { ...given, cname: '草稿' });
      let row = await site.staff<{ id: string; ver: number }>('POST', '/api/pb/enrolment', given);
      for (const status of states) row = await site.staff('PUT', `/api/pb/enrolment/${row.id}`, { status, ver: row.ver });
      rows[who] = row;
    }
    const notice = async () => {
      await page.goto(`/info/privacy?campaign=${id}`);
      return page.locator('main').textContent();
    };
    await page.context().addCookies([{ name: 'lang', value: lang, url: site.url }]);
    expect(await notice()).not.toContain(t.never);

    const staff = await (await browser.newContext({ baseURL: site.url, viewport: { width: 1440, height: 900 } })).newPage();
    await staff.context().addCookies([{ name: 'lang', value: lang, url: site.url }]);
    await signIn(staff, 'admin', password, site.url);
    const months = await openMonths(staff, id, t);
    await months.fill('12');
    await staff.getByRole('button', { name: t.save, exact: true }).click();
    await expect.poll(async () => (await site.staff<{ keepMonths: number }>('GET', `/api/pb/campaign/${id}`)).keepMonths).toBe(12);
    // A number alone erases nothing, and promises nothing.
    expect(await notice()).not.toContain(t.never);

    const operation = async (label: string) => {
      await staff.goto('/erp/toolman');
      await staff.getByLabel(t.choose).fill(id);
      await staff.getByRole('option', { name: new RegExp(name) }).click();
      await staff.getByRole('button', { name: labelled(label, t.open, lang) }).click();
      return staff.getByRole('dialog');
    };
    // Its time is to come: what goes, and from which day on.
    const later = await operation(t.on);
    for (const line of t.later) await expect(later.getByText(line)).toBeVisible();
    const confirm = later.getByRole('button', { name: t.on });
    await expect(confirm).toBeDisabled();
    for (const width of [360, 1440]) {
      await staff.setViewportSize({ width, height: 900 });
      await expectAccessible(staff, `the preview in ${lang} at ${width} px`);
      await staff.screenshot({ path: test.info().outputPath(`preview-${lang}-${width}.png`) });
    }
    await later.getByLabel(t.typed(id)).fill(id);
    await confirm.click();
    await expect(later).toBeHidden();
    expect(await notice()).toContain(t.notice(12));
    await page.screenshot({ path: test.info().outputPath(`notice-${lang}.png`) });
    expect((await site.staff<{ logline: string }>('GET', `/api/pb/enrolment/${rows.gone?.id}`)).logline).toBe('A line.');
    // While it is on nobody shortens the time without the question.
    await expect(await openMonths(staff, id, t)).not.toBeEditable();
    await expectNoWider(staff, `the lock in ${lang}`);

    const off = await operation(t.off);
    await off.getByRole('button', { name: t.off }).click();
    await expect(off).toBeHidden();
    expect(await notice()).not.toContain(t.never);
    await (await openMonths(staff, id, t)).fill('3');
    await staff.getByRole('button', { name: t.save, exact: true }).click();
    await expect.poll(async () => (await site.staff<{ keepMonths: number }>('GET', `/api/pb/campaign/${id}`)).keepMonths).toBe(3);

    // Over already: it is done now, as the preview says.
    const now = await operation(t.on);
    for (const line of t.now) await expect(now.getByText(line, { exact: true })).toBeVisible();
    await staff.screenshot({ path: test.info().outputPath(`now-${lang}.png`) });
    await now.getByLabel(t.typed(id)).fill(id);
    await now.getByRole('button', { name: t.on }).click();
    await expect(now).toBeHidden();
    expect(await notice()).toContain(t.notice(3));
    const read = <T>(object: string, row = '') => site.staff<T>('GET', `/api/pb/${object}/${row}`);
    expect(await read('enrolment', rows.gone?.id)).toMatchObject({ cname: '', logline: '', status: 'submitted' });
    expect(await read('enrolment', rows.winner?.id)).toMatchObject({ cname: '片 winner', status: 'selected' });
    expect(await read('applicant', people.gone)).toMatchObject({ name: '', enabled: false });
    expect(await read('applicant', people.winner)).toMatchObject({ name: 'winner', email: email('winner') });
    const mailsTo = (who: string) => site.mails.received.filter(({ recipients }) => recipients.includes(email(who))).map(({ subject }) => subject);
    await expect.poll(() => mailsTo('gone').filter((subject) => subject === t.subject)).toHaveLength(1);
    expect(mailsTo('winner')).not.toContain(t.subject);
    await staff.context().close();
  });
}

/** The box of the months in the campaign's form. */
async function openMonths(staff: Page, id: string, t: (typeof words)['tw' | 'en']) {
  await staff.goto(`/erp/ccdfman/edit?id=${id}`);
  await staff.getByRole('tab', { name: t.tab }).click();
  const box = staff.getByLabel(t.months);
  await expect(box).toBeVisible();
  return box;
}
