/** Resumable uploads over HTTP: begun with POST, sent in pieces with PATCH ?offset=, asked for with GET after a cut, ended with DELETE. */
import { type Request, type RequestHandler, Router } from 'express';
import type { Tools } from '#backend/actions/tools.ts';
import { beginUpload, longestPiece, type WantedUpload } from '#backend/actions/uploads/begin-upload.ts';
import { enrolmentTarget } from '#backend/actions/uploads/enrolment-target.ts';
import { dropUpload, readUpload, receivePiece } from '#backend/actions/uploads/receive-piece.ts';
import { recordTarget } from '#backend/actions/uploads/record-target.ts';
import type { UploadTarget } from '#backend/actions/uploads/target.ts';
import type { Actor } from '#domain/actor.ts';
import { type Problem, Refusal } from '#domain/problem.ts';
import { isObject } from '#domain/record.ts';
import { done } from './answer.ts';
import { bodyInTime, labelled } from './files.ts';
import { perMinute } from './rate.ts';
import { jsonBody } from './safety.ts';
import { applicantOnly, identifyVisitors, visitorOf } from './site/realm.ts';
import { identify, onPublicHost, onStaffHost, staffOnly } from './staff.ts';

/** Files that one account begins, and pieces that it sends, a minute. */
const begunPerMinute = 60;
const piecesPerMinute = 900;

/** Mounted at /api/site before the JSON body is read: pieces are bytes. */
export function siteUploadsRouter(tools: Tools): Router {
  const standing: RequestHandler = (_req, _res, next) =>
    next(['enrolment', 'applicant', 'campaign'].some((object) => tools.tables.blocked(object) !== undefined) ? new Refusal('msg.needsmigration') : undefined);
  return uploadsRouter(tools, {
    gates: [onPublicHost, identifyVisitors(tools), applicantOnly, standing],
    actorOf: (req) => visitorOf(req, 'applicant'),
    target: enrolmentTarget,
    row: 'enrolment',
  });
}

/** Mounted at /api before the JSON body is read: large files of any field that the staff fill. */
export function staffUploadsRouter(tools: Tools): Router {
  return uploadsRouter(tools, {
    gates: [onStaffHost, identify(tools), staffOnly],
    actorOf: (req) => req.actor!,
    target: recordTarget,
    object: 'object',
    row: 'id',
  }); // staffOnly
}

interface Realm {
  gates: RequestHandler[];
  actorOf: (req: Request) => Actor;
  target: UploadTarget;
  /** the body's name for the object, where the realm uploads for several */
  object?: string;
  /** the body's name for the row that the file is for; with an object it may be '', for one that is still to be made */
  row: string;
}

function uploadsRouter(tools: Tools, realm: Realm): Router {
  const { gates, actorOf, target } = realm;
  const router = Router();
  const mayBegin = perMinute(begunPerMinute);
  const maySend = perMinute(piecesPerMinute);
  const now = () => tools.now().getTime();
  const id = (req: Request) => String(req.params.id);

  router.post('/uploads', ...gates, bodyInTime, jsonBody, (req, res, next) => {
    const actor = actorOf(req);
    if (!mayBegin(actor.id, now())) return next(new Refusal('msg.limit'));
    begin(tools, actor, realm, req.body).then(
      (data) => done(res, data),
      (error) => next(labelled(tools, req, error)),
    );
  });
  router.get('/uploads/:id', ...gates, async (req, res) => done(res, await readUpload(tools, actorOf(req), target, id(req))));
  router.patch('/uploads/:id', ...gates, (req, res, next) => {
    const actor = actorOf(req);
    if (!maySend(actor.id, now())) return next(new Refusal('msg.limit'));
    send(tools, actor, target, req).then(
      (data) => done(res, data),
      (error) => {
        // Whose connection broke is not there to be answered; what came stays.
        if (req.socket.destroyed) return;
        next(labelled(tools, req, error));
      },
    );
  });
  router.delete('/uploads/:id', ...gates, async (req, res) => {
    await dropUpload(tools, actorOf(req), id(req));
    done(res);
  });
  return router;
}

async function begin(tools: Tools, actor: Actor, { target, object, row }: Realm, body: unknown) {
  if (!isObject(body)) throw new Refusal('msg.badrequest');
  const problems: Problem[] = Object.keys(body)
    .filter((key) => ![object, row, 'field', 'fileName', 'size'].includes(key))
    .map((key) => ({ path: key, code: 'field.unknown', values: { field: key } }));
  for (const key of [object, row, 'field', 'fileName']) {
    if (key === undefined || (typeof body[key] === 'string' && (body[key] !== '' || (object && key === row)))) continue;
    problems.push({ path: key, code: 'field.required' });
  }
  if (!Number.isSafeInteger(body.size) || Number(body.size) < 1) problems.push({ path: 'size', code: 'field.range' });
  if (problems.length) throw new Refusal('msg.invalid', { fields: problems });
  const wanted = { ...(object && { object: body[object] }), rowId: body[row], field: body.field, fileName: body.fileName, size: body.size } as WantedUpload; // each was looked at above
  return beginUpload(tools, actor, target, wanted);
}

async function send(tools: Tools, actor: Actor, target: UploadTarget, req: Request) {
  const { offset } = req.query;
  if (typeof offset !== 'string' || !/^\d{1,15}$/.test(offset)) throw new Refusal('msg.badrequest', { values: { field: 'offset' } });
  const length = Number(req.headers['content-length'] ?? 0);
  if (length > longestPiece) throw new Refusal('msg.toolarge');
  const isEmpty = length === 0 && req.headers['transfer-encoding'] === undefined;
  if (!isEmpty && req.headers['content-type'] !== 'application/octet-stream') throw new Refusal('msg.mediatype');
  return receivePiece(tools, actor, target, String(req.params.id), Number(offset), req);
}
