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
import { demandName, NotStored, type Storage } from './storage.ts';

/** Connections to the store at one time. */
const mostLines = 1_000;

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
    requestHandler: { httpAgent: { maxSockets: mostLines }, httpsAgent: { maxSockets: mostLines }, connectionTimeout: 5_000 },
  });
  const incoming = join(dataDir, 'incoming');
  await mkdir(incoming, { recursive: true });

  const keyOf = (name: string): string => {
    demandName(name);
    return prefix ? `${prefix}/${name}` : name;
  };

  return {
    kind: 's3',
    address: `s3://${Bucket}${prefix ? `/${prefix}` : ''}${endpoint ? ` at ${new URL(endpoint).host}` : ''}`,
    incoming,

    async put(name, path) {
      const { size } = await stat(path);
      await client.send(new PutObjectCommand({ Bucket, Key: keyOf(name), Body: createReadStream(path), ContentLength: size }));
    },

    async open(name, range, signal) {
      const Range = range ? `bytes=${range.start}-${range.end}` : undefined;
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: keyOf(name), Range }), { ...(signal && { abortSignal: signal }) });
        if (!(Body instanceof Readable)) throw new NotStored(name);
        return Body;
      } catch (error) {
        throw isMissing(error) ? new NotStored(name) : error;
      }
    },

    async stat(name) {
      try {
        const found = await client.send(new HeadObjectCommand({ Bucket, Key: keyOf(name) }));
        return { name, size: found.ContentLength ?? 0, at: found.LastModified?.getTime() ?? 0 };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },

    async remove(name) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: keyOf(name) }));
    },

    async *list() {
      let ContinuationToken: string | undefined;
      do {
        const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix: prefix ? `${prefix}/` : undefined, ContinuationToken }));
        for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
          yield { name: Key.slice(Key.lastIndexOf('/') + 1), size: Size, at: LastModified?.getTime() ?? 0 };
        }
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (ContinuationToken);
    },

    async check() {
      await client.send(new HeadBucketCommand({ Bucket }));
    },
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;
}
