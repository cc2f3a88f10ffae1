/** GET /api/objects and the compiled validators (docs/decisions/003). */

import { createHash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { listObjects } from '#framework/records/reading/list-objects.ts';
import { readShape } from '#framework/records/reading/read-shape.ts';
import type { Tools } from '#framework/tools.ts';
import { Refusal } from '#rules/words/problem.ts';
import { staffOnly } from '../accounts/staff.ts';
import { done } from '../answer.ts';
import { answering } from '../answering.ts';
import { codingFor, packed } from '../pages/compressed.ts';

/** A cached answer, plain and compressed. */
export interface Prepared {
  etag: string;
  plain: Buffer;
  gzip: Buffer;
  br: Buffer;
}

/** Of what is packed once: the objects take 33 ms of a core and are a tenth smaller than in haste, less than half of gzip. */
const quality = 8;

/** Answers by objects' version and roles: few, for there are few combinations of roles. */
const mostPrepared = 50;

export function objectsRouter(tools: Tools): RequestHandler {
  const router = answering<'/api/objects'>();
  const prepared = new Map<string, Promise<Prepared>>();

  router.get('/', staffOnly, async (req, res) => {
    const roles = [...req.actor!.roles].sort(); // staffOnly let it through
    const key = `${tools.registry.version()} ${roles.join(',')}`;
    let answer = prepared.get(key);
    if (!answer) {
      if (prepared.size >= mostPrepared) prepared.clear();
      answer = prepare(Buffer.from(JSON.stringify(listObjects(tools.registry, roles))));
      prepared.set(key, answer);
    }
    res.setHeader('Cache-Control', 'private, no-cache');
    send(req, res, 'application/json; charset=utf-8', await answer);
  });

  // The model ends where a shape stays shared: the form asks for it level by level.
  router.get('/:obj/shape', staffOnly, (req, res) => {
    const entry = tools.registry.get(String(req.params.obj));
    const level = entry && readShape(entry, String(req.query.ref), req.actor!.roles); // staffOnly let it through
    if (!level) throw new Refusal('msg.route');
    res.setHeader('Cache-Control', 'private, no-cache');
    done(res, level);
  });

  // Behind the sign-in, for it names fields; the browser keeps it to itself and never asks again, for the hash is its version.
  router.get('/:obj/:file', staffOnly, async (req, res) => {
    const hash = /^validator-([0-9a-f]{16})\.js$/.exec(String(req.params.file))?.[1];
    const name = String(req.params.obj);
    if (!hash || !tools.registry.get(name)) throw new Refusal('msg.route');
    const validator = await tools.registry.validator(name);
    if (validator.hash !== hash) throw new Refusal('msg.route');
    const key = `validator ${hash}`;
    let answer = prepared.get(key);
    if (!answer) {
      answer = prepare(Buffer.from(validator.source));
      prepared.set(key, answer);
    }
    res.setHeader('Cache-Control', 'private, max-age=31536000, immutable');
    send(req, res, 'text/javascript; charset=utf-8', await answer);
  });
  return router;
}

export async function prepare(plain: Buffer): Promise<Prepared> {
  const [gzip, br] = await Promise.all([packed(plain, 'gzip'), packed(plain, 'br', quality)]);
  return { etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`, plain, gzip, br };
}

export function send(req: Request, res: Response, type: string, answer: Prepared): void {
  res.setHeader('ETag', answer.etag);
  res.vary('Accept-Encoding');
  if (req.headers['if-none-match'] === answer.etag) {
    res.status(304).end();
    return;
  }
  const coding = codingFor(req);
  res.setHeader('Content-Type', type);
  if (coding) res.setHeader('Content-Encoding', coding);
  res.end(answer[coding ?? 'plain']);
}
