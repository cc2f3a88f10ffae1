/** Who of the realms beside staff is signed in, and the gates before their calls: each by the cookie of its own realm (safety section 8). */
import type { Request, RequestHandler } from 'express';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { visitorRealms } from '#rules/accounts/realm.ts';
import { Refusal } from '#rules/words/problem.ts';
import '../request.ts';
import { sessionToken } from './session-cookie.ts';

/** Finds the sessions of all their cookies: `req.visitors`; nothing is refused here. */
export function identifyVisitors(tools: Tools): RequestHandler {
  return (req, _res, next) => {
    const tokens = visitorRealms().flatMap(([realm, { object }]) => {
      const token = sessionToken(req, realm);
      return token ? [{ realm, object, token }] : [];
    });
    req.visitorTokens = Object.fromEntries(tokens.map(({ realm, token }) => [realm, token]));
    // Schemas of another product know no such people.
    const known = tokens.filter(({ object }) => tools.registry.get(object));
    Promise.all(known.map(async ({ realm, token }) => [realm, await tools.sessionsOf(realm).find(token, tools.now().getTime())] as const)).then((found) => {
      req.visitors = Object.fromEntries(found.flatMap(([realm, actor]) => (actor ? [[realm, actor]] : [])));
      next();
    }, next);
  };
}

/** The gate of a realm. No cookie: 401 msg.session. A session that has ended: 440 msg.timeout. */
export function visitorOnly(realm: string): RequestHandler {
  return (req, _res, next) => next(req.visitors?.[realm] ? undefined : refusal(req, realm));
}

/** Who the gate of the realm let through. */
export function visitorOf(req: Request, realm: string): Actor {
  const actor = req.visitors?.[realm];
  if (!actor) throw refusal(req, realm);
  return actor;
}

/** Schemas of another product have no such accounts; a table that waits for a change cannot be written. */
export function requireAccounts(tools: Tools, object: string): RequestHandler {
  return (_req, _res, next) => {
    if (!tools.registry.get(object)) next(new Refusal('msg.route'));
    else next(tools.tables.blocked(object) === undefined ? undefined : new Refusal('msg.needsmigration'));
  };
}

function refusal(req: Request, realm: string): Refusal {
  return new Refusal(req.visitorTokens?.[realm] ? 'msg.timeout' : 'msg.session');
}
