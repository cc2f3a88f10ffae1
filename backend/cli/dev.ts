/**
 * `npm run dev`: one process and one port. Vite serves the pages with hot replacement; the server's own code is one bundle, made and loaded anew at
 * a change under backend/ or codegen/, while browser and port stay (decision 054).
 */
import { readFile } from 'node:fs/promises';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { context } from 'esbuild';
import { createServer } from 'vite';
import { readConfig, root } from '#backend/config.ts';
import type { Running } from '#backend/main.ts';
import { ensureCalls } from '#codegen/emit/emit-calls.ts';
import type { Pages } from '#framework/api/pages/page-source.ts';
import { openPort } from '#framework/listen.ts';
import { serverEntries } from './build.ts';
import { reportFailure } from './report-failure.ts';

const cannot = 'Reelbase cannot start';
const config = { ...(await reportFailure(cannot, async () => readConfig())), mode: 'development' as const };
let app: RequestListener = (_req, res) => void res.writeHead(503, { 'Retry-After': '1' }).end('restarting');
const http = createHttpServer((req, res) => app(req, res));
/** Stands in the page's text where each answer has its own nonce. */
const noncePlace = 'reelbase-nonce-place';

const vite = await createServer({
  configFile: join(root, 'vite.config.ts'),
  appType: 'custom',
  html: { cspNonce: noncePlace },
  server: { middlewareMode: true, ws: { server: http }, cors: false },
});

const pages: Pages = {
  development: true,
  html: async (page, url, nonce) => {
    const text = await readFile(join(root, 'frontend', `${page}.html`), 'utf8');
    return (await vite.transformIndexHtml(url, text)).replaceAll(noncePlace, nonce);
  },
  assets: (req, res, next) => vite.middlewares(req, res, next),
};

const url = await reportFailure(cannot, () => openPort(http, config));
const bundled = join(root, '.dev');
const bundle = await context({
  entryPoints: { ...serverEntries(), server: join(root, 'backend/cli/dev-server.ts') },
  outdir: bundled,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  sourcemap: true,
  logLevel: 'silent',
});
process.setSourceMapsEnabled(true);
let loads = 0;
let running: Running | undefined;

async function restart(): Promise<void> {
  await ensureCalls();
  // What does not compile leaves the server before it running.
  await bundle.rebuild();
  await running?.stop();
  running = undefined;
  loads += 1;
  const { start, demoAccounts }: typeof import('./dev-server.ts') = await import(`${pathToFileURL(join(bundled, 'server.js'))}?${loads}`);
  running = await start({
    config,
    pages,
    seed: async (tools) => (await demoAccounts(tools)).length > 0,
    attach: (next) => {
      app = next;
      return { url, detach: async () => undefined };
    },
  });
  if (running.madePassword) console.log(`First administrator: admin / ${running.madePassword}`);
  if (running.demo) console.log('Demo data: sign in with admin / demo-admin');
}

// One restart at a time; what changes meanwhile asks for one more.
let queue: Promise<void> = Promise.resolve();
let asked = false;
function askRestart(): void {
  if (asked) return;
  asked = true;
  queue = queue
    .then(() => new Promise((resume) => setTimeout(resume, 100)))
    .then(() => {
      asked = false;
      return restart();
    })
    .then(
      () => console.log('server restarted'),
      (error) => console.error('The server could not be restarted; it is tried again on the next change.', error),
    );
}

vite.watcher.add([join(root, 'backend'), join(root, 'codegen')]);
vite.watcher.on('all', (_event, file) => {
  if (/\.ts$/.test(file) && ['backend', 'codegen'].some((folder) => file.startsWith(join(root, folder) + sep))) askRestart();
});

await reportFailure(cannot, () =>
  restart().catch(async (error) => {
    // Its process complains of a context that is open as it ends.
    await bundle.dispose();
    throw error;
  }),
);
console.log(`Reelbase for development on ${url}  (back office: ${url}/erp)`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await queue;
    await running?.stop();
    await bundle.dispose();
    await vite.close();
    process.exit(0);
  });
}
