/** GET /api/openapi.json, and its reader at GET /api/docs: swagger-ui as it comes, from our own files and without the network (decision 074). */

import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Request, RequestHandler } from 'express';
import type { Lang } from '#codegen/model.ts';
import { describeApi } from '#framework/openapi/describe-api.ts';
import type { Tools } from '#framework/tools.ts';
import { readWords } from '#framework/words.ts';
import { applicationRules } from '#rules/application.ts';
import { addressOf } from '#rules/site.ts';
import { isLang, language, languageOf } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import type { Messages } from '#rules/words/wording.ts';
import { staffOnly } from './accounts/staff.ts';
import { answering } from './answering.ts';
import { type Prepared, prepare, send } from './records/objects.ts';

/** Documents by objects' version, roles, scope and language. */
const mostPrepared = 50;
const readerFiles = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
]);
/** No page of ours runs a script that is written into it. */
const start = `addEventListener('load', () => SwaggerUIBundle({
  url: document.body.dataset.document, dom_id: '#reader', deepLinking: true, docExpansion: 'none', filter: true, validatorUrl: null,
  tryItOutEnabled: false, persistAuthorization: false, defaultModelsExpandDepth: -1,
}));
`;

export function openApiRouter(tools: Tools & { messages: Record<Lang, Messages>; build: string }): RequestHandler {
  const router = answering<'/api'>();
  const prepared = new Map<string, Promise<Prepared>>();
  const once = (key: string, make: () => Promise<Prepared>): Promise<Prepared> => {
    const known = prepared.get(key);
    if (known) return known;
    if (prepared.size >= mostPrepared) prepared.clear();
    const made = make();
    prepared.set(key, made);
    made.catch(() => prepared.delete(key));
    return made;
  };

  router.get('/openapi.json', staffOnly, async (req, res) => {
    const lang = langOf(req);
    const roles = [...req.actor!.roles].sort(); // staffOnly let it through
    const address = tools.config.baseUrl ?? `${req.protocol}://${req.host}`;
    const scope = req.key?.scope;
    const key = JSON.stringify([tools.registry.version(), roles, scope, lang, address]);
    const answer = await once(key, () => {
      const wording = { words: wordsOf(lang, tools.config.localesDir), messages: tools.messages[lang], address, version: tools.build || '0' };
      return prepare(Buffer.from(JSON.stringify(describeApi(tools.registry, { roles, lang, ...(scope && { scope }) }, wording))));
    });
    res.setHeader('Cache-Control', 'private, no-cache');
    send(req, res, 'application/json; charset=utf-8', answer);
  });

  router.get('/docs', (req, res) => {
    if (!req.actor) {
      res.redirect(303, addressOf('/erp/login', req.site) ?? '/erp/login');
      return;
    }
    const lang = langOf(req);
    const nonce = randomBytes(16).toString('base64url');
    const own = [`script-src 'self'`, `style-src 'self' 'nonce-${nonce}'`, `img-src 'self' data:`, `connect-src 'self'`];
    res.setHeader('Content-Security-Policy', ["default-src 'none'", ...own, "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"].join('; '));
    const { title = '' } = readWords(lang, 'openapi', tools.config.localesDir);
    res.type('html').end(`<!doctype html><html lang="${language[lang].html}"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/api/docs/swagger-ui.css"></head>
<body data-document="/api/openapi.json?lang=${lang}"><div id="reader"></div><script src="/api/docs/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body></html>`);
  });

  router.get('/docs/:file', staffOnly, async (req, res) => {
    const file = String(req.params.file);
    const type = readerFiles.get(file === 'start.js' ? 'swagger-ui-bundle.js' : file);
    if (type === undefined) throw new Refusal('msg.route');
    res.setHeader('Cache-Control', 'private, no-cache');
    send(req, res, type, await once(file, async () => prepare(file === 'start.js' ? Buffer.from(start) : await readFile(join(readerFolder(), file)))));
  });
  return router;
}

/** openapi.json, and openapi-calls.json of the application's calls. */
function wordsOf(lang: Lang, localesDir: string): Record<string, string> {
  const hasOwn = Object.keys(applicationRules().problems).length > 0;
  return { ...readWords(lang, 'openapi', localesDir), ...(hasOwn && readWords(lang, 'openapi-calls', localesDir)) };
}

function readerFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
}

function langOf(req: Request): Lang {
  const { lang } = req.query;
  return isLang(lang) ? lang : languageOf(req.headers.cookie);
}
