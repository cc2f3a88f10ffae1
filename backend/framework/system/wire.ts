/** What the calls under /api/system, /api/jobs and /api/auth/sessions answer: one list of shapes for the server and the browser. Types only; instants are 'YYYY-MM-DD hh:mm:ss' UTC. */

import type { Row } from '#codegen/model.ts';
import type { BulkMode } from '#framework/bulk/wire.ts';
import type { ListedObject } from '#framework/records/wire.ts';
import type { Bytes } from '#rules/answer.ts';
import type { LogEntry } from '#rules/log-entry.ts';
import type { Repairable, Violation } from '#rules/records/invariants.ts';
import type { Problem } from '#rules/words/problem.ts';

export type StepClass =
  /** loses nothing and cannot fail on the rows that stand: done by itself */
  | 'safe'
  /** may not suit the rows that stand: they are examined, and somebody says so */
  | 'needsData'
  /** loses data, or takes it out of sight: the object's name must be typed */
  | 'destructive';

export type StepKind =
  | 'createTable'
  | 'createSearch'
  | 'dropForeignKey'
  | 'dropIndex'
  | 'renameColumn'
  | 'restoreColumn'
  | 'archiveColumn'
  | 'archiveTable'
  | 'renameTable'
  | 'restoreTable'
  | 'carryList'
  | 'renameInside'
  | 'archiveInside'
  | 'restoreInside'
  | 'addColumn'
  | 'widen'
  | 'narrow'
  | 'convert'
  | 'rebuild'
  | 'addIndex'
  | 'addUnique'
  | 'addForeignKey'
  | 'recompute'
  | 'noteReferences'
  | 'check'
  | 'purge';

/** What a schema file should say otherwise. */
export interface ShownFinding {
  file: string;
  field: string;
  keyword: string;
  level: 'error' | 'warning';
  message: string;
  should: string;
  /** the steps from the keyword's value to the part that it is about */
  at?: (string | number)[];
  /** reading the file went past a limit of time or memory */
  limit?: 'time' | 'memory';
}

/** One change that a table waits for. */
export interface ShownStep {
  /** names it among the steps of its plan */
  key: string;
  kind: StepKind;
  class: StepClass;
  table: string;
  fields: string[];
  /** rows that it carries over or takes something from */
  rows?: StepRows;
}

/** Which rows a step is about. */
export interface StepRows {
  count: number;
  /** entries of lists in them */
  entries?: number;
  /** the first of them */
  ids: string[];
}

/** The changes that one object's tables wait for. */
export interface ShownPlan {
  object: string;
  /** nothing can be done with the object, or with its newest file, until they are made */
  blocked: boolean;
  steps: ShownStep[];
}

/** Rows of an object whose file is gone, or has another name now: nobody sees them until an object takes them over (x-was). */
export interface LeftBehind {
  object: string;
  rows: number;
  /** when its table was last brought to its file */
  at: string;
}

/** GET /api/system/archived: what removed fields left in an object's tables. */
export interface ArchivedPart {
  object: string;
  key: string;
  /** the fields, as dotted paths */
  fields: string[];
  /** rows with a value there, and how much text that is; none for members of nested values, which only reading each would say */
  rows?: number;
  bytes?: number;
  /** when it was put away; '' where that is not known */
  at: string;
}

/** GET /api/system */
export interface SystemState {
  database: { kind: string; version: string; address: string };
  quarantine: { file: string; findings: ShownFinding[] }[];
  /** findings of files that work */
  warnings: ShownFinding[];
  plans: ShownPlan[];
  leftBehind: LeftBehind[];
  sessions: { user: string; createdAt: string; usedAt: string; address: string; agent: string }[];
  failedSignIns: FailedSignIn[];
  log: ErrorReport[];
  server: { node: string; uptime: number; memory: number };
  /** a proxy's forwarding headers arrive while TRUST_PROXY is 0: all visitors count as one address */
  unreadProxy: boolean;
}

/** POST /api/system/apply */
export interface AppliedPlan {
  object: string;
  /** descriptions of the steps that were taken, and of those that still wait */
  done: string[];
  pending: string[];
}

/** `data` of its refusal msg.needsmigration: with the rows that stand in the way */
export interface RefusedPlan extends AppliedPlan {
  refused: { step: string; kind: StepKind; fields: string[]; count: number; rows: { id: string; problems: Problem[] }[] }[];
  /** what the database itself refused, in its words */
  failed: { step: string; kind: StepKind; table: string; fields: string[]; message: string }[];
}

/** POST /api/system/purge */
export interface PurgedObject {
  object: string;
  rows: number;
}

/** GET /api/system/failures */
export interface FailedSignIn {
  account: string;
  address: string;
  at: string;
}

/** GET /api/system/sessions, /api/auth/sessions, /api/pb/{object of a realm}/{id}/sessions */
export interface ShownSession {
  id: string;
  user: string;
  createdAt: string;
  usedAt: string;
  address: string;
  agent: string;
  viewAs: string;
  /** 'oidc' where the provider signed them in, '' for a password */
  via: string;
  /** the one that asks */
  own: boolean;
}

/** GET /api/system/storage; bytes */
export interface StorageState {
  database: { kind: string; version: string; address: string; bytes: number };
  files: { kind: string; address: string; count: number; bytes: number; loose: number; writable: boolean };
  /** of the disk that the data folder is on */
  disk: { free: number; total: number };
}

/** GET /api/system/mail */
export interface MailState {
  /** whether mails leave at all (SMTP_URL) */
  sends: boolean;
  /** state → mails */
  counts: Record<string, number>;
  mails: ShownMail[];
}

export interface ShownMail {
  id: string;
  to: string;
  subject: string;
  status: string;
  tries: number;
  nextAt: string;
  error: string;
  at: string;
}

/** GET /api/system/errors: reports that say the same, together */
export interface ErrorGroup {
  /** of the newest report */
  id: string;
  level: string;
  side: string;
  src: string;
  msg: string;
  count: number;
  users: number;
  first: string;
  last: string;
}

/** GET /api/system/errors/{id} */
export type ErrorReport = LogEntry & { id: string; at: string };

export type JobState = 'running' | 'done' | 'failed' | 'cancelled' | 'interrupted';

/** GET /api/jobs; `Result` is what the job's kind has come to. */
export interface ShownJob<Result = unknown> {
  id: string;
  kind: string;
  state: JobState;
  progress: number;
  total: number;
  message: string;
  by: string;
  at: string;
  endedAt: string;
  cancel: boolean;
  result: Result;
}

/** GET /api/system/videos: stored videos of which no pictures and no stream were made. */
export interface UnmadeVideos {
  /** false where this machine has no ffmpeg: nothing can be begun */
  isOn: boolean;
  videos: { id: string; fileName: string; state: 'failed' | 'cancelled'; at: string }[];
}

/** GET /api/system/backups */
export interface BackupList {
  /** where they lie */
  address: string;
  /** 'hh:mm' of the house at which one is made each day */
  times: string[];
  /** of the house */
  zone: string;
  /** of those that the schedule makes, so many stay */
  keep: number;
  /** what the schedule's last one came to; null before the first */
  last: { at: string; state: JobState; message: string } | null;
  /** newest first */
  backups: ShownBackup[];
}

export interface ShownBackup {
  name: string;
  size: number;
  at: string;
  sha256: string;
  /** null: it was not checked yet */
  check: BackupCheck | null;
}

/** What came of restoring a backup into a place that is thrown away. */
export interface BackupCheck {
  at: string;
  isWhole: boolean;
  /** why it is not, or why only read; '' where it was restored, and all counts were equal */
  problem: string;
  /** read: all hashes are right; but the database's account may not make a database to restore it into */
  how: 'restored' | 'read';
  tables: number;
  rows: number;
  files: number;
  /** files that its database names and it does not have */
  lost: number;
}

export interface Findings {
  violations: Violation[];
  /** rows looked at, by object */
  looked: Record<string, number>;
  /** whether there are more than are named */
  more: boolean;
}

export interface RepairOrder {
  invariant: Repairable;
  object: string;
  /** of a check: the rows have to be the same */
  seen?: string;
}

export interface Attention {
  counts: { object: string; count: number; estimated: boolean }[];
  /** schema files that do not lint, for administrators; one that waits for its table stands in `pending` */
  quarantined: { file: string; message: string }[];
  /** objects whose table waits for a change to be applied, for administrators */
  pending: { object: string; steps: number; blocked: boolean }[];
}

export interface Change {
  obj: string;
  id: string;
  /** the row's title, its id once the row is gone */
  title: string;
  /** 'YYYY-MM-DD hh:mm:ss' UTC */
  at: string;
  /** somebody who wrote their own row through their link goes by its title */
  by: string;
  action: string;
  ver: number;
  /** names of the changed fields that the reader may know of */
  fields: string[];
}

/**
 * @group administration
 * @for administrators
 */
export interface SystemCalls {
  /** @group none */
  'GET /healthz': Bytes;
  /** @group none */
  'GET /readyz': Bytes;
  /**
   * by METRICS_TOKEN, or from this machine
   * @group none
   */
  'GET /metrics': Bytes;
  /**
   * @group own
   * @for staff
   */
  'GET /api/recent': Change[];
  /**
   * @group own
   * @for staff
   */
  'GET /api/attention': Attention;
  'GET /api/invariants': Findings;
  /** the job's result is a BulkReport; `count` rows are those that the check finds now */
  'POST /api/invariants/repair': { job: string; count: number };
  /**
   * @group work
   * @for staff
   * @id jobs
   */
  'GET /api/jobs': ShownJob[];
  /**
   * @group work
   * @for staff
   * @id job
   */
  'GET /api/jobs/:id': ShownJob;
  /**
   * @group work
   * @for staff
   * @id cancelJob
   */
  'POST /api/jobs/:id/cancel': ShownJob;
  'GET /api/system': SystemState;
  'POST /api/system/apply': AppliedPlan;
  'POST /api/system/purge': PurgedObject;
  'GET /api/system/archived': ArchivedPart[];
  'POST /api/system/archived/purge': { key: string };
  'GET /api/system/storage': StorageState;
  'GET /api/system/sessions': ShownSession[];
  'POST /api/system/sessions/:id/end': null;
  'GET /api/system/failures': FailedSignIn[];
  'GET /api/system/errors': ErrorGroup[];
  'GET /api/system/errors/:id': ErrorReport[];
  'DELETE /api/system/errors/:id': { count: number };
  'GET /api/system/mail': MailState;
  'POST /api/system/mail/test': { to: string };
  'POST /api/system/mail/:id/retry': null;
  'POST /api/system/mail/:id/stop': null;
  'GET /api/system/videos': UnmadeVideos;
  'POST /api/system/videos/:id/again': null;
  'GET /api/system/backups': BackupList;
  'POST /api/system/backups': { job: string };
  'GET /api/system/backups/:id': Bytes;
  'DELETE /api/system/backups/:id': null;
  /** the job's result is a BackupCheck */
  'POST /api/system/backups/:id/check': { job: string };
  /**
   * the form of every field (R30)
   * @group none
   */
  'GET /api/test-fields': ListedObject;
  /** @group none */
  'GET /api/test-fields/:file': Bytes;
  /** @group none */
  'POST /api/log': null;
}

/** What the calls are sent. */
export interface SystemBodies {
  'POST /api/invariants/repair': RepairOrder & { mode: BulkMode };
  'POST /api/system/apply': { object: string; typed?: string };
  'POST /api/system/purge': { object: string; typed: string | undefined };
  'POST /api/system/archived/purge': { object: string; key: string; typed: string | undefined };
  'POST /api/log': Row;
}
