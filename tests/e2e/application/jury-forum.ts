/** A campaign whose jury selects and a juror of its own, for the browser tests; and that juror's devices. */
import type { Browser, Page } from '@playwright/test';
import { takeAway, youngApis } from '../../support/young-apis.ts';
import { type Site, stamp } from '../site.ts';

const day = 86_400_000;
const pw = 'juror-1234';
export const tablet = { width: 820, height: 1180 };
export const phone = { width: 360, height: 740 };
export const maxSel = 3;

/** A campaign in selection with six enrolments, and a juror of its own for the test. */
export async function forum({ staff }: Site, id: string, more: Record<string, unknown> = {}): Promise<{ email: string }> {
  await staff('POST', '/api/pb/campaign', {
    id,
    cna: `評選 ${id}`,
    enaName: `Selection ${id}`,
    edition: 14,
    maxSel,
    cStart: stamp(-60 * day),
    cEnd: stamp(-30 * day),
    sStart: stamp(-day),
    sEnd: stamp(20 * day),
    sOnboarding: { tw: '<p>歡迎您</p>', en: '<p>Welcome to you</p>' },
    sGuideline: { tw: '<p>看題材與觀點</p>', en: '<p>Subject and view</p>' },
    sAfter: { tw: '<p>謝謝各位評審</p>', en: '<p>Thank you, jurors</p>' },
    ...more,
  });
  const { id: applicant } = await staff<{ id: string }>('POST', '/api/pb/applicant', { email: `maker@${id}.example`, name: '不公開的名字', verified: true });
  for (let index = 1; index <= 6; index += 1) {
    let row = await staff<{ id: string; ver: number }>('POST', '/api/pb/enrolment', {
      cid: id,
      applicant,
      attProgram: ['C'],
      cname: `第${index}部`,
      ename: `Film ${index}`,
      logline: 'A line.',
      synopsis: '很長的故事。',
      genre: [index % 2 ? '[AR]' : '[CU]'],
      len: '[FL]',
      stage: 2,
      trailer: index === 1 ? 'https://www.youtube.com/watch?v=aqz-KE-bpKQ' : 'https://video.example.com/1',
      rights: true,
      agree: true,
      director: { cname: '導演', ename: 'Director', bio: '生於海邊。' },
      producer: { cname: '製片', ename: 'Producer', bio: '', company: '公司', email: `secret@${id}.example` },
    });
    for (const status of ['submitted', 'verified']) row = await staff('PUT', `/api/pb/enrolment/${row.id}`, { status, ver: row.ver });
  }
  await staff('POST', `/api/pb/campaign/${id}/actions/number`, {});
  const email = `juror@${id}.example`;
  await staff('POST', '/api/pb/jury', { cid: id, name: '王評審', email, pw });
  return { email };
}

/** A device of its own, signed in by hand, at the list. */
export async function device(browser: Browser, site: Site, id: string, lang: 'tw' | 'en', viewport: typeof tablet): Promise<Page> {
  const context = await browser.newContext({ viewport, baseURL: site.url });
  await context.addCookies([{ name: 'lang', value: lang, url: site.url }]);
  // E2: those who read English come with the oldest browsers.
  if (lang === 'en') await context.addInitScript(takeAway, youngApis);
  const page = await context.newPage();
  await page.goto(`/selection?campaign=${id}`);
  await page.locator('input[type=email]').fill(`juror@${id}.example`);
  await page.locator('input[type=password]').fill(pw);
  await page.keyboard.press('Enter');
  return page;
}
