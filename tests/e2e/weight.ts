/** What a page has a visitor fetch. */
import { expect, type Page } from '@playwright/test';

/** kB (1,000 bytes, as sent to a browser that reads brotli) of the scripts that are asked for until `go` has ended: by a tag, a preload, an import or a fetch ahead; each once. */
export async function scriptWeight(page: Page, go: () => Promise<unknown>): Promise<number> {
  // The page before may still be fetching ahead; that is not this one's.
  await page.goto('about:blank');
  const asked = new Set<string>();
  const note = (request: { url: () => string }) => new URL(request.url()).pathname.endsWith('.js') && asked.add(request.url());
  page.on('request', note);
  await go();
  page.off('request', note);
  expect(asked.size).toBeGreaterThan(0);
  const sizes = await Promise.all(
    [...asked].map(async (url) => Number((await page.request.get(url, { headers: { 'accept-encoding': 'br, gzip' } })).headers()['content-length'])),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}
