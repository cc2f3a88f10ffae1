import { request } from './ask.ts';

/** GET /api/config, docs/decisions/003. */
export interface PublicConfig {
  build: string;
  languages: string[];
  publicSecret: string;
  popupTimeout: number;
  notifyTimeout: number;
  /** seconds between two looks for a newer build */
  buildCheck: number;
  site: { base: string; root: string; ipAccess: boolean };
  demo: boolean;
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
  const { data, headers } = await request<{ data: PublicConfig }>('/api/config', { cache: 'no-store', credentials: 'omit' });
  return { ...data.data, objectsVersion: headers.get('X-Objects-Version') };
}

let known: Promise<PublicConfig> | undefined;
