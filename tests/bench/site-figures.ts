/**
 * Figures of the public site and of the back office's list, for people: what each page weighs, and how soon a phone sees and uses it. Prints them and judges nothing.
 *   npm run build && npx tsx tests/bench/site-figures.ts [address of a running server] [only the pages whose line has this text: 'enroll/edit applicant']
 * Headless Chromium, CPU slowed down four times, a cold cache, a viewport of 360 × 780; three visits each, the middle one is printed. Once without a limit of the
 * line, and once on a slow mobile one (1.6 Mbit/s, 150 ms). The pages that are worked in are visited by nobody, and by the demo's applicant and juror. 'Usable' is
 * when the first box or button of the panel stands in the page, which React draws with all that answers it; of a page without a panel, when it was painted.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from 'playwright';
import { findBrowser } from '../support/browser.ts';

/** The demo's sign-ins. */
const signIns = {
  applicant: { call: '/api/site/applicant/login', data: { email: 'applicant@example.com', pw: 'demo-applicant', campaign: 'ccdf15' } },
  juror: { call: '/api/site/jury/login', data: { email: 'juror@example.com', pw: 'demo-juror', campaign: 'newtalent15' } },
  staff: { call: '/api/auth/login', data: { id: 'admin', pw: 'demo-admin' } },
};

interface Place {
  path: string;
  who?: keyof typeof signIns;
}

const places: Place[] = [
  { path: '/' },
  { path: '/enroll' },
  { path: '/enroll/edit' },
  { path: '/selection?campaign=newtalent15' },
  { path: '/selection/edit?campaign=newtalent15' },
  { path: '/enroll', who: 'applicant' },
  { path: '/enroll/edit', who: 'applicant' },
  { path: '/enroll/edit?id={draft}', who: 'applicant' },
  { path: '/selection?campaign=newtalent15', who: 'juror' },
  { path: '/selection/edit?campaign=newtalent15', who: 'juror' },
  { path: '/erp/pb-film', who: 'staff' },
];
const slowDown = 4;
const slowLine = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 };
const visits = 3;

interface Visit {
  /** ms until the largest thing in sight was painted */
  lcp: number;
  /** ms until the first box or button of the panel can be used */
  usable: number;
  /** what painted it */
  element: string;
  /** sum of layout shifts */
  cls: number;
  /** kB over the wire, compressed */
  script: number;
  style: number;
  document: number;
}

async function visit(browser: Browser, origin: string, { path, who }: Place, isSlow: boolean): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 360, height: 780 }, deviceScaleFactor: 2 });
  const address = origin + (who ? path.replace('{draft}', await signIn(context, origin, who)) : path);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
  await session.send('Network.enable');
  if (isSlow) await session.send('Network.emulateNetworkConditions', slowLine);
  const kinds = new Map<string, string>();
  const sizes: Record<string, number> = {};
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    // What was fetched ahead (modulepreload) says no type.
    const [, ending] = /\.(js|css)$/.exec(new URL(response.url).pathname) ?? [];
    kinds.set(requestId, ending === 'js' ? 'Script' : ending === 'css' ? 'Stylesheet' : type);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? '';
    sizes[kind] = (sizes[kind] ?? 0) + encodedDataLength;
  });
  await page.addInitScript(() => {
    const seen = { lcp: 0, usable: 0, element: '', cls: 0 };
    Object.assign(window, { seen });
    const use = new MutationObserver(() => {
      if (!document.querySelector('#panel :is(input, select, textarea, button, a.ui-button):not(:disabled), .rows .row')) return;
      seen.usable = performance.now();
      use.disconnect();
    });
    use.observe(document, { childList: true, subtree: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { element?: Element })[]) {
        seen.lcp = entry.startTime;
        seen.element = entry.element ? `${entry.element.tagName.toLowerCase()}.${entry.element.className}` : '';
      }
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) seen.cls += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.waitForTimeout(1_000);
  const seen = await page.evaluate(() => (window as unknown as { seen: Pick<Visit, 'lcp' | 'usable' | 'element' | 'cls'> }).seen); // put there above
  await context.close();
  const kilobytes = (kind: string) => (sizes[kind] ?? 0) / 1000;
  return { ...seen, usable: seen.usable || seen.lcp, script: kilobytes('Script'), style: kilobytes('Stylesheet'), document: kilobytes('Document') };
}

/** @returns the id of the applicant's first draft, '' for others */
async function signIn(context: BrowserContext, origin: string, who: keyof typeof signIns): Promise<string> {
  const { call, data } = signIns[who];
  const answer = await context.request.post(origin + call, { data });
  if (!answer.ok()) throw new Error(`the sign-in answered ${answer.status()}`);
  if (who !== 'applicant') return '';
  const list = await context.request.get(`${origin}/api/site/enrolments?campaign=${signIns.applicant.data.campaign}`);
  const { data: cards } = (await list.json()) as { data: { id: string; mayEdit: boolean }[] }; // as the server's list of calls says
  return cards.find(({ mayEdit }) => mayEdit)?.id ?? '';
}

function startDemo(): Promise<{ url: string; stop: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'reelbase-figures-'));
  const child = spawn(process.execPath, ['dist/demo.js'], {
    env: { ...process.env, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = () => {
    child.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    child.kill('SIGTERM');
  };
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(chunk.toString())?.[0];
      if (url) resolve({ url, stop });
    });
  });
}

const [given, only = ''] = process.argv.slice(2);
const lineOf = ({ path, who }: Place) => `${path} ${who ?? ''}`;
const server = given ? { url: given, stop: () => undefined } : await startDemo();
const found = await findBrowser();
const browser = await chromium.launch({ executablePath: found.executablePath, args: found.args });
async function middleOf(place: Place, isSlow: boolean): Promise<{ middle: Visit; range: string }> {
  const seen: Visit[] = [];
  for (let i = 0; i < visits; i += 1) seen.push(await visit(browser, server.url, place, isSlow));
  seen.sort((a, b) => a.lcp - b.lcp);
  const middle = seen[Math.floor(visits / 2)]!; // there are three
  return { middle, range: `${middle.lcp.toFixed(0)} (${seen[0]?.lcp.toFixed(0)}-${seen.at(-1)?.lcp.toFixed(0)})` };
}

console.log(
  'page                                              LCP ms, free line  slow line          usable   slow       CLS   script kB  style kB  html kB  largest',
);
for (const place of places.filter((one) => lineOf(one).includes(only))) {
  await visit(browser, server.url, place, false); // thumbnails are made on the first visit
  const { middle, range } = await middleOf(place, false);
  const slow = await middleOf(place, true);
  const cells = [
    range.padEnd(18),
    slow.range.padEnd(18),
    ...[middle.usable, slow.middle.usable].map((ms) => ms.toFixed(0).padStart(6)),
    middle.cls.toFixed(4).padStart(7),
    ...[middle.script, middle.style, middle.document].map((size) => size.toFixed(1).padStart(9)),
  ];
  console.log(`${lineOf(place).padEnd(50)}${cells.join(' ')}  ${middle.element} ${slow.middle.element}`);
}
await browser.close();
server.stop();
