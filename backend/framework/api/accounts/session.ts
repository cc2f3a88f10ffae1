/** Sign-in of staff (docs/decisions/003; K01), the forgotten password, and everybody's own account. */

import type { Request, RequestHandler, Response } from 'express';
import { changePassword } from '#framework/accounts/change-password.ts';
import { confirmFactor, endFactor, readOwnFactor, renewRecovery, startFactor } from '#framework/accounts/factor.ts';
import { endOwnSessions, endSession, listSessions } from '#framework/accounts/own-sessions.ts';
import { readOwnAccount } from '#framework/accounts/read-own-account.ts';
import { forgotPassword, resetPassword } from '#framework/accounts/reset-password.ts';
import { type Client, signIn } from '#framework/accounts/sign-in.ts';
import { updateOwnAccount } from '#framework/accounts/update-own-account.ts';
import { endView, viewAs } from '#framework/accounts/view-as.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { done } from '../answer.ts';
import { answering } from '../answering.ts';
import { perMinute } from '../rate.ts';
import { oidcRouter } from './oidc.ts';
import { clearSessionCookie, setSessionCookie } from './session-cookie.ts';
import { administratorOnly, mustRefusal, staffOnly } from './staff.ts';

/** Resets asked for or tried from one address in a minute; a whole office may share it. */
const resetsPerMinute = 20;

export function sessionRouter(tools: Tools): RequestHandler {
  const router = answering<'/api/auth'>();
  const countReset = perMinute(tools, 'resets', resetsPerMinute);
  router.post('/login', async (req, res) => {
    const { id, pw, code } = req.body ?? {};
    const { account, token } = await signIn(tools, { id, pw, code }, clientOf(req));
    setSessionCookie(req, res, 'staff', token);
    sendOwn(res, await tools.sessions.find(token, tools.now().getTime()), await readOwnAccount(tools, account));
  });
  router.use('/oidc', oidcRouter(tools));
  router.get('/me', staffOnly, async (req, res) => sendOwn(res, req.actor, await readOwnAccount(tools, req.actor!))); // staffOnly let it through, here and below
  router.post('/logout', async (req, res) => {
    if (req.token) await tools.sessions.end(req.token);
    clearSessionCookie(req, res, 'staff');
    done(res);
  });
  router.post('/password', staffOnly, async (req, res) => {
    const { old, pw, confirm } = req.body ?? {};
    setSessionCookie(req, res, 'staff', await changePassword(tools, req.actor!, { old, pw, confirm }, clientOf(req)));
    done(res);
  });
  router.post('/forgot', async (req, res) => {
    await countReset(res, req.ip ?? '');
    await forgotPassword(tools, req.body?.id);
    done(res);
  });
  router.post('/reset', async (req, res) => {
    await countReset(res, req.ip ?? '');
    const { id, code, token, pw, confirm } = req.body ?? {};
    done(res, { id: await resetPassword(tools, { id, code, token, pw, confirm }) });
  });
  router.put('/profile', staffOnly, async (req, res) => {
    if (req.actor!.must) throw mustRefusal(req.actor!.must);
    sendOwn(res, req.actor, await updateOwnAccount(tools, req.actor!, req.body, clientOf(req)));
  });
  router.get('/factor', staffOnly, async (req, res) => done(res, await readOwnFactor(tools, req.actor!)));
  router.post('/factor', staffOnly, async (req, res) => {
    // First things first: what is set up under a password that somebody else knows is theirs as well.
    if (req.actor!.must === 'password') throw mustRefusal('password');
    done(res, await startFactor(tools, req.actor!, req.body?.old, clientOf(req)));
  });
  router.post('/factor/confirm', staffOnly, async (req, res) => done(res, await confirmFactor(tools, req.actor!, req.token ?? '', req.body?.code)));
  router.post('/factor/codes', staffOnly, async (req, res) => {
    const { old, code } = req.body ?? {};
    done(res, await renewRecovery(tools, req.actor!, { old, code }, clientOf(req)));
  });
  router.post('/factor/end', staffOnly, async (req, res) => {
    const { old, code } = req.body ?? {};
    await endFactor(tools, req.actor!, { old, code }, clientOf(req));
    done(res);
  });
  router.get('/sessions', staffOnly, async (req, res) => done(res, await listSessions(tools, req.actor!, req.token ?? '', false)));
  router.post('/sessions/end', staffOnly, async (req, res) => {
    const here = req.body?.here === true;
    if (here) clearSessionCookie(req, res, 'staff');
    if (req.body?.id === undefined) await endOwnSessions(tools, req.actor!, req.token ?? '', here);
    else await endSession(tools, req.actor!, req.body.id, false);
    done(res);
  });
  router.post('/view-as', staffOnly, administratorOnly, async (req, res) => {
    if (req.actor!.must) throw mustRefusal(req.actor!.must);
    await viewAs(tools, req.actor!, req.token ?? '', req.body?.role);
    done(res);
  });
  router.post('/view-as/end', staffOnly, async (req, res) => {
    await endView(tools, req.actor!, req.token ?? '');
    done(res);
  });
  return router;
}

/** The row passes the user schema and nothing else (E14), so what is about the session travels beside it. */
function sendOwn(res: Response, actor: Actor | undefined, row: unknown): void {
  if (actor?.viewAs !== undefined) res.setHeader('X-View-As', actor.viewAs);
  if (actor?.must !== undefined) res.setHeader('X-Must', actor.must);
  done(res, row);
}

function clientOf(req: Request): Client {
  return { address: req.ip ?? '', agent: req.headers['user-agent'] ?? '' };
}
