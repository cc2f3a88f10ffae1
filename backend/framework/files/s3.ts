/**
 * Files in an S3-compatible store: `s3://key:secret@bucket/prefix?endpoint=https://host&region=…`. Without key and secret the store's
 * usual environment and roles are asked. A path-style address is used wherever an endpoint is named, as small stores want it.
 */
import { createReadStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { baseOf, demandName, NotStored, type Storage, StoreAway } from './storage.ts';

/** Connections to the store at one time. */
const mostLines = 1_000;
/** How long a connection to the store may take to be made, ms. */
const connectionTimeout = 3_000;
/** How long the store may say nothing, ms: to a call with all its attempts, after the last piece of a file it took, and between two pieces it gives. */
const patience = 10_000;

export async function openS3(url: string, dataDir: string): Promise<Storage> {
  const address = new URL(url);
  const Bucket = address.hostname;
  const prefix = address.pathname.replace(/^\/+|\/+$/g, '');
  const endpoint = address.searchParams.get('endpoint') ?? undefined;
  const client = new S3Client({
    region: address.searchParams.get('region') ?? 'us-east-1',
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
  const incoming = join(dataDir, 'incoming');
  await mkdir(incoming, { recursive: true });

  const keyOf = (name: string): string => {
    demandName(name);
    return prefix ? `${prefix}/${name}` : name;
  };

  const where = `s3://${Bucket}${prefix ? `/${prefix}` : ''}${endpoint ? ` at ${new URL(endpoint).host}` : ''}`;
  /**
   * The store's answer in time; undefined where the name does not exist. `moved` starts the time again.
   * @throws StoreAway
   */
  const answered = async <T>(name: string, send: (abortSignal: AbortSignal, moved: () => void) => Promise<T>, caller?: AbortSignal): Promise<T | undefined> => {
    try {
      return await inTime(send, caller);
    } catch (error) {
      if (name && isMissing(error)) return undefined;
      if (caller?.aborted) throw error; // the caller has cancelled
      throw new StoreAway(where, error);
    }
  };

  return {
    kind: 's3',
    address: where,
    incoming,

    async put(name, path) {
      const { size } = await stat(path);
      const send = async (abortSignal: AbortSignal, moved: () => void) => {
        // The client leaves a body that it does not need to its sender; one that breaks is found by the store's silence.
        const Body = Readable.from(piecesOf(path, moved), { objectMode: false }).on('error', () => undefined);
        const left = () => Body.destroy();
        abortSignal.addEventListener('abort', left);
        return client.send(new PutObjectCommand({ Bucket, Key: keyOf(name), Body, ContentLength: size }), { abortSignal }).finally(left);
      };
      await answered('', send);
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
          if (baseOf(name) !== undefined) yield { name, size: Size, at: LastModified?.getTime() ?? 0 };
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
function inTime<T>(send: (signal: AbortSignal, moved: () => void) => Promise<T>, caller?: AbortSignal): Promise<T> {
  const ended = new AbortController();
  return new Promise<T>((resolve, reject) => {
    const end = (reason: Error) => {
      reject(reason);
      ended.abort();
    };
    const late = setTimeout(() => end(new Error(silence)), patience);
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

async function* piecesOf(path: string, moved: () => void): AsyncIterable<Buffer> {
  for await (const piece of createReadStream(path)) {
    moved();
    yield piece;
  }
}

const silence = `no answer within ${patience / 1000} s`;

/** The store's stream, ended where a reader has waited too long for the next piece. A reader who takes nothing, as of a film on hold, is not the store's doing. */
function flowing(body: Readable, where: string): Readable {
  let late: NodeJS.Timeout | undefined;
  const wait = () => {
    clearTimeout(late);
    late = setTimeout(() => out.destroy(new StoreAway(where, new Error(silence))), patience);
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

function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;
}
