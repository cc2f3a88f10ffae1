/** What the system page shows to administrators. */

import type { Finding } from '#codegen/lint/finding.ts';
import { leftBehind } from '#framework/data/evolve/left-behind.ts';
import type { Step } from '#framework/data/evolve/plan.ts';
import { listFailures } from '#framework/data/system/accounts/attempts.ts';
import { listLog } from '#framework/data/system/log.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import { logModel } from './record-log.ts';
import type { ShownStep, SystemState } from './wire.ts';

export async function readSystem(tools: Tools): Promise<SystemState> {
  const now = tools.now().getTime();
  const text = (at: number) => stampOf(at);
  const { kind, version, address } = tools.db;
  return {
    database: { kind, version, address },
    quarantine: brokenFiles(tools),
    warnings: tools.registry.warnings(),
    plans: tools.tables.pending().map(({ object, blocked, steps }) => ({ object, blocked: blocked !== undefined, steps: steps.map(shownStep) })),
    leftBehind: (await leftBehind(tools.db, filesOf(tools))).map((one) => ({ ...one, at: text(one.at) })),
    sessions: (await tools.sessions.list(now)).map(({ user, createdAt, usedAt, address, agent }) => ({
      user,
      createdAt: text(createdAt),
      usedAt: text(usedAt),
      address,
      agent,
    })),
    failedSignIns: (await listFailures(tools.db, now)).map((failure) => ({ ...failure, at: text(failure.at) })),
    log: logModel(tools) ? await listLog(tools.db) : [],
    unreadProxy: tools.signs.unreadProxy,
    server: { node: process.version, uptime: Math.round(process.uptime()), memory: process.memoryUsage().rss },
  };
}

/** Files in quarantine because something is wrong with them; a file whose table waits for a plan is listed with the plan, once. */
export function brokenFiles({ registry }: Tools): { file: string; findings: Finding[] }[] {
  return registry.quarantined().flatMap(({ file, findings, isSound }) => (isSound ? [] : [{ file, findings }]));
}

/** Objects that have a file, a broken one too. */
export function filesOf({ registry }: Tools): Set<string> {
  const quarantined = registry.quarantined().flatMap(({ file }) => /^schemas\/([^/]+)\.json$/.exec(file)?.[1] ?? []);
  return new Set([...registry.objects().map(({ model }) => model.name), ...quarantined]);
}

/** What a screen is told of a step. */
export function shownStep({ key, kind, class: danger, table, fields, rows }: Step): ShownStep {
  return { key, kind, class: danger, table, fields, ...(rows && { rows }) };
}
