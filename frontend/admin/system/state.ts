/** GET /api/system; instants are 'YYYY-MM-DD hh:mm:ss' UTC */
export interface SystemState {
  quarantine: { file: string; findings: Finding[] }[];
  /** of files that work */
  warnings: Finding[];
  plans: PendingPlan[];
  database: { kind: string; version: string; address: string };
  sessions: { user: string; address: string; agent: string; createdAt: string; usedAt: string }[];
  failedSignIns: { account: string; address: string; at: string }[];
  log: { at: string; level: string; side: string; src: string; user: string; msg: string; desc: string }[];
  server: { node: string; uptime: number; memory: number };
}

export interface Finding {
  file: string;
  field: string;
  keyword: string;
  message: string;
  should: string;
}

export interface PendingPlan {
  object: string;
  /** why the object cannot be used now */
  blocked?: string;
  steps: { key: string; kind: string; table: string; class: 'safe' | 'needsData' | 'destructive'; reason: string; fields: string[] }[];
}

/** GET /api/system/sessions, /api/auth/sessions */
export interface ShownSession {
  id: string;
  user: string;
  createdAt: string;
  usedAt: string;
  address: string;
  agent: string;
  viewAs: string;
  own: boolean;
}

/** GET /api/system/storage; bytes */
export interface StorageState {
  database: { kind: string; version: string; address: string; bytes: number };
  files: { kind: string; address: string; count: number; bytes: number; loose: number; writable: boolean };
  disk: { free: number; total: number };
}

/** GET /api/system/mail */
export interface MailState {
  sends: boolean;
  counts: Record<string, number>;
  mails: { id: string; to: string; subject: string; status: string; tries: number; nextAt: string; error: string; at: string }[];
}

/** GET /api/system/errors */
export interface ErrorGroup {
  id: number;
  level: string;
  side: string;
  src: string;
  msg: string;
  count: number;
  users: number;
  first: string;
  last: string;
}

/** GET /api/jobs */
export interface Job {
  id: string;
  kind: string;
  state: 'running' | 'done' | 'failed' | 'cancelled' | 'interrupted';
  progress: number;
  total: number;
  message: string;
  by: string;
  at: string;
  endedAt: string;
  cancel: boolean;
}

/** GET /api/system/backups */
export interface Backup {
  name: string;
  size: number;
  at: string;
  sha256: string;
}
