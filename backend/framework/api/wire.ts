/**
 * Every call of the server, by method and path, with what it answers: routers (answering.ts), the browser's client and the table of routes are typed by
 * this one list. Each room lists its own in its wire.ts; an application's calls join them (backend/application/wire.ts). Types only.
 */
import type { AccountBodies, AccountCalls } from '#framework/accounts/wire.ts';
import type { AutomationBodies, AutomationCalls } from '#framework/automations/wire.ts';
import type { BulkBodies, BulkCalls } from '#framework/bulk/wire.ts';
import type { CommentBodies, CommentCalls } from '#framework/comments/wire.ts';
import type { FileBodies, FileCalls } from '#framework/files/wire.ts';
import type { HomeBodies, HomeCalls } from '#framework/home/wire.ts';
import type { ImportBodies, ImportCalls } from '#framework/import/wire.ts';
import type { MergeBodies, MergeCalls } from '#framework/merge/wire.ts';
import type { OpenApiCalls } from '#framework/openapi/wire.ts';
import type { OptionBodies, OptionCalls } from '#framework/options/wire.ts';
import type { RecordBodies, RecordCalls } from '#framework/records/wire.ts';
import type { ReminderBodies, ReminderCalls } from '#framework/reminders/wire.ts';
import type { SystemBodies, SystemCalls } from '#framework/system/wire.ts';
import type { TrashBodies, TrashCalls } from '#framework/trash/wire.ts';
import type { ViewBodies, ViewCalls } from '#framework/views/wire.ts';
import type { WebhookBodies, WebhookCalls } from '#framework/webhooks/wire.ts';
import type { WorkbenchBodies, WorkbenchCalls } from '#framework/workbench/wire.ts';
import type { Answer, Bare } from '#rules/answer.ts';

export interface Calls
  extends AccountCalls,
    BulkCalls,
    CommentCalls,
    FileCalls,
    HomeCalls,
    ImportCalls,
    MergeCalls,
    OpenApiCalls,
    OptionCalls,
    RecordCalls,
    ReminderCalls,
    SystemCalls,
    TrashCalls,
    ViewCalls,
    WebhookCalls,
    AutomationCalls,
    WorkbenchCalls {
  /**
   * @group house
   * @for everybody
   */
  'GET /api/config': PublicConfig;
}

/** What a page needs before anybody is signed in (docs/decisions/003). */
export interface PublicConfig {
  build: string;
  languages: readonly string[];
  publicSecret: string;
  /** ms */
  popupTimeout: number;
  notifyTimeout: number;
  /** s between two looks for a newer build */
  buildCheck: number;
  site: { base: string; root: string; ipAccess: boolean };
  /** whether the demo's sign-ins work here */
  demo: boolean;
  /** what the provider is called that staff can sign in with; '' without one */
  signInWith: string;
}

/** What calls are sent: JSON, or a file as bytes. A call that does not stand here is sent nothing, or {}. */
export interface Bodies
  extends AccountBodies,
    BulkBodies,
    CommentBodies,
    FileBodies,
    HomeBodies,
    ImportBodies,
    MergeBodies,
    OptionBodies,
    RecordBodies,
    ReminderBodies,
    SystemBodies,
    TrashBodies,
    ViewBodies,
    WebhookBodies,
    AutomationBodies,
    WorkbenchBodies {}

export type CallName = keyof Calls;

/** What a caller sends with a call. */
export type BodyOf<Name extends CallName> = Name extends keyof Bodies ? Bodies[Name] : Record<string, never>;

/** The same as it comes in: the keys are the list's, and nobody has looked at a value. */
export type Arrived<Name extends CallName> = unknown extends BodyOf<Name> ? unknown : { [Key in keyof BodyOf<Name>]?: unknown } | undefined;

/** What a call comes to. */
export type Answered<Name extends CallName> = Calls[Name] extends Bare<infer T> ? T : Calls[Name];

/** What of it goes over the wire. */
export type Sent<Name extends CallName> = Calls[Name] extends Bare<infer T> ? T : Answer<Calls[Name]>;

/** The parts of a call's path that differ from one to the next: 'book' of 'GET /api/lending/:book/readers'. */
export type PartsOf<Path> = Path extends `${string}/:${infer Part}/${infer Rest}`
  ? Part | PartsOf<`/${Rest}`>
  : Path extends `${string}/:${infer Part}`
    ? Part
    : never;
