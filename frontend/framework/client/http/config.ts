import type { Answered } from '#framework/api/wire.ts';
import { reply, request } from './ask.ts';

/** GET /api/config as the page keeps it. */
export interface PublicConfig extends Answered<'GET /api/config'> {
  /** of the answer's header; changes with any object */
  objectsVersion: string | null;
}

/** The configuration as the page got it first; asked again only after a failure. */
export function config(): Promise<PublicConfig> {
  known ??= freshConfig().catch((error: unknown) => {
    known = undefined;
    throw error;
  });
  return known;
}

/**
 * The configuration as it is now: how an idle page learns of a newer build and of a dropped-in schema. It goes without the
 * cookie, since a page that is only open must not keep its session alive.
 */
export async function freshConfig(): Promise<PublicConfig> {
  const { data, headers } = await reply(request, 'GET /api/config', { cache: 'no-store', credentials: 'omit' });
  return { ...data.data, objectsVersion: headers.get('X-Objects-Version') };
}

let known: Promise<PublicConfig> | undefined;
