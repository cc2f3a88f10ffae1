/** The session cookies: one for each realm, all alike (safety section 8). */
import type { Request, Response } from 'express';
import type { Realm } from '#domain/actor.ts';
import { sessionTotal } from '#domain/session.ts';

/** The token in the realm's cookie; undefined where there is none that could be one. */
export function sessionToken(req: Request, realm: Realm): string | undefined {
  return patterns[realm].exec(req.headers.cookie ?? '')?.[1];
}

export function setSessionCookie(req: Request, res: Response, realm: Realm, token: string): void {
  setCookie(req, res, nameOf(realm), token, sessionTotal / 1000);
}

export function clearSessionCookie(req: Request, res: Response, realm: Realm): void {
  setCookie(req, res, nameOf(realm), '', 0);
}

/** A cookie that no script reads and no other site sends. On https the __Host- prefix keeps other hosts of the domain from setting it. `age` in seconds. */
export function setCookie(req: Request, res: Response, name: string, value: string, age: number): void {
  const shownAs = req.secure ? `__Host-${name}` : name;
  res.append('Set-Cookie', `${shownAs}=${value}; Path=/; HttpOnly; SameSite=Lax${req.secure ? '; Secure' : ''}; Max-Age=${age}`);
}

/** A pattern for the value of such a cookie. */
export function cookiePattern(name: string, value: string): RegExp {
  return new RegExp(`(?:^|;\\s*)(?:__Host-)?${name}=(${value})(?:;|$)`);
}

const nameOf = (realm: Realm) => `reelbase_${realm}`;
const token = '[\\w-]{43}';
const patterns: Record<Realm, RegExp> = {
  staff: cookiePattern(nameOf('staff'), token),
  applicant: cookiePattern(nameOf('applicant'), token),
  jury: cookiePattern(nameOf('jury'), token),
};
