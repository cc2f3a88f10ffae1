/** The build's pages and assets, read from dist/public. Assets carry their hash in their name, so a browser keeps them for good. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { RequestHandler } from 'express';
import { codingFor } from './compressed.ts';
import type { Pages } from './page-source.ts';

const compress = promisify(gzip);

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
};
const compressible = new Set(['.js', '.css', '.svg', '.json', '.webmanifest']);

interface Asset {
  file: string;
  type: string;
  immutable: boolean;
  /** a script beside the pages: a service worker, which is asked for anew each time and may fetch from here, and nowhere else */
  isWorker: boolean;
  compressible: boolean;
  plain?: Buffer;
  gzip?: Buffer;
  /** made by the build, beside the file */
  hasBrotli: boolean;
  br?: Buffer;
  /** of what may change under its address */
  etag?: string;
}

/** Pages of the build in `publicDir`. The files are listed once: an address can name one of them and nothing else. */
export async function builtPages(publicDir: string): Promise<Pages> {
  const assets = new Map<string, Asset>();
  const html = new Map<string, Promise<string>>();
  if (existsSync(publicDir)) {
    const entries = await readdir(publicDir, { recursive: true, withFileTypes: true });
    const files = new Set(entries.map(({ parentPath, name }) => join(parentPath, name)));
    for (const entry of entries) {
      const file = join(entry.parentPath, entry.name);
      const extension = extname(entry.name);
      const type = types[extension];
      if (!entry.isFile() || !type) continue;
      const address = `/${relative(publicDir, file).split(sep).join('/')}`;
      assets.set(address, {
        file,
        type,
        immutable: address.startsWith('/assets/'),
        isWorker: /^\/[\w-]+\.js$/.test(address),
        compressible: compressible.has(extension),
        hasBrotli: files.has(`${file}.br`),
      });
    }
  }
  loadSoon(assets);
  const stored = async (key: string, read: () => Promise<string>): Promise<string> => {
    const known = html.get(key) ?? read();
    known.catch(() => html.delete(key));
    html.set(key, known);
    return known;
  };
  const pageText = (page: string) => stored(page, () => readFile(join(publicDir, `${page}.html`), 'utf8'));
  const writtenText = (page: string) => stored(`${page} written`, async () => withStyles(await pageText(page), publicDir));
  const manifest = await readManifest(publicDir);
  return {
    development: false,
    partsOf: (page, sources, words, lang) => {
      const own = partsOf(manifest, [`${page}.html`]);
      const found = partsOf(manifest, [...sources, ...words.map((name) => `../locales/${lang}/${name}.json`)]);
      const others = (all: string[], without: string[]) => all.filter((one) => !without.includes(one));
      // The longest first: it is what the others wait for.
      const weight = (address: string) => assets.get(address)?.plain?.length ?? 0;
      const scripts = others(found.scripts, own.scripts).sort((one, two) => weight(two) - weight(one));
      return { scripts, styles: others(found.styles, own.styles) };
    },
    html: (page) => pageText(page),
    written: async (page, _url, nonce) => (await writtenText(page)).replaceAll(styleNonce, () => `nonce="${nonce}"`),
    assets: serve(assets),
  };
}

/** Where each answer's own nonce goes. */
const styleNonce = 'nonce="…"';

/** The page with its styles in itself, so that the first paint waits for no second answer; their addresses stay with them, for import-part.ts. */
async function withStyles(page: string, publicDir: string): Promise<string> {
  const links = [...page.matchAll(/<link rel="stylesheet"[^>]* href="(\/assets\/[^"]+)">/g)];
  const styles = await Promise.all(links.map(([, address = '']) => readFile(join(publicDir, address), 'utf8')));
  // A '$' in a style means itself.
  return links.reduce((text, [link, address], index) => text.replace(link, () => `<style ${styleNonce} data-href="${address}">${styles[index]}</style>`), page);
}

/** What the build says of a module: its file, and what comes with it. */
type Manifest = Record<string, { file: string; name?: string; css?: string[]; imports?: string[] } | undefined>;

async function readManifest(publicDir: string): Promise<Manifest> {
  const text = await readFile(join(publicDir, '.vite', 'manifest.json'), 'utf8').catch(() => '{}'); // without it the page's own script finds them, a little later
  return JSON.parse(text) as Manifest; // written by the build
}

/** Addresses of the modules' scripts and styles, with those that they import. */
function partsOf(manifest: Manifest, sources: readonly string[]): { scripts: string[]; styles: string[] } {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const add = (name: string) => {
    const part = manifest[name] ?? Object.values(manifest).find((one) => one?.name === name);
    if (!part || scripts.has(`/${part.file}`)) return;
    scripts.add(`/${part.file}`);
    for (const style of part.css ?? []) styles.add(`/${style}`);
    part.imports?.forEach(add);
  };
  sources.forEach(add);
  return { scripts: [...scripts], styles: [...styles] };
}

/** Soon after the start, so that neither the start nor the first visitor waits for it, and a later build takes nothing away. */
const loadAfter = 1_000;

async function load(asset: Asset): Promise<void> {
  asset.plain ??= await readFile(asset.file);
  if (asset.compressible) asset.gzip ??= await compress(asset.plain);
  if (asset.hasBrotli) asset.br ??= await readFile(`${asset.file}.br`);
  if (!asset.immutable) asset.etag ??= `"${createHash('sha256').update(asset.plain).digest('base64url').slice(0, 22)}"`;
}

function loadSoon(assets: Map<string, Asset>): void {
  const all = async () => {
    for (const asset of assets.values()) await load(asset).catch(() => undefined); // asked for, it is tried again
  };
  setTimeout(() => void all(), loadAfter).unref();
}

function serve(assets: Map<string, Asset>): RequestHandler {
  return async (req, res, next) => {
    const asset = req.method === 'GET' || req.method === 'HEAD' ? assets.get(req.path) : undefined;
    if (!asset) return next();
    await load(asset).catch(() => undefined);
    if (!asset.plain) return next();
    res.setHeader('Content-Type', asset.type);
    res.setHeader('Cache-Control', asset.immutable ? 'public, max-age=31536000, immutable' : asset.isWorker ? 'no-cache' : 'public, max-age=300');
    res.setHeader('Content-Security-Policy', `default-src 'none'; ${asset.isWorker ? "connect-src 'self'" : "style-src 'unsafe-inline'; sandbox"}`);
    if (asset.compressible) res.vary('Accept-Encoding');
    if (asset.etag) res.setHeader('ETag', asset.etag);
    if (asset.etag && req.headers['if-none-match']?.includes(asset.etag)) return void res.status(304).end();
    const coding = codingFor(req, (one) => asset[one] !== undefined);
    const body = asset[coding ?? 'plain'] ?? asset.plain;
    if (coding) res.setHeader('Content-Encoding', coding);
    res.setHeader('Content-Length', body.length);
    res.end(req.method === 'HEAD' ? undefined : body);
  };
}
