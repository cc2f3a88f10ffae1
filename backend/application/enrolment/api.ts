/** An applicant's enrolments: GET and POST /enrolments; read, save, submit, withdraw one, take that back; whether one may be begun late: GET /late-start; and the model of their form. */
import type { Request, RequestHandler, Response } from 'express';
import { visitorOf, visitorOnly } from '#framework/api/accounts/visitors.ts';
import { done } from '#framework/api/answer.ts';
import { answering } from '#framework/api/answering.ts';
import { perMinute } from '#framework/api/rate.ts';
import { type Prepared, prepare, send } from '#framework/api/records/objects.ts';
import type { Tools } from '#framework/tools.ts';
import { Refusal } from '#rules/words/problem.ts';
import { createEnrolment, readLateStart } from './actions/create-enrolment.ts';
import { listEnrolments, readEnrolment } from './actions/list-enrolments.ts';
import { readForm } from './actions/read-form.ts';
import { saveDraft } from './actions/save-draft.ts';
import { submitEnrolment } from './actions/submit.ts';
import { restoreEnrolment, withdrawEnrolment } from './actions/withdraw.ts';

/** Most writes of one applicant in a minute, from all devices; typing sends one or two a second at most. */
const writesPerMinute = 600;
/** Most cached forms: campaigns times what they asked one after the other, which is a small number. */
const mostPrepared = 50;

export function enrolmentsRouter(tools: Tools): RequestHandler {
  const router = answering<'/api/site'>();
  const countWrite = perMinute(tools, 'writes', writesPerMinute);
  const writer = async (req: Request, res: Response) => {
    const actor = visitorOf(req, 'applicant');
    await countWrite(res, actor.id);
    return actor;
  };
  const id = (req: Request) => String(req.params.id);

  router.get('/enrolments', visitorOnly('applicant'), async (req, res) => {
    const { campaign } = req.query;
    done(res, await listEnrolments(tools, visitorOf(req, 'applicant'), typeof campaign === 'string' ? campaign : undefined));
  });
  router.post('/enrolments', visitorOnly('applicant'), async (req, res) => {
    done(res, await createEnrolment(tools, await writer(req, res), req.body, keyOf(req)));
  });
  router.get('/late-start', visitorOnly('applicant'), async (req, res) => {
    const { campaign } = req.query;
    done(res, await readLateStart(tools, visitorOf(req, 'applicant'), typeof campaign === 'string' ? campaign : ''));
  });
  router.get('/enrolments/:id', visitorOnly('applicant'), async (req, res) => {
    const ver = typeof req.query.ver === 'string' && /^\d{1,9}$/.test(req.query.ver) ? Number(req.query.ver) : undefined;
    done(res, await readEnrolment(tools, visitorOf(req, 'applicant'), id(req), ver));
  });
  router.patch('/enrolments/:id', visitorOnly('applicant'), async (req, res) => done(res, await saveDraft(tools, await writer(req, res), id(req), req.body)));
  // The version in the request already makes a repeated submission one submission. The idempotency key is only checked.
  router.post('/enrolments/:id/submit', visitorOnly('applicant'), async (req, res) => {
    keyOf(req);
    done(res, await submitEnrolment(tools, await writer(req, res), id(req), req.body));
  });
  router.post('/enrolments/:id/withdraw', visitorOnly('applicant'), async (req, res) =>
    done(res, await withdrawEnrolment(tools, await writer(req, res), id(req), req.body)),
  );
  router.post('/enrolments/:id/restore', visitorOnly('applicant'), async (req, res) =>
    done(res, await restoreEnrolment(tools, await writer(req, res), id(req), req.body)),
  );

  const prepared = new Map<string, Promise<Prepared>>();
  const reused = (name: string, make: () => Buffer): Promise<Prepared> => {
    if (prepared.size >= mostPrepared) prepared.clear();
    const answer = prepared.get(name) ?? prepare(make());
    prepared.set(name, answer);
    return answer;
  };
  router.get('/form', visitorOnly('applicant'), async (req, res) => {
    const form = await readForm(tools, typeof req.query.campaign === 'string' ? req.query.campaign : '');
    const answer = await reused(form.mark, () => Buffer.from(JSON.stringify({ done: true, msg: '', err: null, stk: null, data: form })));
    res.setHeader('Cache-Control', 'private, no-cache');
    send(req, res, 'application/json; charset=utf-8', answer);
  });
  // Needs a session, because it names fields. The browser caches it for ever: its address contains a hash of the content.
  router.get('/form/:file', visitorOnly('applicant'), async (req, res) => {
    const validator = await tools.registry.validator('enrolment').catch(() => undefined);
    if (!validator || req.params.file !== `enrolment-${validator.hash}.js`) throw new Refusal('msg.route');
    res.setHeader('Cache-Control', 'private, max-age=31536000, immutable');
    send(req, res, 'text/javascript; charset=utf-8', await reused(validator.hash, () => Buffer.from(validator.source)));
  });
  return router;
}

function keyOf(req: Request): string | undefined {
  const key = req.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,128}$/.test(key)) throw new Refusal('msg.badrequest', { values: { field: 'Idempotency-Key' } });
  return key;
}
