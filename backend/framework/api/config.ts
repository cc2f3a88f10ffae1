/** GET /api/config (docs/decisions/003): what a page needs before anybody is signed in. */

import type { RequestHandler } from 'express';
import type { Tools } from '#framework/tools.ts';
import { staffBase } from '#rules/site.ts';
import { languages } from '#rules/words/language.ts';
import { done } from './answer.ts';
import { answering } from './answering.ts';

/** ms: a pop-up closes by itself after this (specification section 9) */
const popupTimeout = 8_000;
/** ms: a notification does (B06) */
const notifyTimeout = 5_000;
/** seconds between two looks of an open page for a newer build */
const buildCheck = 300;

export function configRouter(tools: Tools, build: string, demo: boolean): RequestHandler {
  const router = answering<'/api/config'>();
  router.get('/', (req, res) => {
    const site = { base: staffBase(req.site), root: req.site.root, ipAccess: tools.config.ipAccess };
    const { publicSecret, oidc } = tools.config;
    done(res, { build, languages, publicSecret, popupTimeout, notifyTimeout, buildCheck, site, demo, signInWith: oidc?.name ?? '' });
  });
  return router;
}
