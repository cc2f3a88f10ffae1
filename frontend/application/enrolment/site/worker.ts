/**
 * The service worker of the enrolment form: a reload without a connection opens the page as it was last (decision 151). It is a script by itself, without
 * imports. It answers only for its scope, /enroll/edit: pages come from the server first, and parts by their hash from what is stored; calls, files of
 * people and every other page pass it by.
 */

/** What a worker has beside the types of a page. */
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends WorkerEvent {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
/** From the page, once it has all its parts. */
interface PageMessage {
  page: string;
  parts: string[];
}

const worker = self as unknown as { skipWaiting(): Promise<void>; clients: { claim(): Promise<void> } }; // the compiler takes it for a window
/** One store for each build: the address of the page's own script, which changes with any of its parts. */
const mark = 'reelbase-enrol ';
/** For an answer of the server, where there is a stored page, ms. */
const patience = 8_000;
/** A proxy's answers while the server starts again. */
const isAway = (status: number): boolean => status >= 502 && status <= 504;

// Nothing of an older worker is stale for a newer one: what is stored has its hash in its name.
self.addEventListener('install', () => void worker.skipWaiting());
self.addEventListener('activate', (event) => (event as WorkerEvent).waitUntil(worker.clients.claim()));
self.addEventListener('message', (event) => (event as MessageEvent & WorkerEvent).waitUntil(store(event.data as PageMessage)));
self.addEventListener('fetch', (event) => {
  const { request } = event as FetchEvent;
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') {
    if (keyOf(request.url)) (event as FetchEvent).respondWith(pageFor(request));
  } else if (isPart(request.url)) (event as FetchEvent).respondWith(partFor(request));
});

/** Address of one enrolment's form, without what only the language and the step are in; undefined for other pages and for rehearsals. */
function keyOf(address: string): string | undefined {
  const url = new URL(address);
  if (!url.searchParams.has('id') || url.searchParams.has('at')) return undefined;
  url.searchParams.delete('lang');
  url.hash = '';
  return url.href;
}

/** Scripts, styles and type; nothing that is different for another person but the check of the form, which has its hash in its name. */
function isPart(address: string): boolean {
  const { origin, pathname } = new URL(address, location.origin);
  return origin === location.origin && /^\/(?:assets\/|type\/|site\/css\/|favicon\.svg$|api\/site\/form\/[\w-]+\.js$)/.test(pathname);
}

async function pageFor(request: Request): Promise<Response> {
  const stored = await storedPage(request.url);
  if (!stored) return fetch(request);
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(stored), patience));
  const asked = fetch(request).then(
    (answer) => (isAway(answer.status) ? stored : answer),
    () => stored,
  );
  return Promise.race([asked, late]);
}

/** The page as it was stored, with its age, so that it does not take the server's clock of then for that of now (site/facts.ts). */
async function storedPage(address: string): Promise<Response | undefined> {
  const found = await match(keyOf(address) ?? '');
  if (!found) return undefined;
  const age = Date.now() - Number(found.headers.get('X-Stored-At'));
  return new Response((await found.text()).replace('<html ', `<html data-age="${age}" `), { headers: found.headers });
}

async function partFor(request: Request): Promise<Response> {
  const stored = await match(request.url);
  if (stored && /immutable/.test(stored.headers.get('Cache-Control') ?? '')) return stored;
  return fetch(request).catch((error: unknown) => {
    if (stored) return stored;
    throw error;
  });
}

/** Among all builds. What an answer varies by is the coding, which is gone here, and the cookie: what a script fetches of the page says nothing of who is signed in (site/api/pages.ts). */
async function match(address: string): Promise<Response | undefined> {
  for (const name of await names()) {
    const found = await (await caches.open(name)).match(address, { ignoreVary: true });
    if (found) return found;
  }
  return undefined;
}

const names = async (): Promise<string[]> => (await caches.keys()).filter((name) => name.startsWith(mark));

/** Stores the page when all that it names is stored, and lets go of what another build has left. */
async function store({ page, parts }: PageMessage): Promise<void> {
  const key = keyOf(page);
  const answer = key ? await fetch(key, { cache: 'no-store' }).catch(() => undefined) : undefined;
  if (!key || !answer?.ok || answer.redirected) return;
  const text = await answer.text();
  const build = /<script type="module"[^>]* src="([^"]+)"/.exec(text)?.[1];
  if (!build) return;
  const cache = await caches.open(mark + build);
  const named = [...text.matchAll(/ (?:src|href)="(\/[^"]+)"/g)].map(([, address = '']) => address.replaceAll('&amp;', '&'));
  await Promise.all([...new Set([...named, ...parts].filter(isPart).map((address) => new URL(address, location.origin).href))].map((part) => add(cache, part)));
  const headers = new Headers(answer.headers);
  // The text is no longer as it came.
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name);
  headers.set('X-Stored-At', String(Date.now()));
  await cache.put(key, new Response(text, { headers }));
  for (const name of await names()) if (name !== mark + build) await caches.delete(name);
}

/** @throws where it does not come */
async function add(cache: Cache, part: string): Promise<void> {
  const found = await cache.match(part, { ignoreVary: true });
  if (!found || !/immutable/.test(found.headers.get('Cache-Control') ?? '')) await cache.add(part);
}

// Without imports it would be read as a script whose names are everybody's.
export {};
