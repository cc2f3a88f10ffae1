/** GET /api/system */
export interface SystemState {
  quarantined: QuarantinedFile[];
  pending: PendingPlan[];
  database: Record<string, unknown>;
  sessions: { user: string; address: string; createdAt: string; seenAt: string }[];
  failures: { account: string; address: string; count: number; at: string }[];
  log: { at: string; level: string; side: string; src: string; user: string; msg: string; desc: string }[];
}
export interface QuarantinedFile {
  file: string;
  findings: { file: string; field: string; keyword: string; level: string; message: string; should: string }[];
}
export interface PendingPlan {
  object: string;
  blocked?: string;
  steps: { level: string; text: string }[];
}
