/** What the calls of accounts (/api/auth, /api/permissions) answer. Types only. */
import type { JsonValue, Role, Row, Text, Verb } from '#codegen/model.ts';
import type { HistoryEntry } from '#framework/records/wire.ts';
import type { ShownSession } from '#framework/system/wire.ts';
import type { KeyScope } from '#rules/accounts/key-scope.ts';
import type { OwnRole } from '#rules/accounts/own-roles.ts';
import type { Elsewhere } from '#rules/answer.ts';

export interface ObjectPermissions {
  name: string;
  label: Text;
  verbs: { verb: Verb; roles: Role[] }[];
  /** actions and transitions */
  actions: { name: string; label: Text; roles: Role[] }[];
  /** roles that reach some rows only */
  limited: Role[];
  fields: { name: string; label: Text; read: Role[]; write: Role[] }[];
  /** what whoever asks can give a role of the house's own, as rules/accounts/own-roles.ts writes it */
  grantable: string[];
}

export interface Permissions {
  roles: Role[];
  /** those that were made here */
  own: OwnRole[];
  objects: ObjectPermissions[];
}

/** One's own second factor. */
export interface OwnFactor {
  /** '' without one */
  since: string;
  /** recovery codes that were not used yet */
  left: number;
  /** whether one's role asks for one */
  demanded: boolean;
}

/** For the app: the secret to type, and the same as the address that its QR code holds. */
export interface NewFactor {
  secret: string;
  uri: string;
}

/** A key of a program, without its secret; instants are '' where there is none. */
export interface ShownKey {
  id: string;
  name: string;
  /** what its token begins with */
  prefix: string;
  roles: Role[];
  scope: KeyScope;
  /** an account */
  madeBy: string;
  madeAt: string;
  endsAt: string;
  /** to the minute */
  usedAt: string;
  revokedAt: string;
  /** neither ended nor revoked */
  isOpen: boolean;
}

export interface ApiKeys {
  keys: ShownKey[];
  /** what another key can be given */
  roles: Role[];
  objects: string[];
}

/** The token is shown this once. */
export interface MadeKey {
  id: string;
  token: string;
}

/** `ends`: its last day, 'YYYY-MM-DD' UTC. */
export interface KeyBody {
  name: string;
  roles: Role[];
  scope: KeyScope;
  ends?: string;
}

export type OwnRoleBody = Omit<OwnRole, 'code'>;

/** @group accounts */
export interface AccountCalls {
  /**
   * one's own row, without the password; `X-View-As` says whom an administrator views as, `X-Must` what has to be set up before anything else
   * @for everybody
   */
  'POST /api/auth/login': Row;
  /**
   * to the provider, and back from there
   * @group none
   */
  'GET /api/auth/oidc/start': Elsewhere;
  /** @group none */
  'GET /api/auth/oidc/return': Elsewhere;
  'GET /api/auth/me': Row;
  'PUT /api/auth/profile': Row;
  /** @for everybody */
  'POST /api/auth/logout': null;
  'POST /api/auth/password': null;
  /** @for everybody */
  'POST /api/auth/forgot': null;
  /** @for everybody */
  'POST /api/auth/reset': { id: string };
  'GET /api/auth/factor': OwnFactor;
  'POST /api/auth/factor': NewFactor;
  /** recovery codes, this once */
  'POST /api/auth/factor/confirm': { codes: string[] };
  'POST /api/auth/factor/codes': { codes: string[] };
  'POST /api/auth/factor/end': null;
  'GET /api/auth/sessions': ShownSession[];
  'POST /api/auth/sessions/end': null;
  /** @for administrators */
  'POST /api/auth/view-as': null;
  'POST /api/auth/view-as/end': null;
  /**
   * @group administration
   * @for administrators
   */
  'GET /api/keys': ApiKeys;
  /**
   * @group administration
   * @for administrators
   */
  'POST /api/keys': MadeKey;
  /**
   * @group administration
   * @for administrators
   */
  'DELETE /api/keys/:id': null;
  /**
   * @group administration
   * @for administrators
   */
  'GET /api/permissions': Permissions;
  /**
   * a role of the house's own, by its code without the brackets
   * @group administration
   * @for administrators
   */
  'PUT /api/permissions/roles/:role': null;
  /**
   * @group administration
   * @for administrators
   */
  'DELETE /api/permissions/roles/:role': null;
  /**
   * @group administration
   * @for administrators
   */
  'GET /api/permissions/roles/:role/history': HistoryEntry[];
  /**
   * of an account, of staff or of another realm, by its object
   * @group administration
   * @for administrators
   */
  'GET /api/pb/:object/:id/sessions': ShownSession[];
  /**
   * @group administration
   * @for administrators
   */
  'POST /api/pb/:object/:id/sessions/end': { ended: number };
  /**
   * @group administration
   * @for administrators
   */
  'POST /api/pb/user/:id/reset-link': { link: string; endsAt: string };
  /**
   * @group administration
   * @for administrators
   */
  'POST /api/pb/user/:id/factor/end': null;
}

/** What the calls are sent. */
export interface AccountBodies {
  'POST /api/auth/login': { id: string; pw: string; code?: string };
  'PUT /api/auth/profile': Row & { ver: JsonValue };
  'POST /api/auth/password': { old: string; pw: string; confirm: string };
  'POST /api/auth/forgot': { id: string };
  'POST /api/auth/reset': { id?: string; code?: string; token?: string; pw: string; confirm: string };
  'POST /api/auth/factor': { old: string };
  'POST /api/auth/factor/confirm': { code: string };
  'POST /api/auth/factor/codes': { old: string; code: string };
  'POST /api/auth/factor/end': { old: string; code: string };
  /** one of them; with `here` all; else all but this one */
  'POST /api/auth/sessions/end': { id?: string; here?: true };
  'POST /api/auth/view-as': { role: Role };
  'POST /api/keys': KeyBody;
  /** `ver` 0 makes it */
  'PUT /api/permissions/roles/:role': OwnRoleBody;
  'POST /api/pb/:object/:id/sessions/end': { id?: string };
}
