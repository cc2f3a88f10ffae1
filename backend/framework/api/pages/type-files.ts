/**
 * GET /type/{name}.woff2 and /type/running.css: fonts with the characters of a page, and the slices of the running face. Their content never changes under a name.
 * Until a font is packed it is answered as it was cut, which browsers tell by its first bytes, and is asked for again by the next page.
 */
import type { RequestHandler } from 'express';
import type { Tools } from '#framework/tools.ts';
import { sliceRules } from '#framework/type/page-type.ts';
import { subsetsIn } from '#framework/type/subsets.ts';
import { Refusal } from '#rules/words/problem.ts';
import { sendCompressed } from './compressed.ts';

export function typeFiles(tools: Tools): RequestHandler {
  const subsets = subsetsIn(tools.config.cacheDir);
  return async (req, res) => {
    const [, name, ending] = /^([a-z0-9.-]{3,60})\.(woff2|css)$/.exec(String(req.params.file)) ?? [];
    if (ending === 'css' && name === 'running') {
      res.type('css').setHeader('Cache-Control', 'public, max-age=86400');
      return sendCompressed(req, res, sliceRules(subsets));
    }
    const font = ending === 'woff2' && name ? await subsets.font(name) : undefined;
    if (!font) throw new Refusal('msg.route');
    res.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
    res.setHeader('Cache-Control', font.isPacked ? 'public, max-age=31536000, immutable' : 'no-store');
    res.type(font.isPacked ? 'font/woff2' : 'font/ttf');
    if (font.isPacked) res.send(font.bytes);
    else await sendCompressed(req, res, font.bytes);
  };
}
