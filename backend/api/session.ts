/** Sign-in of staff (docs/decisions/003; K01). */
import { type Request, Router } from 'express';
import { changePassword } from '#backend/actions/change-password.ts';
import { readOwnAccount } from '#backend/actions/read-own-account.ts';
import { type Client, signIn } from '#backend/actions/sign-in.ts';
import type { Tools } from '#backend/actions/tools.ts';
import { done } from './answer.ts';
import { clearSessionCookie, setSessionCookie, staffOnly } from './staff.ts';

export function sessionRouter(tools: Tools): Router {
  const router = Router();
  router.post('/login', async (req, res) => {
    const { account, token } = await signIn(tools, req.body?.id, req.body?.pw, clientOf(req));
    setSessionCookie(req, res, token);
    done(res, await readOwnAccount(tools, account));
  });
  router.get('/me', staffOnly, async (req, res) => {
    done(res, await readOwnAccount(tools, req.actor!)); // staffOnly let it through
  });
  router.post('/logout', async (req, res) => {
    if (req.token) await tools.sessions.end(req.token);
    clearSessionCookie(req, res);
    done(res);
  });
  router.post('/password', staffOnly, async (req, res) => {
    const { old, pw, confirm } = req.body ?? {};
    setSessionCookie(req, res, await changePassword(tools, req.actor!, { old, pw, confirm }, clientOf(req))); // staffOnly let it through
    done(res);
  });
  return router;
}

function clientOf(req: Request): Client {
  return { address: req.ip ?? '', agent: req.headers['user-agent'] ?? '' };
}
