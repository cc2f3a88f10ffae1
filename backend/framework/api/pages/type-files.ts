/**
 * GET /type/{name}.woff2 and /type/running.css: fonts with the characters of a page, and the slices of the running face. Their content never changes under a name.
 * A slice that is not cut in time is 503: the device's own face stands in for it until the next page.
 */
import type { RequestHandler } from 'express';
import type { Tools } from '#framework/tools.ts';
import { sliceRules } from '#framework/type/page-type.ts';
import { subsetsIn } from '#framework/type/subsets.ts';
import { Refusal } from '#rules/words/problem.ts';
import { sendCompressed } from './compressed.ts';

/** ms that a slice may keep a browser's connection: what is typed needs a dozen of them at once, and its saves go by the same six connections. */
const patience = 2_000;

export function typeFiles(tools: Tools): RequestHandler {
  const subsets = subsetsIn(tools.config.cacheDir);
  return async (req, res) => {
    const [, name, ending] = /^([a-z0-9.-]{3,60})\.(woff2|css)$/.exec(String(req.params.file)) ?? [];
    if (ending === 'css' && name === 'running') {
      res.type('css').setHeader('Cache-Control', 'public, max-age=86400');
      return sendCompressed(req, res, sliceRules(subsets));
    }
    const isSlice = /^[a-z-]+\./.test(name ?? '');
    const font = ending === 'woff2' && name ? await (isSlice ? subsets.fontWithin(name, patience) : subsets.font(name)) : undefined;
    if (font === 'later') return void res.status(503).set({ 'Cache-Control': 'no-store', 'Retry-After': '10' }).end();
    if (!font) throw new Refusal('msg.route');
    res.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
    res.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    res.type('font/woff2').send(font);
  };
}
