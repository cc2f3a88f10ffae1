/** Issue 14.2: nothing hangs left in an empty frame at 1440 px, and on a phone the first box of a sign-in is in the first third of the screen. */
import { expect, type Page, stamp, test } from '../../site.ts';

/** A frame is filled by this share of its width, else what is in it stands in its middle. */
const filled = 0.75;
/** px that the middle may be off */
const off = 72;

/** The left and right edge of what is seen in the page's main part: text, boxes, pictures, those behind the text too. */
function edges(page: Page): Promise<{ left: number; right: number; width: number }> {
  return page.evaluate(() => {
    const main = document.querySelector('main') ?? document.body;
    const seen: DOMRect[] = [...main.querySelectorAll('input, textarea, select, button, img, video, .backdrop, .ui-notice')].map((one) =>
      one.getBoundingClientRect(),
    );
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode;
      if (!textContent?.trim() || parentElement?.closest('.unseen, noscript, script')) continue;
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      seen.push(...range.getClientRects());
    }
    const large = seen.filter(({ width, height }) => width > 1 && height > 1);
    return {
      left: Math.min(...large.map(({ left }) => left)),
      right: Math.max(...large.map(({ right }) => right)),
      width: document.documentElement.clientWidth,
    };
  });
}

/** How far below the upper edge of the screen the first box begins, as a share of the screen. */
async function firstBox(page: Page): Promise<number> {
  const box = page.locator('main :is(input, textarea, select):not([type="hidden"])').first();
  await box.waitFor();
  return box.evaluate((one) => one.getBoundingClientRect().top / window.innerHeight);
}

for (const lang of ['tw', 'en'] as const)
  test(`14.2 home, a page that is not there, and an applicant’s and a juror’s sign-in fill their frame or stand in its middle at 1440 px; on a phone the sign-in begins with its first box (${lang})`, async ({
    context,
    page,
    site,
  }) => {
    const look = async (path: string, isForm: boolean) => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(path);
      if (isForm) await firstBox(page);
      const { left, right, width } = await edges(page);
      const isMiddle = Math.abs(left - (width - right)) <= off;
      expect(isMiddle || (right - left) / width >= filled, `${path}: ${left} to ${right} of ${width}`).toBe(true);
      if (!isForm) return;
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto('about:blank');
      await page.goto(path);
      await expect.poll(() => firstBox(page), { message: path, timeout: 8_000 }).toBeLessThanOrEqual(1 / 3);
    };
    await context.addCookies([{ name: 'lang', value: lang, url: site.url }]);
    // Its own campaign: one that is not in selection names those that are, above the sign-in.
    const window = { sStart: stamp(-86_400_000), sEnd: stamp(86_400_000), zone: 'GMT+8' };
    await site.staff('POST', '/api/pb/campaign', { id: `framed${lang}`, cna: '評選', enaName: 'Selection', edition: 14, maxSel: 2, ...window });
    await look('/', false);
    await look('/nowhere', false);
    for (const path of ['/enroll', '/enroll/edit', `/selection?campaign=framed${lang}`]) await look(path, true);
  });
