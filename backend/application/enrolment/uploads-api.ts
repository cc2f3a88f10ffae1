/** Files that applicants send in pieces. Mounted at /api/site before the JSON body is read: pieces are bytes. */
import type { RequestHandler } from 'express';
import { onPublicHost } from '#framework/api/accounts/staff.ts';
import { identifyVisitors, visitorOf, visitorOnly } from '#framework/api/accounts/visitors.ts';
import { uploadsRouter } from '#framework/api/files/uploads.ts';
import type { Tools } from '#framework/tools.ts';
import { Refusal } from '#rules/words/problem.ts';
import { enrolmentTarget } from './actions/enrolment-target.ts';

export function siteUploadsRouter(tools: Tools): RequestHandler {
  const requireTables: RequestHandler = (_req, _res, next) =>
    next(['enrolment', 'applicant', 'campaign'].some((object) => tools.tables.blocked(object) !== undefined) ? new Refusal('msg.needsmigration') : undefined);
  return uploadsRouter(tools, {
    gates: [onPublicHost, identifyVisitors(tools), visitorOnly('applicant'), requireTables],
    actorOf: (req) => visitorOf(req, 'applicant'),
    target: enrolmentTarget,
    row: 'enrolment',
  });
}
