/** What holds for every request (safety sections 9, 11-13): headers, its number, where it may come from, how large it may be. */
import { randomUUID } from 'node:crypto';
import express, { type Request, type RequestHandler } from 'express';
import type { Config } from '#backend/config.ts';
import type { Tools } from '#framework/tools.ts';
import { Refusal } from '#rules/words/problem.ts';
import { isAllowedOrigin } from './cors.ts';
import './request.ts';

/** 100 KB hold the largest record with space to spare; files travel another way. */
export const bodyLimit = 100 * 1024;
/** Nested deeper than any schema, and shallow enough for every recursive reader. */
export const depthLimit = 32;

/** Answers of the API are data: beyond what every answer says, no browser shall keep them or show them to another site. */
const apiHeaders: [string, string][] = [
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Cache-Control', 'no-store'],
];

/** A year, as browsers ask for it; on https alone, for elsewhere it means nothing. */
const strictTransport = 'max-age=31536000; includeSubDomains';
/** A name or an address, and perhaps a port. */
const hostShape = /^(?:[\w-]+(?:\.[\w-]+)*\.?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Headers of every answer, whichever route gives it or none: no type sniffing, no scripts, no framing unless an answer allows it. Pages and files set a
 * policy of their own over this one. A `Host` that is no host is refused before anything reads it.
 */
export function everyAnswer(baseUrl: string | undefined): RequestHandler {
  const isHttps = baseUrl?.startsWith('https:') ?? false;
  return (req, res, next) => {
    res.setHeader('X-Content-Type-Options', 'nosniff');
    res.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    res.setHeader('Referrer-Policy', 'no-referrer');
    if (isHttps || req.secure) res.setHeader('Strict-Transport-Security', strictTransport);
    const isHost = [req.headers.host, req.host].every((host) => host === undefined || host === '' || hostShape.test(host));
    next(isHost ? undefined : new Refusal('msg.badrequest'));
  };
}

export const requestId: RequestHandler = (req, res, next) => {
  req.id = randomUUID();
  res.setHeader('X-Request-Id', req.id);
  next();
};

export const apiSafety: RequestHandler = (_req, res, next) => {
  for (const [name, value] of apiHeaders) res.setHeader(name, value);
  next();
};

/** Refuses calls from another site's page, but by a key from a page that may (cors.ts). A client without Sec-Fetch-Site and Origin is no browser and carries no cookies of a person. */
export function sameOriginOnly({ baseUrl, corsOrigins }: Pick<Config, 'baseUrl' | 'corsOrigins'>): RequestHandler {
  const configured = baseUrl === undefined ? undefined : new URL(baseUrl).host;
  return (req, _res, next) => {
    const isKeyed = req.key !== undefined && isAllowedOrigin(req, corsOrigins);
    if (req.method === 'GET' || req.method === 'HEAD' || isKeyed || comesFromHere(req, configured)) next();
    else next(new Refusal('msg.origin'));
  };
}

/** `configured` is the host that visitors use, where a proxy in front writes another into the request. */
function comesFromHere(req: Request, configured: string | undefined): boolean {
  const fetchSite = req.headers['sec-fetch-site'];
  if (fetchSite !== undefined) return fetchSite === 'same-origin' || fetchSite === 'none';
  const origin = req.headers.origin;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  return host === req.host || host === configured;
}

/**
 * Detects a proxy that is not configured: it passes on its visitors' addresses, but with TRUST_PROXY at 0 they all count as the proxy's one address, so that
 * some failed sign-ins slow everybody down. Logged once, and shown on the system page from then on.
 */
export function noteProxy({ config, log, signs }: Pick<Tools, 'config' | 'log' | 'signs'>): RequestHandler {
  return (req, _res, next) => {
    if (!signs.unreadProxy && config.trustProxy === 0 && req.headers['x-forwarded-for'] !== undefined) {
      signs.unreadProxy = true;
      log.warn('X-Forwarded-For arrives and TRUST_PROXY is 0: behind a proxy set it to the number of proxies, else all visitors count as one address');
    }
    next();
  };
}

/** The content type of what is no JSON: a sheet, a piece of a file. */
export const bytesType = 'application/octet-stream';

/** For a request whose content is of another type than the one it has to be of. */
export function notOfType(type: string): Refusal {
  return new Refusal('msg.mediatype', { values: { type } });
}

/** Reads the body of a call as JSON: application/json only, 100 KB, depth 32. A call without a body has none to read. */
export const jsonBody = jsonReader(bodyLimit);

/** The same up to `limit`, which is 100 KB but for calls that carry many rows. */
export function jsonReader(limit: number): RequestHandler {
  const parse = express.json({ limit, strict: true, type: 'application/json' });
  return (req, res, next) => {
    if (req.method === 'GET' || req.method === 'HEAD') return next();
    const hasBody = req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
    if (!hasBody) return next();
    if (!/^application\/json\s*(;|$)/i.test(req.headers['content-type'] ?? '')) return next(notOfType('application/json'));
    parse(req, res, (error?: unknown) => {
      if (error) next(error);
      else if (isDeeper(req.body, depthLimit)) next(new Refusal('msg.toolarge'));
      else next();
    });
  };
}

/** Whether a parsed value nests deeper than `levels`. Exported for its test; walks without recursion's cost beyond the limit. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const part of Object.values(value)) if (isDeeper(part, levels - 1)) return true;
  return false;
}
