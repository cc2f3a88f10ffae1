/** The calls of specification section 7 (C01, C02, C06, C08). */

import type { RequestHandler } from 'express';
import { checkExistence } from '#framework/records/check-existence.ts';
import { recordReport } from '#framework/system/record-log.ts';
import type { Tools } from '#framework/tools.ts';
import { faultOfLog } from '#rules/log-entry.ts';
import { isObject } from '#rules/records/record.ts';
import { Refusal } from '#rules/words/problem.ts';
import { isValidSecret } from './accounts/secret.ts';
import { onStaffHost } from './accounts/staff.ts';
import { done } from './answer.ts';
import { answering } from './answering.ts';
import { perMinute } from './rate.ts';

/** A sentence of 300 characters and a log object need no more. */
const queryLimit = 4 * 1024;
/** Faster than anybody types ids; a form asks once a field. */
const queriesPerMinute = 120;
/** A page in a loop of errors must not fill the log. */
const reportsPerMinute = 60;

export function specCallsRouter(tools: Tools): RequestHandler {
  const router = answering<'/api'>();
  const demandSecret = secretGate(tools);
  const countQuery = perMinute(tools, 'queries', queriesPerMinute);
  const countReport = perMinute(tools, 'reports', reportsPerMinute);

  // The order of the checks is safety section 1: size, secret, session, rate, type, grammar, access.
  router.post('/query', onStaffHost, sizeGate, demandSecret, async (req, res) => {
    if (!req.actor) throw new Refusal('msg.timeout');
    await countQuery(res, req.actor.id);
    demandLog(req.body?.log);
    const { options } = req.body ?? {};
    done(res, await checkExistence(tools, req.actor, isObject(options) ? options.sql : undefined));
  });

  router.post('/log', demandSecret, async (req, res) => {
    await countReport(res, req.ip ?? '');
    if (typeof req.body !== 'object' || req.body === null || Array.isArray(req.body)) throw new Refusal('msg.badrequest');
    // A log entry is its own log object; an error record brings one.
    demandLog('log' in req.body || 'message' in req.body ? req.body.log : req.body);
    await recordReport(tools, req.body, req.actor?.id);
    done(res);
  });
  return router;
}

const sizeGate: RequestHandler = (req, _res, next) => {
  const size = Number(req.headers['content-length'] ?? 0) || JSON.stringify(req.body ?? null).length;
  next(size > queryLimit ? new Refusal('msg.toolarge') : undefined);
};

/** Missing 499, invalid 498. */
export function secretGate(tools: Tools): RequestHandler {
  return (req, _res, next) => {
    const secret = req.headers.secret;
    if (typeof secret !== 'string' || secret === '') next(new Refusal('msg.notoken'));
    else next(isValidSecret(secret, tools.config.publicSecret, tools.now()) ? undefined : new Refusal('msg.token'));
  };
}

/** C06: every call of the section says where it comes from. @throws Refusal msg.invalid */
export function demandLog(log: unknown, isUpload = false): void {
  const fault = faultOfLog(log, isUpload);
  if (fault === undefined) return;
  throw new Refusal('msg.invalid', { fields: [{ path: fault ? `log/${fault}` : 'log', code: fault === 'side' ? 'field.option' : 'field.required' }] });
}
