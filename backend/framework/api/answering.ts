/** Routers by the list of calls (wire.ts): tsc refuses a path that is not in it, and a handler that answers something else. */
import { type NextFunction, type RequestHandler, Router } from 'express';
import type { Arrived, CallName, PartsOf, Sent } from './wire.ts';

/** A router for the calls below `Base`, where it is mounted: '/api/desk'. */
export function answering<Base extends string>(): Answering<Base> {
  return Router() as unknown as Answering<Base>; // a router as it is, whose methods take less
}

/** What every call passes, as one handler: the router's own work between two handlers costs more than most of them do. */
export function inTurn(...handlers: RequestHandler[]): RequestHandler {
  return (req, res, next) => {
    let at = 0;
    const step: NextFunction = (stop?: unknown) => {
      const handler = stop === undefined ? handlers[at++] : undefined;
      if (!handler) return next(stop);
      try {
        const done: unknown = handler(req, res, step);
        if (done instanceof Promise) done.catch(next);
      } catch (error) {
        next(error);
      }
    };
    step();
  };
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Answering<Base extends string> extends RequestHandler, Pick<Router, 'use'> {
  get: On<'GET', Base>;
  post: On<'POST', Base>;
  put: On<'PUT', Base>;
  patch: On<'PATCH', Base>;
  delete: On<'DELETE', Base>;
}

type On<M extends Method, Base extends string> = <Path extends PathsOf<M, Base>>(
  path: Path,
  ...handlers: [...gates: RequestHandler[], handler: Handles<NameOf<M, Base, Path>>]
) => void;

type Handles<Name extends CallName> = RequestHandler<Record<PartsOf<Name>, string>, Sent<Name>, Arrived<Name>>;

/** '/:book/readers' of 'GET /api/lending/:book/readers'; '/' is the place itself. */
type PathsOf<M extends Method, Base extends string> = CallName extends infer Name
  ? Name extends `${M} ${Base}${infer Path}`
    ? Path extends ''
      ? '/'
      : Path
    : never
  : never;

type NameOf<M extends Method, Base extends string, Path extends string> = `${M} ${Base}${Path extends '/' ? '' : Path}` & CallName;
