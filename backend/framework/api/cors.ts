/**
 * Pages of other origins that may call by an API key (CORS_ORIGINS; decision 074). Never with credentials: a browser sends no cookie along and shows no
 * answer that a cookie has opened, so that a page elsewhere has what its key opens and nothing of the person before it.
 */
import type { Request, RequestHandler } from 'express';
import { keyIn } from './accounts/keys.ts';

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const asked = 'Authorization, Content-Type, Accept-Language, If-Match, If-None-Match, Idempotency-Key, Range, X-Changeset';
const shown =
  'Content-Range, Content-Disposition, ETag, Retry-After, RateLimit, RateLimit-Policy, WWW-Authenticate, ' +
  'X-Next-Cursor, X-Prev-Cursor, X-Objects-Version, X-Request-Id, X-Total-Estimated';
/** s that a browser remembers the answer to its question */
const remembered = 600;

/** Whether the call comes by a key, from no page or from one that may. */
export function isAllowedOrigin(req: Request, origins: readonly string[]): boolean {
  const { origin } = req.headers;
  return origin === undefined || origins.includes(origin);
}

/** Answers a browser's question before such a call, and shows it the answers. Without the setting nothing is said. */
export function crossOrigin(origins: readonly string[]): RequestHandler {
  return (req, res, next) => {
    if (!origins.length) return next();
    res.vary('Origin, Authorization');
    const { origin } = req.headers;
    const isQuestion = req.method === 'OPTIONS' && req.headers['access-control-request-method'] !== undefined;
    const wanted = req.headers['access-control-request-headers'] ?? '';
    const isByKey = isQuestion ? /(^|,)\s*authorization\s*(,|$)/i.test(wanted) : keyIn(req) !== undefined;
    if (origin === undefined || !origins.includes(origin) || !isByKey) return next();
    res.setHeader('Access-Control-Allow-Origin', origin);
    res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    if (!isQuestion) {
      res.setHeader('Access-Control-Expose-Headers', shown);
      return next();
    }
    res.setHeader('Access-Control-Allow-Methods', methods);
    res.setHeader('Access-Control-Allow-Headers', asked);
    res.setHeader('Access-Control-Max-Age', String(remembered));
    res.status(204).end();
  };
}
