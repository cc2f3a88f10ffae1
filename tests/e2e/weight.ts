/** What a page has a visitor fetch. */
import { gzipSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';

/** kB (1,000 bytes, gzip) of the scripts that are asked for until `go` has ended: by a tag, a preload, an import or a fetch ahead; each once. */
export async function scriptWeight(page: Page, go: () => Promise<unknown>): Promise<number> {
  const asked = new Set<string>();
  const note = (request: { url: () => string }) => new URL(request.url()).pathname.endsWith('.js') && asked.add(request.url());
  page.on('request', note);
  await go();
  page.off('request', note);
  expect(asked.size).toBeGreaterThan(0);
  const bodies = await Promise.all([...asked].map(async (url) => (await page.request.get(url)).body()));
  return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0) / 1000;
}
