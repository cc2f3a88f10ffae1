/** Who is signed in as staff, and the gate before every staff route. */
import type { Request, RequestHandler, Response } from 'express';
import type { Tools } from '#backend/actions/tools.ts';
import { isAdministrator } from '#domain/actor.ts';
import { Refusal } from '#domain/problem.ts';
import { sessionTotal } from '#domain/session.ts';
import { servesStaff } from '#domain/site.ts';
import './request.ts';

/** Finds the session of the cookie; nothing is refused here. */
export function identify(tools: Tools): RequestHandler {
  return (req, _res, next) => {
    const token = sessionToken(req);
    if (!token) return next();
    req.token = token;
    tools.sessions.find(token, tools.now().getTime()).then((actor) => {
      // With a one-time password nothing is open but setting another, and what the page needs for that.
      if (actor?.mustChange && !/^\/(auth|objects)(\/|$)/.test(req.path)) req.mustChange = true;
      else if (actor) req.actor = actor;
      next();
    }, next);
  };
}

/** On a host that shows no staff routes the staff's calls do not exist (R40). */
export const onStaffHost: RequestHandler = (req, _res, next) => {
  next(servesStaff(req.site) ? undefined : new Refusal('msg.route'));
};

/** No cookie: 401. A session that has ended: 440 'Login Time-out'. */
export const staffOnly: RequestHandler = (req, _res, next) => {
  if (req.actor) next();
  else if (req.mustChange) next(new Refusal('msg.newpassword'));
  else next(new Refusal(req.token ? 'msg.timeout' : 'msg.session'));
};

/** An object whose table still waits for a change cannot be read or written until somebody applies it. */
export function standingTable(tools: Tools): RequestHandler {
  return (req, _res, next) => {
    const object = req.path.split('/', 2)[1] ?? '';
    next(tools.tables.blocked(object) === undefined ? undefined : new Refusal('msg.needsmigration'));
  };
}

/** P02 */
export const administratorOnly: RequestHandler = (req, _res, next) => {
  next(isAdministrator(req.actor) ? undefined : new Refusal('msg.admin'));
};

const plainName = 'reelbase_staff';
/** On https the __Host- prefix keeps other hosts of the domain from setting it. */
const secureName = `__Host-${plainName}`;
const tokenPattern = new RegExp(`(?:^|;\\s*)(?:__Host-)?${plainName}=([\\w-]{43})(?:;|$)`);

function sessionToken(req: Request): string | undefined {
  return tokenPattern.exec(req.headers.cookie ?? '')?.[1];
}

export function setSessionCookie(req: Request, res: Response, token: string): void {
  res.append('Set-Cookie', `${cookieName(req)}=${token}; ${attributes(req)}; Max-Age=${sessionTotal / 1000}`);
}

export function clearSessionCookie(req: Request, res: Response): void {
  res.append('Set-Cookie', `${cookieName(req)}=; ${attributes(req)}; Max-Age=0`);
}

function cookieName(req: Request): string {
  return req.secure ? secureName : plainName;
}

function attributes(req: Request): string {
  return `Path=/; HttpOnly; SameSite=Lax${req.secure ? '; Secure' : ''}`;
}
