/**
 * Files in an S3-compatible store: `s3://key:secret@bucket/prefix?endpoint=https://host&region=…`. Without key and secret the store's
 * usual environment and roles are asked. A path-style address is used wherever an endpoint is named, as small stores want it.
 */
import { createReadStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { presignedGet } from './presign.ts';
import { demandName, NotStored, type Storage, StoreAway, type StoredNames } from './storage.ts';

/** Connections to the store at one time. */
const mostLines = 1_000;
/** How long a connection to the store may take to be made, ms. */
const connectionTimeout = 3_000;
/** How long the store may say nothing, ms: to a call with all its attempts, after the last piece of a file it took, and between two pieces it gives. */
const patience = 10_000;
/** How long it may take to put the parts of a file together, ms. */
const joining = 300_000;
/** A larger file goes in parts of this size, or larger ones where there would be too many: a store takes 5 GB at once, and 10,000 parts. */
const partSize = 64 << 20;
const mostParts = 9_000;

/** How long the store's word on who may read is taken, ms, and of how many addresses of ours. */
const readersFor = 600_000;
const mostOrigins = 50;

/** Of a file's bytes, both ends included. */
interface Range {
  start: number;
  end: number;
}

export async function openS3(url: string, folder: string, names: StoredNames, directSeconds: number): Promise<Storage> {
  const address = new URL(url);
  const Bucket = address.hostname;
  const prefix = address.pathname.replace(/^\/+|\/+$/g, '');
  const endpoint = address.searchParams.get('endpoint') ?? undefined;
  const region = address.searchParams.get('region') ?? 'us-east-1';
  const client = new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(address.username && {
      credentials: { accessKeyId: decodeURIComponent(address.username), secretAccessKey: decodeURIComponent(address.password) },
    }),
    // Stores other than Amazon's know the older checksums only.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    // Each viewer of a film holds a line of their own for as long as they watch; the usual 50 would keep the fifty-first waiting.
    requestHandler: { httpAgent: { maxSockets: mostLines }, httpsAgent: { maxSockets: mostLines }, connectionTimeout },
  });
  const incoming = join(folder, 'incoming');
  await mkdir(incoming, { recursive: true });

  const keyOf = (name: string): string => {
    demandName(name, names);
    return prefix ? `${prefix}/${name}` : name;
  };

  const base = endpoint ? new URL(`${endpoint.replace(/\/+$/, '')}/${Bucket}/`) : new URL(`https://${Bucket}.s3.${region}.amazonaws.com/`);
  const direct: Storage['direct'] =
    directSeconds > 0
      ? {
          origin: base.origin,
          addressOf: async (name, { type, disposition, most = directSeconds }) =>
            presignedGet({
              ...{ url: new URL(keyOf(name), base), region, at: Date.now(), credentials: await client.config.credentials() },
              seconds: Math.min(directSeconds, most),
              answer: { 'response-content-type': type, 'response-content-disposition': disposition, 'response-cache-control': 'private, no-store' },
            }),
          letsRead: readersOf(base),
        }
      : undefined;
  const where = `s3://${Bucket}${prefix ? `/${prefix}` : ''}${endpoint ? ` at ${new URL(endpoint).host}` : ''}`;
  /**
   * The store's answer in time; undefined where the name does not exist. `moved` starts the time again.
   * @throws StoreAway
   */
  const answered = async <T>(
    name: string,
    send: (abortSignal: AbortSignal, moved: () => void) => Promise<T>,
    caller?: AbortSignal,
    time = patience,
  ): Promise<T | undefined> => {
    try {
      return await inTime(send, caller, time);
    } catch (error) {
      if (name && isMissing(error)) return undefined;
      if (caller?.aborted) throw error; // the caller has cancelled
      throw new StoreAway(where, error);
    }
  };

  return {
    kind: 's3',
    address: where,
    direct,
    incoming,

    async put(name, path, { signal, tell } = {}) {
      const { size } = await stat(path);
      const at = { Bucket, Key: keyOf(name) };
      let sent = 0;
      const sendPiece = <T>(range: Range | undefined, send: (Body: Readable, abortSignal: AbortSignal) => Promise<T>) =>
        answered(
          '',
          async (abortSignal, moved) => {
            const pass = (bytes: number) => {
              moved();
              sent += bytes;
              tell?.(sent);
            };
            // The client leaves a body that it does not need to its sender; one that breaks is found by the store's silence.
            const Body = Readable.from(piecesOf(path, range, pass), { objectMode: false }).on('error', () => undefined);
            const left = () => Body.destroy();
            abortSignal.addEventListener('abort', left);
            return send(Body, abortSignal).finally(left);
          },
          signal,
        );
      if (size <= partSize) {
        await sendPiece(undefined, (Body, abortSignal) => client.send(new PutObjectCommand({ ...at, Body, ContentLength: size }), { abortSignal }));
        return;
      }
      const begun = await answered('', (abortSignal) => client.send(new CreateMultipartUploadCommand(at), { abortSignal }), signal);
      const whole = { ...at, UploadId: begun?.UploadId };
      const length = Math.max(partSize, Math.ceil(size / mostParts));
      try {
        const Parts: { ETag: string | undefined; PartNumber: number }[] = [];
        for (let start = 0; start < size; start += length) {
          const range = { start, end: Math.min(size, start + length) - 1 };
          const part = { ...whole, PartNumber: Parts.length + 1, ContentLength: range.end - start + 1 };
          const found = await sendPiece(range, (Body, abortSignal) => client.send(new UploadPartCommand({ ...part, Body }), { abortSignal }));
          Parts.push({ ETag: found?.ETag, PartNumber: part.PartNumber });
        }
        const all = new CompleteMultipartUploadCommand({ ...whole, MultipartUpload: { Parts } });
        await answered('', (abortSignal) => client.send(all, { abortSignal }), signal, joining);
      } catch (error) {
        // What is left behind where this fails too is the store's to clear up: a rule of its bucket.
        await answered('', (abortSignal) => client.send(new AbortMultipartUploadCommand(whole), { abortSignal })).catch(() => undefined);
        throw error;
      }
    },

    async open(name, range, signal) {
      const get = new GetObjectCommand({ Bucket, Key: keyOf(name), Range: range && `bytes=${range.start}-${range.end}` });
      const found = await answered(name, (abortSignal) => client.send(get, { abortSignal }), signal);
      if (!(found?.Body instanceof Readable)) throw new NotStored(name);
      return flowing(found.Body, where);
    },

    async stat(name) {
      const found = await answered(name, (abortSignal) => client.send(new HeadObjectCommand({ Bucket, Key: keyOf(name) }), { abortSignal }));
      return found && { name, size: found.ContentLength ?? 0, at: found.LastModified?.getTime() ?? 0 };
    },

    async remove(name) {
      await answered(name, (abortSignal) => client.send(new DeleteObjectCommand({ Bucket, Key: keyOf(name) }), { abortSignal }));
    },

    async *list() {
      let ContinuationToken: string | undefined;
      do {
        const next = new ListObjectsV2Command({ Bucket, Prefix: prefix ? `${prefix}/` : undefined, ContinuationToken });
        const page = await answered('', (abortSignal) => client.send(next, { abortSignal }));
        for (const { Key = '', Size = 0, LastModified } of page?.Contents ?? []) {
          const name = Key.slice(prefix ? prefix.length + 1 : 0);
          if (names.isOurs(name)) yield { name, size: Size, at: LastModified?.getTime() ?? 0 };
        }
        ContinuationToken = page?.IsTruncated ? page.NextContinuationToken : undefined;
      } while (ContinuationToken);
    },

    async check() {
      await answered('', (abortSignal) => client.send(new HeadBucketCommand({ Bucket }), { abortSignal }));
    },
  };
}

/** The result of a call; rejects when nothing has moved for too long or the caller leaves, whatever the client is still waiting for. */
function inTime<T>(send: (signal: AbortSignal, moved: () => void) => Promise<T>, caller: AbortSignal | undefined, time: number): Promise<T> {
  const ended = new AbortController();
  return new Promise<T>((resolve, reject) => {
    const end = (reason: Error) => {
      reject(reason);
      ended.abort();
    };
    const late = setTimeout(() => end(new Error(silence(time))), time);
    const leave = () => end(new Error('not wanted any more'));
    if (caller?.aborted) return leave();
    caller?.addEventListener('abort', leave);
    send(ended.signal, () => late.refresh())
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(late);
        caller?.removeEventListener('abort', leave);
      });
  });
}

async function* piecesOf(path: string, range: Range | undefined, moved: (bytes: number) => void): AsyncIterable<Buffer> {
  for await (const piece of createReadStream(path, range)) {
    moved(piece.length);
    yield piece;
  }
}

function silence(time: number): string {
  return `no answer within ${time / 1000} s`;
}

/** The store's stream, ended where a reader has waited too long for the next piece. A reader who takes nothing, as of a film on hold, is not the store's doing. */
function flowing(body: Readable, where: string): Readable {
  let late: NodeJS.Timeout | undefined;
  const wait = () => {
    clearTimeout(late);
    late = setTimeout(() => out.destroy(new StoreAway(where, new Error(silence(patience)))), patience);
  };
  const out = new Readable({
    read() {
      wait();
      body.resume();
    },
    destroy(error, done) {
      clearTimeout(late);
      body.destroy();
      done(error);
    },
  });
  body.pause();
  body.on('data', (piece) => {
    if (out.push(piece)) return wait();
    clearTimeout(late);
    body.pause();
  });
  body.on('end', () => {
    clearTimeout(late);
    out.push(null);
  });
  body.on('error', (error) => out.destroy(new StoreAway(where, error)));
  return out;
}

/** What a browser would ask before a page's script reads a range of a file: for some minutes an answer of the store's is as good as new. */
function readersOf(base: URL): (origin: string) => Promise<boolean> {
  const known = new Map<string, { until: number; may: Promise<boolean> }>();
  const headers = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'range' };
  return (origin) => {
    const now = Date.now();
    const one = known.get(origin);
    if (one && one.until > now) return one.may;
    const may = fetch(base, { method: 'OPTIONS', headers: { ...headers, origin }, signal: AbortSignal.timeout(connectionTimeout) }).then(
      (answer) => answer.ok && ['*', origin].includes(answer.headers.get('access-control-allow-origin') ?? ''),
      () => false,
    );
    if (known.size >= mostOrigins) known.clear();
    known.set(origin, { until: now + readersFor, may });
    return may;
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;
}
