/** Who of the public site is signed in, and the gates before its calls: applicants and jurors, each by the cookie of their own realm (safety section 8). */
import type { Request, RequestHandler } from 'express';
import type { Tools } from '#framework/tools.ts';
import type { Actor, SiteRealm } from '#rules/actor.ts';
import { Refusal } from '#rules/problem.ts';
import './request.ts';
import { sessionToken } from './session-cookie.ts';

const objects: Record<SiteRealm, string> = { applicant: 'applicant', jury: 'jury' };

/** Finds the sessions of both cookies: `req.applicant`, `req.juror`; nothing is refused here. */
export function identifyVisitors(tools: Tools): RequestHandler {
  const find = async (req: Request, realm: SiteRealm): Promise<Actor | undefined> => {
    const token = sessionToken(req, realm);
    if (!token) return undefined;
    req.siteTokens = { ...req.siteTokens, [realm]: token };
    // Schemas of another product know no such people.
    if (!tools.registry.get(objects[realm])) return undefined;
    return tools.siteSessions[realm].find(token, tools.now().getTime());
  };
  return (req, _res, next) => {
    Promise.all([find(req, 'applicant'), find(req, 'jury')]).then(([applicant, juror]) => {
      if (applicant) req.applicant = applicant;
      if (juror) req.juror = juror;
      next();
    }, next);
  };
}

/** No cookie: 401 msg.session. A session that has ended: 440 msg.timeout. */
export const applicantOnly: RequestHandler = (req, _res, next) => next(req.applicant ? undefined : refusal(req, 'applicant'));

/** The same for jurors. */
export const jurorOnly: RequestHandler = (req, _res, next) => next(req.juror ? undefined : refusal(req, 'jury'));

/** The gate of a realm. */
export const visitorOnly: Record<SiteRealm, RequestHandler> = { applicant: applicantOnly, jury: jurorOnly };

/** Who the gate of the realm let through. */
export function visitorOf(req: Request, realm: SiteRealm): Actor {
  const actor = realm === 'applicant' ? req.applicant : req.juror;
  if (!actor) throw refusal(req, realm);
  return actor;
}

function refusal(req: Request, realm: SiteRealm): Refusal {
  return new Refusal(req.siteTokens?.[realm] ? 'msg.timeout' : 'msg.session');
}
