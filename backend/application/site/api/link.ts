/** POST /link {url, limits?} → {ok, formOnly?, reason?, message?, seconds?, length?}: whether a link that an applicant entered opens for anybody. */

import type { RequestHandler } from 'express';
import { type LengthWords, type Limits, lengthSaid, minutesAsked } from '#application/enrolment/rules/demands.ts';
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
  const ofLength = inEach((lang) => readWords<{ length: LengthWords }>(lang, 'site-enrol', tools.config.localesDir).length);
  router.post('/link', visitorOnly('applicant'), async (req, res) => {
    const { body } = req;
    if (!isObject(body)) throw new Refusal('msg.badrequest');
    const unknown = Object.keys(body).filter((key) => key !== 'url' && key !== 'limits');
    if (unknown.length) throw new Refusal('msg.invalid', { fields: unknown.map((path) => ({ path, code: 'field.unknown', values: { field: path } })) });
    if (typeof body.url !== 'string') throw new Refusal('msg.invalid', { fields: [{ path: 'url', code: 'field.type' }] });
    await countLink(res, visitorOf(req, 'applicant').id);
    const found = await checkLink(body.url, reach);
    const lang = languageOf(req.headers.cookie);
    const limits = limitsIn(body.limits);
    const length = found.ok && minutesAsked(limits) ? lengthSaid(found.seconds, limits, ofLength[lang]) : undefined;
    done(res, { ...found, ...(found.reason && { message: words[lang][found.reason] ?? '' }), ...(length && { length }) });
  });
  return router;
}

function limitsIn(sent: unknown): Limits {
  if (!isObject(sent)) return {};
  const { minMinutes, maxMinutes, stopsLength } = sent;
  return {
    ...(typeof minMinutes === 'number' && { minMinutes }),
    ...(typeof maxMinutes === 'number' && { maxMinutes }),
    ...(stopsLength === true && { stopsLength }),
  };
}
