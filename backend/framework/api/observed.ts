/** Each request by its route's pattern: counted and measured, and, where somebody follows it, the cause of its statements. */
import type { Express, Request, RequestHandler } from 'express';
import type { Metrics } from '#framework/observe/metrics.ts';
import type { Observer } from '#framework/observe/observer.ts';

/** Which pattern a request's route has is known only while the router is at it: errors are answered further out. The router says it by setting `route`. */
export function noteRoutes(app: Express): void {
  Object.defineProperty(app.request, 'route', {
    configurable: true,
    get(this: Request): unknown {
      return this.foundRoute;
    },
    set(this: Request, route: { path: unknown }) {
      this.foundRoute = route;
      this.pattern = `${this.baseUrl.toLowerCase()}${route.path === '/' && this.baseUrl ? '' : String(route.path)}`;
    },
  });
}

/** '/api/pb/:object/:id'; what was refused before a route was found, or belongs to none, by its kind. */
export function patternOf(req: Request): string {
  return req.pattern ?? (/^\/api(\/|$)/i.test(req.originalUrl) ? '/api/*' : '/*');
}

export function observed({ observer, metrics }: { observer: Observer; metrics: Metrics }): RequestHandler {
  return (req, res, next) => {
    const began = performance.now();
    const cause = observer.isWatching ? observer.begin('request', req.id, () => `${req.method} ${patternOf(req)}`) : undefined;
    res.once('close', () => {
      // One that the caller has left before its end has no status.
      const status = res.writableFinished ? String(res.statusCode) : 'left';
      metrics.request(req.method, patternOf(req), status, (performance.now() - began) / 1000);
      if (cause) {
        const facts = { 'http.request.method': req.method, 'http.route': patternOf(req), 'http.response.status_code': res.statusCode };
        observer.end(cause, facts, res.statusCode >= 500 ? new Error('failed') : undefined);
      }
    });
    if (cause) observer.as(cause, next);
    else next();
  };
}
