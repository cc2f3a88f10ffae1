/** Resumable uploads over HTTP: begun with POST, sent in pieces with PATCH ?offset=, asked for with GET after a cut, ended with DELETE. */
import type { Request, RequestHandler } from 'express';
import { beginUpload, longestPiece, type WantedUpload } from '#framework/files/uploads/begin-upload.ts';
import { dropUpload, readUpload, receivePiece } from '#framework/files/uploads/receive-piece.ts';
import { recordTarget } from '#framework/files/uploads/record-target.ts';
import type { UploadTarget } from '#framework/files/uploads/target.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { isObject } from '#rules/records/record.ts';
import { type Problem, Refusal } from '#rules/words/problem.ts';
import { identify, onStaffHost, staffOnly } from '../accounts/staff.ts';
import { done } from '../answer.ts';
import { answering } from '../answering.ts';
import { perMinute } from '../rate.ts';
import { bytesType, jsonBody, notOfType } from '../safety.ts';
import { bodyInTime, labelling } from './files.ts';

/** Files that one account begins, and pieces that it sends, a minute. */
const begunPerMinute = 60;
const piecesPerMinute = 900;

/** Mounted at /api before the JSON body is read: large files of any field that the staff fill. */
export function staffUploadsRouter(tools: Tools): RequestHandler {
  return uploadsRouter(tools, {
    gates: [onStaffHost, identify(tools), staffOnly],
    actorOf: (req) => req.actor!,
    target: recordTarget,
    object: 'object',
    row: 'id',
  }); // staffOnly
}

/** Who may upload through these calls, and for which rows. */
export interface UploadRealm {
  gates: RequestHandler[];
  actorOf: (req: Request) => Actor;
  target: UploadTarget;
  /** the body's name for the object, where the realm uploads for several */
  object?: string;
  /** the body's name for the row that the file is for; with an object it may be '', for one that is still to be made */
  row: string;
}

export function uploadsRouter(tools: Tools, realm: UploadRealm): RequestHandler {
  const { gates, actorOf, target } = realm;
  // The site's calls have the same answers; what else a target shows is its own.
  const router = answering<'/api'>();
  const countBegun = perMinute(tools, 'uploads', begunPerMinute);
  const countPiece = perMinute(tools, 'pieces', piecesPerMinute);
  const id = (req: Request) => String(req.params.id);

  router.post('/uploads', ...gates, bodyInTime, jsonBody, async (req, res) => {
    const actor = actorOf(req);
    await countBegun(res, actor.id);
    done(res, await labelling(tools, req, begin(tools, actor, realm, req.body)));
  });
  router.get('/uploads/:id', ...gates, async (req, res) => done(res, await readUpload(tools, actorOf(req), target, id(req))));
  router.patch('/uploads/:id', ...gates, async (req, res) => {
    const actor = actorOf(req);
    await countPiece(res, actor.id);
    done(res, await labelling(tools, req, send(tools, actor, target, req)));
  });
  router.delete('/uploads/:id', ...gates, async (req, res) => {
    await dropUpload(tools, actorOf(req), id(req));
    done(res);
  });
  return router;
}

async function begin(tools: Tools, actor: Actor, { target, object, row }: UploadRealm, body: unknown) {
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
  const announced = req.headers['content-length'] === undefined ? undefined : Number(req.headers['content-length']);
  if (announced !== undefined && announced > longestPiece) throw new Refusal('msg.toolarge');
  const isEmpty = !announced && req.headers['transfer-encoding'] === undefined;
  if (!isEmpty && req.headers['content-type'] !== bytesType) throw notOfType(bytesType);
  return receivePiece(tools, actor, target, { id: String(req.params.id), offset: Number(offset), announced, bytes: req });
}
