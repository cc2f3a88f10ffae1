/** What the calls of views answer: a list's filter, order, columns and density under a name. Types only. */
import type { Clockwork, ViewSettings } from '#codegen/model.ts';

/** Whom a view is for. `shipped`: it stands in the schema (x-views). */
export type ViewScope = 'me' | 'role' | 'all' | 'shipped';

/** A view as far as who asks may see it. */
export interface View {
  /** in the address of its list: ?view=… */
  id: string;
  object: string;
  name: string;
  scope: ViewScope;
  /** whose it is, where it is a role's */
  role: string;
  /** what the list opens with for somebody who has chosen nothing */
  isDefault: boolean;
  settings: ViewSettings;
  /** how many of its columns, conditions and orders are left out here: fields that are gone, or that the person may not read */
  left: number;
  /** may who asks change or delete it? */
  isMine: boolean;
  /** when who asks is mailed it; absent: never */
  mail?: Clockwork;
}

/** A view as it is made and saved. */
export interface ViewBody {
  object: string;
  name: string;
  scope: Exclude<ViewScope, 'shipped'>;
  role?: string;
  isDefault?: boolean;
  settings: ViewSettings;
}

/** @group own */
export interface ViewCalls {
  /** of all objects that the person may list; `roles`: that a view may be made for, [] for who makes their own only */
  'GET /api/views': { views: View[]; roles: string[] };
  'POST /api/views': { id: string };
  'PUT /api/views/:id': { id: string };
  'DELETE /api/views/:id': { id: string };
  /** one that was deleted comes back under its address */
  'POST /api/views/:id/restore': { id: string };
  /** whether one's own address is mailed the rows of a view, and when; `due`: the next time, '' for never */
  'PUT /api/views/:id/mail': { due: string };
}

/** When a view is mailed to who asks; null: no longer. */
export interface ViewMailBody {
  object: string;
  mail: Clockwork | null;
}

/** What the calls are sent. */
export interface ViewBodies {
  'POST /api/views': ViewBody;
  'PUT /api/views/:id': ViewBody;
  'PUT /api/views/:id/mail': ViewMailBody;
}
