/** Stored files as answers: whole or one range of bytes (RFC 9110 sections 13 and 14), straight from the store, at the reader's own speed. */

import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { type ReadableFile, storedFile } from '#framework/files/read-file.ts';
import { dateAt, headerInstant } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import { isShown, subtitleType, withoutTurns } from '#rules/records/upload.ts';
import { hasMark } from '../etag.ts';
import { byteRange } from './byte-range.ts';

/** Nothing that is sent here can run in a browser, whatever its content. */
const policy = "default-src 'none'; sandbox";
/** A reader that takes no data for this long, ms, is cut off; a paused player asks again from its position. */
const stillFor = 10 * 60_000;

/**
 * Streams the stored file `name` to somebody whose permission the caller has checked, on every request, ranges included. Only the reader's own browser may
 * cache it, and it revalidates each time.
 * @throws Refusal msg.notfound where there is none
 */
export async function sendStored(tools: Pick<Tools, 'db' | 'storage'>, req: Request, res: Response, name: string): Promise<void> {
  await sendFile(await storedFile(tools, name), req, res);
}

/** How a film goes out where the store itself may send it. */
interface Sending {
  /** s, the most that an address of the store may be good for */
  most?: number;
  /** of the page whose script may read it from there, if the store lets it */
  origin?: string;
}

/** As `sendStored`, of a file that was looked up already. GET and HEAD. */
export async function sendFile(found: ReadableFile, req: Request, res: Response, { most, origin }: Sending = {}): Promise<void> {
  const { file, isPublic, type, size, etag } = found;
  const changed = dateAt(file.at).toUTCString();
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Content-Security-Policy', policy);
  res.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  res.setHeader('Referrer-Policy', 'no-referrer');
  // A name is never given twice, so the bytes behind it never change; who may see them does.
  res.setHeader('Cache-Control', isPublic ? 'public, max-age=31536000, immutable' : 'private, no-cache');
  res.setHeader('ETag', etag);
  res.setHeader('Last-Modified', changed);
  res.setHeader('Accept-Ranges', 'bytes');
  if (isKnown(req, etag, file.at)) {
    res.status(304).end();
    return;
  }
  const written = disposition(isShown(type) ? 'inline' : 'attachment', file.fileName);
  if (found.direct && type.startsWith('video/') && (isPlayer(req) || (origin !== undefined && isScript(req) && (await found.direct.letsRead(origin))))) {
    res.setHeader('Cache-Control', 'private, no-store');
    for (const name of ['ETag', 'Last-Modified', 'Accept-Ranges']) res.removeHeader(name);
    res
      .status(302)
      .setHeader('Location', await found.direct.addressOf({ disposition: written, most }))
      .end();
    return;
  }
  res.setHeader('Content-Type', type === subtitleType ? `${type}; charset=utf-8` : type);
  res.setHeader('Content-Disposition', written);
  const ifRange = req.headers['if-range'];
  // A range is defined for GET alone, and for the bytes that the reader has the beginning of.
  const isWanted = req.method === 'GET' && (ifRange === undefined || ifRange === etag || ifRange === changed);
  const range = isWanted ? byteRange(req.headers.range, size) : undefined;
  if (range === 'unsatisfiable') {
    res.setHeader('Content-Range', `bytes */${size}`);
    res.removeHeader('Content-Disposition');
    res.removeHeader('Content-Type');
    res.status(416).end();
    return;
  }
  if (range) res.status(206).setHeader('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
  res.setHeader('Content-Length', range ? range.end - range.start + 1 : size);
  if (req.method === 'HEAD' || size === 0) {
    res.end();
    return;
  }
  await pour(found, range, res);
}

/** A page's own <video>: it follows the way to the store, and needs no leave of it. An old browser does not say what asks. */
function isPlayer(req: Request): boolean {
  return req.method === 'GET' && req.headers['sec-fetch-dest'] === 'video';
}

/** A script of one of our pages: the store has to let it read what comes. */
function isScript(req: Request): boolean {
  return req.method === 'GET' && req.headers['sec-fetch-dest'] === 'empty' && req.headers['sec-fetch-site'] === 'same-origin';
}

/** Pipes from the store into the answer; a client that disconnects ends it at once, on both sides, and is no failure. */
async function pour(found: ReadableFile, range: { start: number; end: number } | undefined, res: Response): Promise<void> {
  const gone = new AbortController();
  const leave = () => gone.abort();
  res.once('close', leave);
  let bytes: Readable;
  try {
    bytes = await found.open(range, gone.signal);
  } catch (error) {
    if (gone.signal.aborted) return;
    for (const name of ['Content-Length', 'Content-Range', 'Content-Disposition', 'ETag', 'Last-Modified', 'Accept-Ranges']) res.removeHeader(name);
    res.setHeader('Cache-Control', 'no-store');
    throw error;
  }
  if (gone.signal.aborted || res.destroyed) {
    bytes.on('error', () => undefined).destroy();
    return;
  }
  res.setTimeout(stillFor, () => res.destroy());
  try {
    await pipeline(bytes, res);
  } catch (error) {
    if (!res.destroyed && !res.headersSent) throw error;
    // A half of the file must not look like the whole of it.
    res.destroy();
  } finally {
    res.off('close', leave);
  }
}

/** Whether the reader's browser has these bytes: by mark, else by time. */
function isKnown(req: Request, etag: string, at: number): boolean {
  if (req.headers['if-none-match'] !== undefined) return hasMark(req, etag);
  const since = headerInstant(req.headers['if-modified-since'] ?? '');
  return Number.isFinite(since) && Math.floor(at / 1000) * 1000 <= since;
}

/** The person's own name for the file, in plain letters for old clients and in full for the others. */
function disposition(kind: 'inline' | 'attachment', fileName: string): string {
  const name = withoutTurns(fileName);
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  const whole = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${whole}`;
}
