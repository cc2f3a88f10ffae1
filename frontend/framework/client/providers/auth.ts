/** react-admin's authProvider over /api/auth. The cookie is the session; what the page keeps is only for showing. */

import type { AuthProvider, UserIdentity } from 'react-admin';
import type { Role, Row } from '#codegen/model.ts';
import { toProblems } from '#rules/records/validation.ts';
import { reply } from '../http/ask.ts';
import { ApiError, call, request } from '../http-client.ts';
import { objectsQuery, validatorOf } from '../objects.tsx';
import { queryClient } from '../query-client.ts';
import { forgetUser, keepUser, type SignedInUser, takeTab } from '../signed-in-user.ts';

/** Who is signed in, asked of the server once per page; rejects with 401 or 440 without a session. */
export function whoami(): Promise<SignedInUser> {
  if (!known && isStranger()) return Promise.reject(new ApiError(401, '401', null));
  known ??= reply(request, 'GET /api/auth/me', {})
    .then(({ headers, data }) => {
      view = headers.get('X-View-As') ?? undefined;
      must = headers.get('X-Must') ?? undefined;
      return remember(data.data);
    })
    .catch((error: unknown) => {
      known = undefined;
      throw error;
    });
  return known;
}

/** The page came to somebody without a session: nobody is asked, until they sign in here, or come back from where they may have. */
function isStranger(): boolean {
  const meta = document.querySelector('meta[name="session"]');
  if (meta) document.addEventListener('visibilitychange', () => meta.remove(), { once: true });
  return meta !== null;
}

/** Asks again who is signed in, after one's own account was changed. */
export function forgetWhoami(): void {
  known = undefined;
}

/** The role that an administrator views the system as; known once `whoami` has answered. */
export function viewedRole(): Role | undefined {
  return view;
}

/** What has to be set up before anything else is open: 'password', 'factor'; known once `whoami` has answered. */
export function dueFirst(): string | undefined {
  return must;
}

export const authProvider: AuthProvider = {
  async login(given: { id: string; pw: string; code?: string }) {
    const { headers, data } = await reply(request, 'POST /api/auth/login', { body: given });
    document.querySelector('meta[name="session"]')?.remove();
    must = headers.get('X-Must') ?? undefined;
    const remembered = await remember(data.data);
    known = Promise.resolve(remembered);
    return remembered;
  },
  async logout() {
    const wasKnown = known !== undefined;
    known = undefined;
    forgetUser();
    if (wasKnown) await call('POST /api/auth/logout', { body: {} }).catch(() => undefined);
  },
  async checkAuth() {
    await whoami();
  },
  async checkError(error: unknown) {
    if (error instanceof ApiError && endsSession(error.status)) throw { message: error.status === 440 ? 'auth.timeout' : false };
  },
  async getIdentity() {
    const user = await whoami();
    return { ...user, id: user.id, fullName: user.name || user.id } as UserIdentity; // a Row's values are JSON, wider than react-admin's
  },
  async getPermissions() {
    return (await whoami()).roles;
  },
};

/** 401 where no session was presented, 440 where the presented one has ended. */
export function endsSession(status: number): boolean {
  return status === 401 || status === 440;
}

let known: Promise<SignedInUser> | undefined;
let view: Role | undefined;
let must: string | undefined;

/**
 * E14 needs the user schema's validator, which comes with the objects: asked of the server, whoever was here before, and cached for the screens. Where the
 * role may not see users, their rules are not known here.
 */
async function remember(row: Row): Promise<SignedInUser> {
  const user = row as SignedInUser; // the server's session answers a user row
  takeTab(user.id);
  const { entries } = await queryClient.fetchQuery({ ...objectsQuery, staleTime: 0 });
  const entry = entries.find(({ name }) => name === 'user');
  const rules = entry && validatorOf(entry.validator);
  await rules?.fetch();
  // Signing in works without the validator, if it cannot be loaded.
  const validate = rules?.get()?.validate;
  if (entry && validate) keepUser(user, toProblems(validate(user), user, entry.model), entry.model.fields);
  else keepUser(user, minimalProblems(user), []);
  return user;
}

/** For a role without access to users: the parts of the user schema that the page itself relies on (E13). */
function minimalProblems(user: Row) {
  const sound =
    /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/.test(String(user.id)) &&
    typeof user.name === 'string' &&
    user.name !== '' &&
    Array.isArray(user.roles) &&
    user.roles.length > 0;
  return sound ? [] : [{ path: '', code: 'field.invalid' as const }];
}
