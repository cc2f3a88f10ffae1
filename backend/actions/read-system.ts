/** What the system page shows to administrators. */
import { listFailures } from '#backend/data/attempts.ts';
import type { TableReport } from '#backend/data/ensure.ts';
import { utcText } from '#backend/data/history.ts';
import { listLog } from '#backend/data/log.ts';
import type { LogEntry } from '#domain/log-entry.ts';
import type { Tools } from './tools.ts';

/** One change that a table waits for. */
export type ShownStep = Pick<TableReport['steps'][number], 'kind' | 'class' | 'description' | 'reason'>;

export interface SystemState {
  database: { kind: string; version: string; address: string };
  quarantine: { file: string; findings: { file: string; field: string; keyword: string; level: string; message: string; should: string }[] }[];
  /** findings of files that work */
  warnings: { file: string; field: string; keyword: string; message: string; should: string }[];
  plans: { object: string; blocked?: string; steps: ShownStep[] }[];
  /** instants are 'YYYY-MM-DD hh:mm:ss' UTC */
  sessions: { user: string; createdAt: string; usedAt: string; address: string; agent: string }[];
  failedSignIns: { account: string; address: string; at: string }[];
  log: (LogEntry & { at: string })[];
  server: { node: string; uptime: number; memory: number };
}

export async function readSystem(tools: Tools): Promise<SystemState> {
  const now = tools.now().getTime();
  const text = (at: number) => utcText(new Date(at));
  const { kind, version, address } = tools.db;
  return {
    database: { kind, version, address },
    quarantine: tools.registry.quarantined(),
    warnings: tools.registry.warnings(),
    plans: tools.tables.pending().map(({ object, blocked, steps }) => ({ object, blocked, steps: steps.map(shownStep) })),
    sessions: (await tools.sessions.list(now)).map((session) => ({ ...session, createdAt: text(session.createdAt), usedAt: text(session.usedAt) })),
    failedSignIns: (await listFailures(tools.db, now)).map((failure) => ({ ...failure, at: text(failure.at) })),
    log: (await listLog(tools.db)).map((entry) => ({ ...entry, at: text(entry.at) })),
    server: { node: process.version, uptime: Math.round(process.uptime()), memory: process.memoryUsage().rss },
  };
}

function shownStep({ kind, class: danger, description, reason }: ShownStep): ShownStep {
  return { kind, class: danger, description, reason };
}
