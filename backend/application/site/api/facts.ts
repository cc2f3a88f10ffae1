/** GET /api/site?campaign=&at= → SiteFacts: the facts of the public pages, without signing in. */
import type { Request, RequestHandler } from 'express';
import { done } from '#framework/api/answer.ts';
import { answering } from '#framework/api/answering.ts';
import { homeZone, momentIn } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import { languageOf } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import { readSite } from '../actions/read-site.ts';
import type { SiteFacts } from '../wire.ts';
import '#framework/api/request.ts';

export function factsRouter(tools: Tools): RequestHandler {
  const router = answering<'/api/site'>();
  router.get('/', async (req, res) => {
    const facts = await siteFactsFor(tools, req, languageOf(req.headers.cookie));
    if (!facts.campaign && typeof req.query.campaign === 'string')
      throw new Refusal('msg.notfound', { values: { object: 'campaign', id: req.query.campaign } });
    done(res, facts);
  });
  return router;
}

/** The facts for an address: its campaign, and the moment that staff rehearse. For everybody else `at` has no effect. */
export function siteFactsFor(tools: Tools, req: Request, lang: SiteFacts['lang']): Promise<SiteFacts> {
  const { campaign, at, zone } = req.query;
  const isRehearsed = req.actor?.realm === 'staff' && typeof at === 'string';
  // A box for date and time has no zone; the form beside it has one.
  const rehearsal = isRehearsed ? momentIn(at, typeof zone === 'string' ? zone : homeZone.value) : undefined;
  return readSite(tools, { lang, site: req.site, campaign: typeof campaign === 'string' ? campaign : undefined, at: rehearsal });
}
