/** What a page has a visitor fetch. */
import { expect, type Page } from '@playwright/test';

/** kB (1,000 bytes, as sent to a browser that reads brotli) of the scripts that are asked for until `go` has ended: by a tag, a preload or an import; each once. What is fetched ahead is not among them. */
export async function scriptWeight(page: Page, go: () => Promise<unknown>): Promise<number> {
  // The page before may still be fetching ahead; that is not this one's.
  await page.goto('about:blank');
  await page.addInitScript(() => {
    new MutationObserver((changes) => {
      if (changes.some(({ target, oldValue }) => oldValue !== null && !(target as Element).hasAttribute('aria-busy')))
        // attributes are of elements
        document.documentElement.dataset.shownAt ??= String(performance.now());
    }).observe(document, { subtree: true, attributes: true, attributeFilter: ['aria-busy'], attributeOldValue: true });
  });
  const asked = new Set<string>();
  const note = (request: { url: () => string }) => new URL(request.url()).pathname.endsWith('.js') && asked.add(request.url());
  page.on('request', note);
  await go();
  page.off('request', note);
  // What the page fetches in advance, 0.8 s after its part is shown, may come before a slow machine's line is idle.
  const ahead = await page.evaluate(() => {
    const shownAt = Number(document.documentElement.dataset.shownAt ?? Number.POSITIVE_INFINITY);
    return performance.getEntriesByType('resource').flatMap(({ name, startTime }) => (startTime >= shownAt + 800 ? [name] : []));
  });
  for (const url of ahead) asked.delete(url);
  expect(asked.size).toBeGreaterThan(0);
  const sizes = await Promise.all(
    [...asked].map(async (url) => Number((await page.request.get(url, { headers: { 'accept-encoding': 'br, gzip' } })).headers()['content-length'])),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}
