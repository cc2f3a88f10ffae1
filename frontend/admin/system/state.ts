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
