import { fetchTwice } from './http-client.ts';

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
  /** changes with any object: how an idle page learns of a dropped-in schema without touching its session */
  objectsVersion?: string;
}

/** The configuration as the page got it first; asked again only after a failure. */
export function config(): Promise<PublicConfig> {
  known ??= freshConfig().catch((error: unknown) => {
    known = undefined;
    throw error;
  });
  return known;
}

/** The configuration as it is now, for the look for a newer build; also tells which version of the objects stands. */
export async function freshConfig(): Promise<PublicConfig> {
  const response = await fetchTwice('/api/config', { headers: { Accept: 'application/json' }, cache: 'no-store' });
  if (!response.ok) throw new Error(`config ${response.status}`);
  const answer = await response.json();
  return answer && typeof answer === 'object' && 'done' in answer ? answer.data : answer;
}

let known: Promise<PublicConfig> | undefined;
