/** Who is signed in as staff, and the gate before every staff route. */
import type { RequestHandler } from 'express';
import type { Tools } from '#framework/tools.ts';
import { type Actor, isAdministrator } from '#rules/accounts/actor.ts';
import { servesPublic, servesStaff } from '#rules/site.ts';
import { Refusal } from '#rules/words/problem.ts';
import '../request.ts';
import { sessionToken } from './session-cookie.ts';

/** Finds the session of the cookie, where nobody called by a key; nothing is refused here. */
export function identify(tools: Tools): RequestHandler {
  return (req, _res, next) => {
    if (req.key !== undefined) return next();
    const token = sessionToken(req, 'staff');
    if (!token) return next();
    req.token = token;
    tools.sessions.find(token, tools.now().getTime()).then((actor) => {
      // With a one-time password or without a demanded factor nothing is open but setting it up, and what the page needs for that.
      if (actor?.must && !/^\/(auth|objects)(\/|$)/.test(req.path)) req.must = actor.must;
      else if (actor) req.actor = actor;
      next();
    }, next);
  };
}

/** On a host that shows no staff routes the staff's calls do not exist (R40). */
export const onStaffHost: RequestHandler = (req, _res, next) => {
  next(servesStaff(req.site) ? undefined : new Refusal('msg.route'));
};

/** On a host that shows no public page their calls do not exist. */
export const onPublicHost: RequestHandler = (req, _res, next) => {
  next(servesPublic(req.site) ? undefined : new Refusal('msg.route'));
};

/** No cookie: 401. A session that has ended: 440 'Login Time-out'. */
export const staffOnly: RequestHandler = (req, _res, next) => {
  if (req.actor) next();
  else if (req.must) next(mustRefusal(req.must));
  else next(new Refusal(req.token ? 'msg.timeout' : 'msg.session'));
};

/** Why somebody who is signed in may do nothing yet. */
export function mustRefusal(must: NonNullable<Actor['must']>): Refusal {
  return new Refusal(must === 'factor' ? 'msg.newfactor' : 'msg.newpassword');
}

/** An object whose table still waits for a change cannot be read or written until the change is applied. */
export function requireTable(tools: Tools): RequestHandler {
  return (req, _res, next) => {
    const object = req.path.split('/', 2)[1] ?? '';
    next(tools.tables.blocked(object) === undefined ? undefined : new Refusal('msg.needsmigration'));
  };
}

/** P02 */
export const administratorOnly: RequestHandler = (req, _res, next) => {
  next(isAdministrator(req.actor) ? undefined : new Refusal('msg.admin'));
};
