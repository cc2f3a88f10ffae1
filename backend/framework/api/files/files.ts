/** Files over HTTP: POST /api/uploadFiles (C03) and GET /get/files/{name} (C04), as safety section 10 has them. */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import multer from 'multer';
import type { IncomingFile } from '#framework/files/keep-file.ts';
import { readFile } from '#framework/files/read-file.ts';
import { discard } from '#framework/files/storage.ts';
import { limitOf, uploadFiles } from '#framework/files/upload-files.ts';
import type { Tools } from '#framework/tools.ts';
import { longestName, mostFiles, sizeText } from '#rules/records/upload.ts';
import { languageOf } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import { labelAt } from '#rules/words/wording.ts';
import { identify, onStaffHost } from '../accounts/staff.ts';
import { identifyVisitors } from '../accounts/visitors.ts';
import { done } from '../answer.ts';
import { answering } from '../answering.ts';
import { perMinute } from '../rate.ts';
import { demandLog, secretGate } from '../spec-calls.ts';
import { sendFile } from './stored.ts';
import '../request.ts';

/** A folder of pictures that is dropped arrives as one call a picture. */
const uploadsPerMinute = 300;
/** The form's own fields are short; `pl` names a row. */
const limits = { fields: 12, fieldSize: 16 * 1024, fieldNameSize: 4 * longestName, files: mostFiles, parts: mostFiles + 12, headerPairs: 20 };

/** Bytes of a file that came before its purpose. */
const mostUnnamed = 100 * 1_048_576;

/** Mounted under /api before the JSON body is read: this one call brings a form. */
export function uploadRouter(tools: Tools): RequestHandler {
  const router = answering<'/api'>();
  const countUpload = perMinute(tools, 'uploads', uploadsPerMinute);
  router.post('/uploadFiles', onStaffHost, secretGate(tools), identify(tools), async (req, res) => {
    // As for the other calls of the section: no session is a login time-out.
    if (!req.actor) throw new Refusal('msg.timeout');
    await countUpload(res, req.actor.id);
    done(res, await labelling(tools, req, receive(tools, req, res)));
  });
  return router;
}

/** At the root: links to files are the same on every host that shows anything. */
export function filesRouter(tools: Tools): Router {
  const router = Router();
  router.get('/get/files/:name', identify(tools), identifyVisitors(tools), async (req, res) => {
    if (!req.site.allowed) throw new Refusal('msg.route');
    const width = typeof req.query.w === 'string' && /^\d{1,5}$/.test(req.query.w) ? Number(req.query.w) : undefined;
    const actors = [...(req.actor ? [req.actor] : []), ...Object.values(req.visitors ?? {})];
    await sendFile(await readFile(tools, actors, String(req.params.name), width), req, res);
  });
  return router;
}

interface Arrived extends Express.Multer.File {
  path: string;
}

async function receive(tools: Tools, req: Request, res: Response) {
  if (!/^multipart\/form-data\s*;/i.test(req.headers['content-type'] ?? '')) throw new Refusal('file.format');
  const folder = join(tools.storage.incoming, randomUUID());
  await mkdir(folder); // the one it lies in is the store's: where that is gone, the store is away
  try {
    // Of a line that broke before it listens the form's parser hears nothing any more.
    if (req.destroyed) throw new Refusal('msg.badrequest');
    const parse = multer({ storage: new Intake(tools, folder), limits, defParamCharset: 'utf8', preservePath: false }).any();
    await new Promise<void>((resolve, reject) => parse(req, res, (error?: unknown) => (error ? reject(error) : resolve())));
    const arrived = Array.isArray(req.files) ? (req.files as Arrived[]) : []; // Intake gives each its path
    const files: IncomingFile[] = arrived.map((file) => ({ name: file.originalname, size: file.size, path: file.path }));
    const { di, ac, ow, fn, pl, log } = req.body ?? {};
    demandLog(readJson(log), true);
    return await uploadFiles(tools, req.actor!, { di, ac, ow, fn, pl }, files); // the route let only the signed-in through
  } catch (error) {
    throw asRefusal(error);
  } finally {
    await discard(folder);
  }
}

function readJson(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined;
  } catch {
    return undefined; // no JSON
  }
}

/** Writes each file beside the others and stops at the size that its purpose allows. */
class Intake implements multer.StorageEngine {
  readonly #tools: Tools;
  readonly #folder: string;
  constructor(tools: Tools, folder: string) {
    this.#tools = tools;
    this.#folder = folder;
  }

  _handleFile(req: Request, file: Express.Multer.File, done: (error?: unknown, info?: Partial<Arrived>) => void): void {
    // A purpose that comes after its files is not known yet; then the largest one holds for now, short of whole films.
    const most = limitOf(this.#tools, req.body?.di) ?? Math.min(limitOf(this.#tools) ?? 0, mostUnnamed);
    const path = join(this.#folder, randomUUID());
    let size = 0;
    const count = new Transform({
      transform(chunk: Buffer, _encoding, next) {
        size += chunk.length;
        next(size > most ? new Refusal('file.size', { values: { name: file.originalname, limit: sizeText(most) } }) : null, chunk);
      },
    });
    pipeline(file.stream, count, createWriteStream(path)).then(
      () => done(null, { path, size }),
      (error) => done(error),
    );
  }

  _removeFile(_req: Request, file: Express.Multer.File, done: (error: Error | null) => void): void {
    discard((file as Arrived).path).then(() => done(null), done); // Intake gave it
  }
}

/** What the form's parser says, in the catalogue's words (V43). */
function asRefusal(error: unknown): unknown {
  if (error instanceof multer.MulterError) {
    if (error.code === 'LIMIT_FILE_COUNT') return new Refusal('file.count', { values: { label: '', limit: mostFiles } });
    return new Refusal(error.code === 'LIMIT_FIELD_KEY' ? 'file.name' : 'msg.toolarge');
  }
  const isForm = error instanceof Error && !(error instanceof Refusal) && /multipart|boundary|unexpected end of form|malformed part/i.test(error.message);
  return isForm ? new Refusal('file.format') : error;
}

/** What the work gives; a refusal of it that names its field by path gets the field's label in the visitor's language. */
export async function labelling<T>(tools: Pick<Tools, 'registry'>, req: Request, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Refusal) || typeof error.values.field !== 'string') throw error;
    const model = tools.registry.get(String(error.values.object))?.model;
    const label = model ? labelAt(model, error.values.field.replaceAll('.', '/'), languageOf(req.headers.cookie)) : error.values.field;
    throw new Refusal(error.code, { values: { ...error.values, label }, fields: error.fields, data: error.data });
  }
}

/** A call's body is read within this time, ms; uploads over a slow line may take what the server allows in all. */
const bodyTime = 60_000;

/** Cuts a request whose body does not arrive in time. For every call but the upload. */
export const bodyInTime: RequestHandler = (req, _res, next) => {
  if (req.complete || req.method === 'GET' || req.method === 'HEAD') return next();
  const cut = setTimeout(() => req.destroy(), bodyTime);
  req.once('end', () => clearTimeout(cut)).once('close', () => clearTimeout(cut));
  next();
};
