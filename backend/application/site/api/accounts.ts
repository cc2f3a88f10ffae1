/** Accounts of the public site: registering, signing in, forgotten password, and one's own account (P04; V11-V14, K01-K04). */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { SiteRealm } from '#application/site/rules/realms.ts';
import { ownArchive } from '#framework/accounts/own-archive.ts';
import { clientOf, signOut } from '#framework/api/accounts/realms.ts';
import { clearSessionCookie, readCookie, setCookie, setSessionCookie } from '#framework/api/accounts/session-cookie.ts';
import { requireAccounts, visitorOf, visitorOnly } from '#framework/api/accounts/visitors.ts';
import { done } from '#framework/api/answer.ts';
import { answering } from '#framework/api/answering.ts';
import { perMinute } from '#framework/api/rate.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { codeWindow } from '#rules/accounts/one-time-code.ts';
import type { Answer } from '#rules/answer.ts';
import { normalAddress } from '#rules/mail.ts';
import { languageOf } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import { confirmAddress, mailAddressCode } from '../actions/accounts/change-address.ts';
import { readApplicant, readJuror, saveProfile } from '../actions/accounts/own-account.ts';
import { readOwnData } from '../actions/accounts/own-data.ts';
import { askErasure, readErasure, takeBackErasure } from '../actions/accounts/own-erasure.ts';
import { mailCodeAgain, type Pending, registerApplicant, verifyApplicant } from '../actions/accounts/register-applicant.ts';
import { changeVisitorPassword, mailResetCode, resetVisitorPassword } from '../actions/accounts/reset-visitor-password.ts';
import { signInVisitor } from '../actions/accounts/sign-in-visitor.ts';
import type { ApplicantFacts, CodeSent, JurorFacts } from '../wire.ts';

/** Mounted at /api/site, behind identifyVisitors. */
export function accountsRouter(tools: Tools): Router {
  const router = Router();
  router.use('/applicant', requireAccounts(tools, 'applicant'), applicantRouter(tools), visitorRouter(tools, 'applicant'));
  router.use('/jury', requireAccounts(tools, 'jury'), visitorRouter(tools, 'jury'));
  return router;
}

function applicantRouter(tools: Tools): RequestHandler {
  const router = answering<'/api/site/applicant'>();
  const sendPending = (req: Request, res: Response<Answer<CodeSent>>, { email, pending, wait }: Pending) => {
    setCookie(req, res, pendingCookie, pending, codeWindow / 1000);
    done(res, { email, wait });
  };
  router.post('/register', async (req, res) => {
    sendPending(req, res, await registerApplicant(tools, req.body, languageOf(req.headers.cookie), pendingOf(req), clientOf(req)));
  });
  router.post('/code', async (req, res) => sendPending(req, res, await mailCodeAgain(tools, req.body, pendingOf(req), clientOf(req))));
  router.post('/verify', async (req, res) => {
    const client = clientOf(req);
    const account = await verifyApplicant(tools, req.body, pendingOf(req), client);
    const token = await tools.sessionsOf('applicant').create(account, client, tools.now().getTime());
    setCookie(req, res, pendingCookie, '', 0);
    setSessionCookie(req, res, 'applicant', token);
    done(res, await readApplicant(tools, { ...account, realm: 'applicant' }));
  });
  router.put('/profile', visitorOnly('applicant'), async (req, res) => done(res, await saveProfile(tools, visitorOf(req, 'applicant'), req.body)));
  router.post('/address', visitorOnly('applicant'), async (req, res) => {
    done(res, await mailAddressCode(tools, visitorOf(req, 'applicant'), req.body, clientOf(req)));
  });
  router.post('/address/confirm', visitorOnly('applicant'), async (req, res) => {
    done(res, await confirmAddress(tools, visitorOf(req, 'applicant'), req.body, clientOf(req)));
  });
  return router;
}

/** One's own data is many reads; more often nobody needs it. */
const dataPerMinute = 10;
/** With files it may be gigabytes. */
const archivesPerMinute = 3;

/** The calls that both realms have. */
function visitorRouter(tools: Tools, realm: SiteRealm): RequestHandler {
  const router = answering<`/api/site/${SiteRealm}`>();
  const countData = perMinute(tools, 'own-data', dataPerMinute);
  const countArchive = perMinute(tools, 'own-archive', archivesPerMinute);
  router.post('/login', async (req, res) => {
    const signedIn = await signInVisitor(tools, realm, req.body, clientOf(req));
    if (!('token' in signedIn)) {
      if (signedIn.pending !== undefined) setCookie(req, res, pendingCookie, signedIn.pending, codeWindow / 1000);
      throw new Refusal('msg.unverified', { data: { email: normalAddress(String(req.body?.email)) } });
    }
    setSessionCookie(req, res, realm, signedIn.token);
    done(res, await factsOf(tools, realm, { ...signedIn.account, realm }));
  });
  router.get('/me', visitorOnly(realm), async (req, res) => done(res, await factsOf(tools, realm, visitorOf(req, realm))));
  router.post('/logout', async (req, res) => {
    await signOut(tools, realm, req, res);
    done(res);
  });
  router.post('/forgot', async (req, res) => done(res, await mailResetCode(tools, realm, req.body, clientOf(req))));
  router.post('/reset', async (req, res) => done(res, await resetVisitorPassword(tools, realm, req.body, clientOf(req))));
  router.put('/password', visitorOnly(realm), async (req, res) => {
    setSessionCookie(req, res, realm, await changeVisitorPassword(tools, visitorOf(req, realm), realm, req.body, clientOf(req)));
    done(res);
  });
  router.get('/data', visitorOnly(realm), async (req, res) => {
    const actor = visitorOf(req, realm);
    await countData(res, actor.id);
    const data = await readOwnData(tools, actor, realm);
    tools.log.info({ [realm]: actor.id }, 'own data downloaded');
    res.setHeader('Content-Disposition', `attachment; filename="my-data-${data.madeAt.slice(0, 10)}.json"`);
    res.setHeader('Content-Type', 'application/json; charset=utf-8');
    res.end(`${JSON.stringify(data, null, 2)}\n`);
  });
  router.get('/data.zip', visitorOnly(realm), async (req, res) => {
    const actor = visitorOf(req, realm);
    await countArchive(res, actor.id);
    const data = await readOwnData(tools, actor, realm);
    tools.log.info({ [realm]: actor.id }, 'own data downloaded with files');
    res.setHeader('Content-Disposition', `attachment; filename="my-data-${data.madeAt.slice(0, 10)}.zip"`);
    res.setHeader('Content-Type', 'application/zip');
    if (req.method === 'HEAD') return void res.end();
    const gone = new AbortController();
    res.once('close', () => gone.abort());
    // A half of it must not look like the whole: what fails from here on breaks the line.
    await pipeline(Readable.from(ownArchive(tools, actor, data, gone.signal), { objectMode: false }), res).catch((error) => {
      if (!gone.signal.aborted) tools.log.warn({ err: error, [realm]: actor.id }, 'own data not downloaded whole');
      res.destroy();
    });
  });
  router.get('/erasure', visitorOnly(realm), async (req, res) => done(res, await readErasure(tools, visitorOf(req, realm), realm)));
  router.post('/erasure', visitorOnly(realm), async (req, res) => {
    const facts = await askErasure(tools, visitorOf(req, realm), realm, req.body, clientOf(req));
    if (facts.isErased) clearSessionCookie(req, res, realm);
    done(res, facts);
  });
  router.delete('/erasure', visitorOnly(realm), async (req, res) => done(res, await takeBackErasure(tools, visitorOf(req, realm), realm)));
  return router;
}

/** A cookie with the name of the code of this browser's unfinished registration; it is useless without the code. */
const pendingCookie = 'reelbase_verify';

function pendingOf(req: Request): string | undefined {
  return readCookie(req, pendingCookie, '[0-9a-f]{32}');
}

function factsOf(tools: Tools, realm: SiteRealm, actor: Actor): Promise<ApplicantFacts | JurorFacts> {
  return realm === 'applicant' ? readApplicant(tools, actor) : readJuror(tools, actor);
}
