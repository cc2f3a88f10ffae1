/** What a browser shows that asked for a page and met a fault of ours: in its language, with the request by which the log finds it. */
import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Lang } from '#codegen/model.ts';
import { escapeHtml } from '#framework/html/escape.ts';
import { readWords } from '#framework/words.ts';
import { fill } from '#rules/words/fill.ts';
import { defaultLang, language, languages } from '#rules/words/language.ts';
import type { Messages } from '#rules/words/wording.ts';

/** Somebody looks at it: a program, and whatever a page fetches, takes the answer as JSON. */
export function asksForPage(req: Pick<Request, 'path' | 'headers'>): boolean {
  const isPage = !/^\/(api|get|assets|healthz|readyz|metrics)(\/|$)/i.test(req.path);
  return isPage && /\btext\/html\b/.test(req.headers.accept ?? '');
}

const style =
  'body{max-width:35em;margin:12vh auto 0;padding:0 1.5em;font:1em/1.6 system-ui,sans-serif}h1{font-weight:400;font-size:2em;margin:0}p{overflow-wrap:anywhere}';
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Without files of its own: whatever else is broken, this is shown. */
export function sendErrorPage(req: Request, res: Response, message: string, messages: Messages, lang: Lang): void {
  const status = res.statusCode;
  const traced = message.includes(req.id) ? '' : `<p>${escapeHtml(fill(messages['api.request'] ?? '', { request: req.id }))}</p>`;
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('Content-Security-Policy', policy);
  const home = `<p><a href="/">${escapeHtml(messages['api.home'] ?? '')}</a></p>`;
  res.type('html').end(bare(lang, `${status} Reelbase`, `<h1>${status}</h1><p>${escapeHtml(message)}</p>${traced}${home}`));
}

/** What a browser shows that came while the server starts: in every language, since nobody has been asked for theirs yet. It asks again by itself. */
export function startingPage(localesDir: string): { html: string; policy: string } {
  const said = languages.map((lang) => {
    const words = readWords<Messages>(lang, 'messages', localesDir)['api.starting'] ?? '';
    return `<p lang="${language[lang].html}">${escapeHtml(words)}</p>`;
  });
  return { html: bare(defaultLang, 'Reelbase', said.join(''), '<meta http-equiv="refresh" content="2">'), policy };
}

/** A document without files of its own. */
function bare(lang: Lang, title: string, main: string, head = ''): string {
  return `<!doctype html><html lang="${language[lang].html}"><head><meta charset="utf-8"><title>${title}</title>${head}
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><style>${style}</style></head>
<body><main>${main}</main></body></html>`;
}
