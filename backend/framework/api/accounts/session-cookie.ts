/** The session cookies: one for each realm, all alike (safety section 8). */
import type { Request, Response } from 'express';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { sessionTotal } from '#rules/accounts/session.ts';

/** The token in the realm's cookie; undefined where there is none that could be one. */
export function sessionToken(req: Request, realm: string): string | undefined {
  return readCookie(req, nameOf(realm), '[\\w-]{43}');
}

/** Whom a page comes to, by the realm's cookie: nobody where the session has ended, and while the database does not say. The page's calls refuse, not the page. */
export async function whoseSession(tools: Tools, req: Request, realm: string): Promise<Actor | undefined> {
  const token = sessionToken(req, realm);
  return token === undefined
    ? undefined
    : tools
        .sessionsOf(realm)
        .find(token, tools.now().getTime())
        .catch(() => undefined);
}

export function setSessionCookie(req: Request, res: Response, realm: string, token: string): void {
  setCookie(req, res, nameOf(realm), token, sessionTotal / 1000);
}

export function clearSessionCookie(req: Request, res: Response, realm: string): void {
  setCookie(req, res, nameOf(realm), '', 0);
}

/** A cookie that no script reads and no other site sends. On https the __Host- prefix keeps other hosts of the domain from setting it. `age` in seconds. */
export function setCookie(req: Request, res: Response, name: string, value: string, age: number): void {
  const shownAs = req.secure ? `__Host-${name}` : name;
  res.append('Set-Cookie', `${shownAs}=${value}; Path=/; HttpOnly; SameSite=Lax${req.secure ? '; Secure' : ''}; Max-Age=${age}`);
}

/**
 * The value of such a cookie, where it is one that `value` describes. On https the prefixed name alone counts: the bare one can be set by
 * another host of the domain or on a line that anybody reads.
 */
export function readCookie(req: Request, name: string, value: string): string | undefined {
  const pattern = new RegExp(`(?:^|;\\s*)${req.secure ? '__Host-' : ''}${name}=(${value})(?:;|$)`);
  return pattern.exec(req.headers.cookie ?? '')?.[1];
}

const nameOf = (realm: string) => `reelbase_${realm}`;
