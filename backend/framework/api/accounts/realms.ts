/** Sign-in and sign-out of the realms beside staff. */
import { type Request, type Response, Router } from 'express';
import { endAccountSessions, listAccountSessions } from '#framework/accounts/account-sessions.ts';
import type { Client } from '#framework/accounts/check-sign-in.ts';
import { readOwnRow, signInVisitor } from '#framework/accounts/sign-in-visitor.ts';
import type { Tools } from '#framework/tools.ts';
import { realmOf, visitorRealms } from '#rules/accounts/realm.ts';
import { Refusal } from '#rules/words/problem.ts';
import { byStaff, done } from '../answer.ts';
import { clearSessionCookie, setSessionCookie } from './session-cookie.ts';
import { administratorOnly, onPublicHost, onStaffHost, staffOnly } from './staff.ts';
import { identifyVisitors, requireAccounts, visitorOf, visitorOnly } from './visitors.ts';

/** What an administrator sees and ends on an account's screen: GET /api/pb/{object}/{id}/sessions, POST …/sessions/end. */
export function accountSessionsRouter(tools: Tools): Router {
  const router = Router();
  const admin = [onStaffHost, staffOnly, administratorOnly];
  router.get(
    '/pb/:object/:id/sessions',
    ...admin,
    byStaff((req, actor) => listAccountSessions(tools, actor, realmAt(req), String(req.params.id), req.token ?? '')),
  );
  router.post(
    '/pb/:object/:id/sessions/end',
    ...admin,
    byStaff((req, actor) => endAccountSessions(tools, actor, realmAt(req), String(req.params.id), req.body?.id, req.token ?? '')),
  );
  return router;
}

/** @throws Refusal msg.route where the object's rows sign in nowhere */
function realmAt(req: Request): string {
  const found = realmOf(String(req.params.object));
  if (found === undefined) throw new Refusal('msg.route');
  return found;
}

/** Realms that say where they sign in: {signIn}/login with e-mail and password, /me, /logout. */
export function realmsRouter(tools: Tools): Router {
  const router = Router();
  for (const [realm, { object, signIn }] of visitorRealms())
    if (signIn !== undefined) router.use(signIn, onPublicHost, identifyVisitors(tools), requireAccounts(tools, object), realmRouter(tools, realm));
  return router;
}

function realmRouter(tools: Tools, realm: string): Router {
  const router = Router();
  router.post('/login', async (req, res) => {
    const { account, token } = await signInVisitor(tools, realm, req.body?.email, req.body?.pw, clientOf(req));
    setSessionCookie(req, res, realm, token);
    done(res, await readOwnRow(tools, { ...account, realm }));
  });
  router.get('/me', visitorOnly(realm), async (req, res) => done(res, await readOwnRow(tools, visitorOf(req, realm))));
  router.post('/logout', async (req, res) => {
    await signOut(tools, realm, req, res);
    done(res);
  });
  return router;
}

/** Ends the session of the realm's cookie, and takes the cookie away. */
export async function signOut(tools: Tools, realm: string, req: Request, res: Response): Promise<void> {
  const token = req.visitorTokens?.[realm];
  if (token) await tools.sessionsOf(realm).end(token);
  clearSessionCookie(req, res, realm);
}

export function clientOf(req: Request): Client {
  return { address: req.ip ?? '', agent: req.headers['user-agent'] ?? '' };
}
