/** What holds for every request (safety sections 9, 11-13): headers, its number, where it may come from, how large it may be. */
import { randomUUID } from 'node:crypto';
import express, { type Request, type RequestHandler } from 'express';
import { Refusal } from '#domain/problem.ts';
import './request.ts';

/** 100 KB hold the largest record with room to spare; files travel another way. */
export const bodyLimit = 100 * 1024;
/** Nested deeper than any schema, and shallow enough for every recursive reader. */
export const depthLimit = 32;

/** Answers of the API are data: no browser shall ever run, frame, guess at or keep them. */
const apiHeaders: [string, string][] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cache-Control', 'no-store'],
];

export const requestId: RequestHandler = (req, res, next) => {
  req.id = randomUUID();
  res.setHeader('X-Request-Id', req.id);
  next();
};

export const apiSafety: RequestHandler = (_req, res, next) => {
  for (const [name, value] of apiHeaders) res.setHeader(name, value);
  next();
};

/** Refuses what another site's page sends. A client without Sec-Fetch-Site and Origin is no browser and carries nobody's cookies. */
export function sameOriginOnly(baseUrl: string | undefined): RequestHandler {
  const configured = baseUrl === undefined ? undefined : new URL(baseUrl).host;
  return (req, _res, next) => {
    if (req.method === 'GET' || req.method === 'HEAD' || comesFromHere(req, configured)) next();
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

const parseJson = express.json({ limit: bodyLimit, strict: true, type: 'application/json' });

/** Reads the body of a call as JSON: application/json only, 100 KB, depth 32. A call without a body has none to read. */
export const jsonBody: RequestHandler = (req, res, next) => {
  if (req.method === 'GET' || req.method === 'HEAD') return next();
  const hasBody = req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
  if (!hasBody) return next();
  if (!/^application\/json\s*(;|$)/i.test(req.headers['content-type'] ?? '')) return next(new Refusal('msg.mediatype'));
  parseJson(req, res, (error?: unknown) => {
    if (error) next(error);
    else if (isDeeper(req.body, depthLimit)) next(new Refusal('msg.toolarge'));
    else next();
  });
};

/** Whether a parsed value nests deeper than `levels`. Exported for its test; walks without recursion's cost beyond the limit. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const part of Object.values(value)) if (isDeeper(part, levels - 1)) return true;
  return false;
}
