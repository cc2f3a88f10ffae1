/** Who writes an enrolment beside its applicant: GET, POST and DELETE /enrolments/{id}/writers; and what the link of an invitation leads to: POST /invitation. */
import type { Request, RequestHandler, Response } from 'express';
import { clientOf } from '#framework/api/accounts/realms.ts';
import { setSessionCookie } from '#framework/api/accounts/session-cookie.ts';
import { visitorOf, visitorOnly } from '#framework/api/accounts/visitors.ts';
import { done } from '#framework/api/answer.ts';
import { answering } from '#framework/api/answering.ts';
import { perMinute } from '#framework/api/rate.ts';
import type { Tools } from '#framework/tools.ts';
import { acceptInvitation, readInvitation, registerInvited } from './actions/accept-invitation.ts';
import { inviteWriter, readWriters, removeWriter } from './actions/writers.ts';

/** Most invitations of one applicant in a minute. */
const invitesPerMinute = 6;
/** Most calls with the link of an invitation from one address in a minute; its seal cannot be guessed, and each call reads. */
const linksPerMinute = 60;

export function writersRouter(tools: Tools): RequestHandler {
  const router = answering<'/api/site'>();
  const countInvite = perMinute(tools, 'invites', invitesPerMinute);
  const countLink = perMinute(tools, 'invitations', linksPerMinute);
  const counted = async (req: Request, res: Response) => countLink(res, clientOf(req).address);
  const id = (req: Request) => String(req.params.id);

  router.get('/enrolments/:id/writers', visitorOnly('applicant'), async (req, res) =>
    done(res, await readWriters(tools, visitorOf(req, 'applicant'), id(req))),
  );
  router.post('/enrolments/:id/writers', visitorOnly('applicant'), async (req, res) => {
    const actor = visitorOf(req, 'applicant');
    await countInvite(res, actor.id);
    done(res, await inviteWriter(tools, actor, id(req), req.body));
  });
  router.delete('/enrolments/:id/writers/:writer', visitorOnly('applicant'), async (req, res) => {
    done(res, await removeWriter(tools, visitorOf(req, 'applicant'), id(req), String(req.params.writer)));
  });
  router.post('/invitation', async (req, res) => {
    await counted(req, res);
    done(res, await readInvitation(tools, req.body));
  });
  router.post('/invitation/accept', visitorOnly('applicant'), async (req, res) => {
    await counted(req, res);
    done(res, await acceptInvitation(tools, visitorOf(req, 'applicant'), req.body));
  });
  router.post('/invitation/register', async (req, res) => {
    await counted(req, res);
    const client = clientOf(req);
    const { account, joined } = await registerInvited(tools, req.body);
    setSessionCookie(req, res, 'applicant', await tools.sessionsOf('applicant').create(account, client, tools.now().getTime()));
    done(res, joined);
  });
  return router;
}
