/** What the API's middleware adds to a request. */
import type { Actor } from '#rules/accounts/actor.ts';
import type { KeyScope } from '#rules/accounts/key-scope.ts';
import type { Site } from '#rules/site.ts';

declare global {
  namespace Express {
    interface Request {
      /** X-Request-Id: what a person can quote when something failed */
      id: string;
      /** the pattern of its route, once that is found (observed.ts) */
      pattern?: string;
      foundRoute?: unknown;
      site: Site;
      /** who is signed in; undefined for nobody */
      actor?: Actor;
      /** the API key that the call came by, by its id: no cookie of it counts */
      key?: { id: string; scope: KeyScope };
      /** signed in, but first a password of their own or a second factor has to be set up */
      must?: Actor['must'];
      /** the session's token as the cookie has it; present for an ended session too */
      token?: string;
      /** who of the other realms is signed in, by realm; one browser may have one of each */
      visitors?: Readonly<Record<string, Actor>>;
      /** tokens of their cookies; present for ended sessions too */
      visitorTokens?: Readonly<Record<string, string>>;
    }
  }
}
