/** POST /link {url} → {ok, formOnly?, reason?, message?}: whether a link that an applicant entered opens for anybody. */

import type { RequestHandler } from 'express';
import { visitorOf, visitorOnly } from '#framework/api/accounts/visitors.ts';
import { done } from '#framework/api/answer.ts';
import { answering } from '#framework/api/answering.ts';
import { perMinute } from '#framework/api/rate.ts';
import type { Tools } from '#framework/tools.ts';
import { readWords } from '#framework/words.ts';
import { isObject } from '#rules/records/record.ts';
import { inEach, languageOf } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import { checkLink, reachOf } from '../actions/check-link.ts';

/** Most links that one account can check in a minute. */
const linksPerMinute = 12;

export function linkRouter(tools: Tools): RequestHandler {
  const router = answering<'/api/site'>();
  const reach = reachOf(tools.config.oembedUrl);
  const countLink = perMinute(tools, 'links', linksPerMinute);
  const words = inEach((lang) => readWords(lang, 'site-link', tools.config.localesDir));
  router.post('/link', visitorOnly('applicant'), async (req, res) => {
    const { body } = req;
    if (!isObject(body)) throw new Refusal('msg.badrequest');
    const unknown = Object.keys(body).filter((key) => key !== 'url');
    if (unknown.length) throw new Refusal('msg.invalid', { fields: unknown.map((path) => ({ path, code: 'field.unknown', values: { field: path } })) });
    if (typeof body.url !== 'string') throw new Refusal('msg.invalid', { fields: [{ path: 'url', code: 'field.type' }] });
    await countLink(res, visitorOf(req, 'applicant').id);
    const found = await checkLink(body.url, reach);
    done(res, found.reason ? { ...found, message: words[languageOf(req.headers.cookie)][found.reason] ?? '' } : found);
  });
  return router;
}
