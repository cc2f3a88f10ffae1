/** Issue 14.2: nothing hangs left in an empty frame at 1440 px, titles are of one face, no line begins with a full stop; at 360 px nothing is wider than the screen, and the first box of a form is in its first third. */
import kinds from '../../../../schemas/codes/site_page_kind.json' with { type: 'json' };
import { enter, expect, type Page, type Site, stamp, test } from '../../site.ts';
import { forum } from '../jury-forum.ts';

const day = 86_400_000;
/** A frame is filled by this share of its width, else what is in it stands in its middle. */
const filled = 0.75;
/** px that the middle may be off */
const off = 72;

/** Where something hangs: the page's main part, and each box in it with a border or a colour of its own that is not narrow. */
function hanging(page: Page): Promise<string[]> {
  return page.evaluate(
    ([share, most]) => {
      const isClipped = (one: Element) => getComputedStyle(one).clipPath !== 'none';
      /** What is seen of it: text, boxes, pictures, those behind the text too, and arrows that a style draws. */
      const seenIn = (frame: Element, inner: readonly Element[]) => {
        const seen: DOMRect[] = [...frame.querySelectorAll('input, textarea, select, button, img, video, .backdrop, .ui-notice, .enrol-missing a')]
          .filter((one) => !isClipped(one))
          .map((one) => one.getBoundingClientRect());
        const texts = document.createTreeWalker(frame, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
          const { parentElement, textContent } = texts.currentNode;
          if (!textContent?.trim() || !parentElement || parentElement.closest('.unseen, noscript, script') || isClipped(parentElement)) continue;
          const range = document.createRange();
          range.selectNodeContents(texts.currentNode);
          seen.push(...range.getClientRects());
        }
        seen.push(...inner.map((one) => one.getBoundingClientRect()));
        const large = seen.filter(({ width, height }) => width > 1 && height > 1);
        return { left: Math.min(...large.map(({ left }) => left)), right: Math.max(...large.map(({ right }) => right)) };
      };
      const main = document.querySelector('main') ?? document.body;
      const ground = getComputedStyle(document.body).backgroundColor;
      const isFrame = (one: Element) => {
        const { width, height } = one.getBoundingClientRect();
        if (width < 600 || height < 60 || one.matches('input, textarea, select, button, img, video')) return false;
        const { borderTopStyle, borderLeftStyle, borderRightStyle, backgroundColor } = getComputedStyle(one);
        const hasBorder = [borderTopStyle, borderLeftStyle, borderRightStyle].every((style) => style !== 'none');
        return hasBorder || (backgroundColor !== 'rgba(0, 0, 0, 0)' && backgroundColor !== ground);
      };
      const frames = [...main.querySelectorAll('*')].filter(isFrame);
      return [document.documentElement, ...frames].flatMap((frame, index) => {
        const { left: from, width } = frame.getBoundingClientRect();
        const { left, right } = index ? seenIn(frame, []) : seenIn(main, frames);
        if (left > right) return []; // empty by design: a picture's ground
        const isMiddle = Math.abs(left - from - (from + width - right)) <= Number(most);
        return isMiddle || (right - left) / width >= Number(share)
          ? []
          : [`${frame.tagName}.${frame.className}: ${Math.round(left)} to ${Math.round(right)} in ${Math.round(from)} to ${Math.round(from + width)}`];
      });
    },
    [filled, off],
  );
}

/** How far below the upper edge of the screen the first box begins, as a share of the screen. */
async function firstBox(page: Page): Promise<number> {
  const box = page.locator('main :is(input, textarea, select):not([type="hidden"])').first();
  await box.waitFor();
  return box.evaluate((one) => one.getBoundingClientRect().top / window.innerHeight);
}

/** What is set in the face of titles and has characters of another: the page's own file of that face lacks them. */
async function inOtherFaces(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const texts = await page.evaluate(() => {
    const isTitle = (one: Element) =>
      getComputedStyle(one).fontFamily.startsWith('"Reel Title Latin"') &&
      one.checkVisibility() &&
      [...one.childNodes].some(({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim());
    const titles = [...document.querySelectorAll('body *')].filter(isTitle);
    for (const [at, one] of titles.entries()) one.setAttribute('data-title', String(at));
    return titles.map(({ textContent }) => textContent ?? '');
  });
  const { root } = await session.send('DOM.getDocument', { depth: 0 });
  const others: string[] = [];
  for (const [at, text] of texts.entries()) {
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: `[data-title="${at}"]` });
    // Gone meanwhile: what it became is asked the next time.
    const fonts = nodeId ? (await session.send('CSS.getPlatformFontsForNode', { nodeId })).fonts : [];
    for (const { familyName, isCustomFont } of fonts) if (!isCustomFont || /^Noto Sans TC( Bold)?$/.test(familyName)) others.push(`${text}: ${familyName}`);
  }
  await session.detach();
  return others;
}

/** Lines that begin with a mark which belongs to the line before. */
function lostMarks(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const boxAt = (at: number) => {
      range.setStart(texts.currentNode, at);
      range.setEnd(texts.currentNode, at + 1);
      return range.getBoundingClientRect();
    };
    const lost: string[] = [];
    while (texts.nextNode()) {
      const text = texts.currentNode.textContent ?? '';
      if (texts.currentNode.parentElement?.closest('script, style, noscript')) continue;
      for (const { index } of text.matchAll(/(?<=\S)[。，、；：！？）」』…]/g)) {
        const [before, mark] = [boxAt(index - 1), boxAt(index)];
        if (mark.top > before.top + 4 && mark.left < before.left) lost.push(text.slice(Math.max(0, index - 12), index + 1));
      }
    }
    return lost;
  });
}

interface Place {
  path: string;
  /** there when the page has come to rest: before that, who is signed in is not known, and the head of the page is alone on it */
  rest?: string;
  isForm?: boolean;
  /** what is worked with, which begins above this share of a phone's screen */
  work?: readonly [selector: string, share: number];
  /** first presses this */
  press?: string;
}

async function look(page: Page, { path, rest = 'main', isForm, work, press }: Place): Promise<void> {
  // Loaded on a phone, where the first sight counts; the desktop is the same page on a wider screen.
  for (const [width, height] of [
    [360, 740],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    if (width === 360) {
      await page.goto('about:blank');
      await page.goto(path);
      if (press) await page.locator(press).first().click();
      await page.locator(rest).first().waitFor();
    }
    const where = `${path} at ${width}`;
    // The page's own faces, which come with it.
    expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily), where).toMatch(/^"Reel Latin"/);
    const wider = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(wider, where).toBeLessThanOrEqual(0);
    await expect.poll(() => lostMarks(page), where).toEqual([]);
    if (width === 1440) {
      if (isForm) await firstBox(page);
      await expect.poll(() => hanging(page), where).toEqual([]);
      await expect.poll(() => inOtherFaces(page), where).toEqual([]);
    } else if (isForm) await expect.poll(() => firstBox(page), { message: where }).toBeLessThanOrEqual(1 / 3);
    if (width < 600 && work) {
      const top = () =>
        page
          .locator(work[0])
          .first()
          .evaluate((one) => one.getBoundingClientRect().top / window.innerHeight);
      await expect.poll(top, { message: where }).toBeLessThanOrEqual(work[1]);
    }
  }
}

/** A campaign's own questions of several kinds, the first with a label of two lines on a phone. */
const questions = [
  {
    key: 'framed_aims',
    kind: 'long',
    labelTw: '這部影片完成後，您最希望先在哪些影展與哪些觀眾見面？為什麼？',
    labelEn: 'Which festivals and audiences would you most like this film to meet first?',
    helpTw: '三、四句話就好。',
    helpEn: 'Three or four sentences will do.',
    required: true,
    most: 80,
  },
  { key: 'framed_kind', kind: 'choice', labelTw: '型態', labelEn: 'Shape', options: ['one', 'two'].map((code) => ({ code, tw: code, en: code })) },
  { key: 'framed_crew', kind: 'number', labelTw: '人數', labelEn: 'Crew' },
  { key: 'framed_clip', kind: 'video', labelTw: '片花檔案', labelEn: 'Clip as a file' },
];

/** An open campaign with a page of every kind that there is. */
async function campaignWithPages({ staff }: Site, id: string, more: object = {}): Promise<void> {
  const window = { cStart: stamp(-day), cEnd: stamp(9 * day), sStart: stamp(19 * day), sEnd: stamp(29 * day), zone: 'GMT+8' };
  await staff('POST', '/api/pb/campaign', { id, cna: '第十五屆河岸提案大會', enaName: 'Riverbank Forum 15', edition: 14, maxSel: 2, ...window, ...more });
  const lead = { leadTw: '一句話。', leadEn: 'One sentence.' };
  const items = [{ titleTw: '一項', titleEn: 'An entry', textTw: '一段話。', textEn: 'A paragraph.' }];
  for (const [pos, { code: kind }] of kinds.codes.entries()) {
    const row = { cid: id, kind, slug: kind, titleTw: '一頁', titleEn: 'A page', ...lead, items, pos, date: kind === 'news' ? '2026-03-01' : '' };
    const { id: page, ver } = await staff<{ id: string; ver: number }>('POST', '/api/pb/site_page', row);
    await staff('PUT', `/api/pb/site_page/${page}`, { status: 'published', ver });
  }
}

for (const lang of ['tw', 'en'] as const) {
  test.describe(`in ${lang}`, () => {
    test(`14.2 home, a page that is not there, every page that staff write, and both sign-ins (${lang})`, async ({ context, page, site }) => {
      const id = `framed${lang}`;
      await campaignWithPages(site, id);
      await forum(site, `framedjury${lang}`);
      await context.addCookies([{ name: 'lang', value: lang, url: site.url }]);
      await page.goto(`/?campaign=${id}`);
      const facts = JSON.parse((await page.locator('#facts').textContent()) ?? '{}') as { campaign: { pages: { slug: string }[] } }; // the page's own
      expect(facts.campaign.pages.length).toBe(kinds.codes.length);
      for (const path of ['/', '/nowhere', ...facts.campaign.pages.map(({ slug }) => `/info/${slug}`)]) await look(page, { path: `${path}?campaign=${id}` });
      const doors = [
        `/enroll?campaign=${id}`,
        `/enroll/edit?campaign=${id}`,
        `/selection?campaign=framedjury${lang}`,
        `/selection/edit?campaign=framedjury${lang}`,
      ];
      for (const path of doors) await look(page, { path, isForm: true });
    });

    test(`14.2 an applicant’s list with none, one and many, and each step of the form, which says on a phone which film it is and what ‘required’ means (${lang})`, async ({
      context,
      page,
      site,
    }) => {
      const id = `frames${lang}`;
      await campaignWithPages(site, id, { questions });
      await enter(context, site.url, await site.applicant(`frame-${lang}@example.com`), lang);
      const asked = async () => (await (await context.request.get(`/api/site/form?campaign=${id}`)).text()).includes('q_framed_clip');
      await expect.poll(asked, { timeout: 120_000 }).toBe(true);
      const list = `/enroll/edit?campaign=${id}`;
      const begin = async () => {
        const answer = await context.request.post('/api/site/enrolments', { data: { campaign: id }, headers: { origin: site.url } });
        return String((await answer.json()).data.id);
      };
      await look(page, { path: `/enroll?campaign=${id}`, rest: '.enrol-gate button' });
      await look(page, { path: list, rest: '.enrol-empty' });
      const first = await begin();
      const cname = '一個很長很長的片名：河的記憶，與住在河邊的三代人';
      await context.request.patch(`/api/site/enrolments/${first}`, {
        data: { changes: [{ path: 'cname', from: '', to: cname }] },
        headers: { origin: site.url },
      });
      await look(page, { path: list, rest: '.enrol-item', work: ['.enrol-item', 0.6] });
      for (let more = 0; more < 4; more += 1) await begin();
      await look(page, { path: list, rest: '.enrol-item >> nth=4' });
      for (const step of ['programs', 'film', 'team', 'materials', 'questions', 'rights']) {
        await look(page, { path: `${list}&id=${first}#${step}`, rest: '#step-title', isForm: true });
        await page.setViewportSize({ width: 360, height: 740 });
        await expect(page.locator('.enrol-film')).toHaveText(cname);
        await expect(page.locator('.enrol-film')).toBeInViewport();
        // however long, it can be read whole; so can the name of the open step
        await page.locator('.enrol-film button').click();
        const isCut = (one: Element) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 2;
        expect(await page.locator('.enrol-film span').evaluate(isCut), step).toBe(false);
        await expect(page.locator('.enrol-film button')).toHaveAttribute('aria-expanded', 'true');
        if (process.env.LOOKS) await page.screenshot({ path: `${process.env.LOOKS}/film-name-${lang}-${step}.png` });
        await page.locator('.enrol-film button').click();
        expect(await page.locator('[aria-current] > .enrol-step-name').evaluate(isCut), step).toBe(false);
        if (step === 'programs') await expect(page.locator('.enrol-step-head .ui-help')).toBeInViewport();
        if (step === 'team') await expect(page.locator('.privacy-line')).toBeVisible();
      }
    });

    test(`14.2 a juror’s list and a work to be judged; a viewing wall and a film on it (${lang})`, async ({ context, page, site }) => {
      const id = `framejuror${lang}`;
      const { email } = await forum(site, id);
      await context.addCookies([{ name: 'lang', value: lang, url: site.url }]);
      const signed = await context.request.post('/api/site/jury/login', { data: { email, pw: 'juror-1234', campaign: id }, headers: { origin: site.url } });
      expect(signed.ok()).toBe(true);
      await look(page, { path: `/selection?campaign=${id}`, rest: 'main a[href*="/selection/edit"]' });
      // what the jury is told comes first
      await look(page, { path: `/selection/edit?campaign=${id}`, rest: '.selection-welcome' });
      await page.locator('.selection-welcome .ui-button').click();
      await look(page, { path: `/selection/edit?campaign=${id}`, rest: '.selection-row', work: ['.selection-row', 0.95] });
      await look(page, { path: `/selection/edit?campaign=${id}`, press: '.selection-row a', rest: '.selection-weight' });

      const trailer = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ';
      const film = { cname: '退潮以後', ename: 'After the Ebb', clogline: '海與岸。', csynopsis: '一段。', esynopsis: 'A paragraph.', trailer };
      await site.staff('POST', '/api/pb/film', { id: `ebb-${lang}`, ...film });
      await site.staff('POST', '/api/pb/film', { id: `flow-${lang}`, ...film, cname: '漲潮', ename: 'Flow' });
      const works = [`ebb-${lang}`, `flow-${lang}`].map((one) => ({ film: one, group: '', show: ['synopsis', 'trailer'] }));
      await site.staff('POST', '/api/pb/viewing_page', { cid: id, pg: '1', lang, title: 'Screening', works, access: 'open' });
      await site.staff('POST', '/api/pb/viewing_page', { cid: id, pg: 'pw', lang, title: 'Screening', works, access: 'password', pw: 'river-secret' });
      await look(page, { path: `/vp/${id}?lang=${lang}`, rest: '.wall' });
      await look(page, { path: `/vp/${id}?lang=${lang}#w1`, rest: '.room' });
      // a buyer's own, by a personal link
      await site.staff('POST', '/api/pb/viewing_page', { cid: id, pg: 'vip', lang, title: 'Screening', works, access: 'personal' });
      const buyer = await site.staff<{ id: string }>('POST', '/api/pb/decision_maker', {
        cid: id,
        name: '林美惠',
        ename: 'Mei Lin',
        email: 'mei@example.com',
        lang,
      });
      await site.staff('POST', `/api/vpman/${id}/vip/links`, { object: 'decision_maker', rows: [buyer.id], endsAt: null });
      const { data } = await site.staff<{ data: { links: { url: string }[] } }>('GET', `/api/vpman/${id}/vip/links`);
      const token = new URL(data.links[0]?.url ?? '', site.url).searchParams.get('link') ?? '';
      await look(page, { path: `/vp/${id}?pg=vip&lang=${lang}&link=${token}`, rest: '.wall' });
      await look(page, { path: `/vp/${id}?pg=vip&lang=${lang}#w2`, rest: '.room >> visible=true' });
      await look(page, { path: `/vp/${id}?pg=pw&lang=${lang}`, rest: 'input', isForm: true });
    });
  });
}
