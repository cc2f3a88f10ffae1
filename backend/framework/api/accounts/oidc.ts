/** The two stops of a sign-in by the provider: the browser goes there, and comes back. Both answer with the way on, for no script reads them. */
import type { Request, RequestHandler } from 'express';
import { openProvider, ticketHolds } from '#framework/accounts/oidc.ts';
import type { Tools } from '#framework/tools.ts';
import { staffBase } from '#rules/site.ts';
import { Refusal } from '#rules/words/problem.ts';
import { answering } from '../answering.ts';
import { perMinute } from '../rate.ts';
import { clientOf } from './realms.ts';
import { readCookie, setCookie, setSessionCookie } from './session-cookie.ts';

/** Of one address; a whole office may share it. */
const startsPerMinute = 60;
const cookie = 'reelbase_oidc';

export function oidcRouter(tools: Tools): RequestHandler {
  const router = answering<'/api/auth/oidc'>();
  const { baseUrl, sites, oidc } = tools.config;
  const provider = oidc && openProvider(tools, oidc);
  const countStart = perMinute(tools, 'sign-ins', startsPerMinute);
  // Where several hosts have faces of their own, the way back is the one that the person came by; the provider knows which it may send to.
  const hosts = Object.keys(sites).length;
  const origin = (req: Request) => (hosts === 0 ? baseUrl : undefined) ?? `${req.protocol}://${req.host}`;
  /** The sign-in page says why. */
  const refused = (req: Request, error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    return `${staffBase(req.site)}/login#refused=${error.code}`;
  };
  router.get('/start', async (req, res) => {
    if (!provider) throw new Refusal('msg.route');
    await countStart(res, req.ip ?? '');
    try {
      const { address, ticket } = await provider.begin(`${origin(req)}/api/auth/oidc/return`, screenOf(req.query.next));
      setCookie(req, res, cookie, ticket, ticketHolds / 1000);
      res.redirect(303, address);
    } catch (error) {
      res.redirect(303, refused(req, error));
    }
  });
  router.get('/return', async (req, res) => {
    if (!provider) throw new Refusal('msg.route');
    await countStart(res, req.ip ?? '');
    const ticket = readCookie(req, cookie, '[\\w-]+');
    setCookie(req, res, cookie, '', 0);
    try {
      const { token, next } = await provider.finish(new URL(req.originalUrl, origin(req)), ticket, clientOf(req));
      setSessionCookie(req, res, 'staff', token);
      res.redirect(303, `${staffBase(req.site)}${next}`);
    } catch (error) {
      res.redirect(303, refused(req, error));
    }
  });
  return router;
}

/** A screen of the back office: a path of this place, and no other address. */
function screenOf(next: unknown): string {
  return typeof next === 'string' && /^\/(?![/\\])[^\\\s]*$/.test(next) && next.length <= 2_000 ? next : '/';
}
