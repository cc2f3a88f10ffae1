/** What a change sets off (x-on) is written with it, step by step: neither is there without the other, whatever ends the process. */
import { randomBytes } from 'node:crypto';
import type { Automation, ObjectModel, Row } from '#codegen/model.ts';
import { stampOf } from '#framework/time.ts';
import { deepest, dueBy } from '#rules/automation.ts';
import { aroundAt } from '#rules/expressions/rules.ts';
import type { Executor, Transaction } from '../engine/connect.ts';
import { insertRun } from '../system/automations.ts';

interface Written {
  id: string;
  before: Row | undefined;
  after: Row | undefined;
}

/** Costs no statement where the object has no automation, or none is due. What the automations of `depth` others led to is not done any more, and said so. */
export async function noteAutomations(tx: Transaction, model: ObjectModel, written: Written, { at, depth }: { at: Date; depth: number }): Promise<void> {
  if (!model.automations?.length) return;
  const { id, before, after } = written;
  for (const one of dueBy(model, written, aroundAt(stampOf(at)))) await noteRuns(tx, model, one, { row: id, at, depth, data: after ? undefined : before });
}

/** One row for each step, in their order. `key`: of what is set off once only, however often it is found; `nextAt`: not before (ms). */
export async function noteRuns(
  tx: Executor,
  model: ObjectModel,
  one: Automation,
  { row, at, depth, data, key, nextAt = 0 }: { row: string; at: Date; depth: number; data?: Row | undefined; key?: string; nextAt?: number },
): Promise<void> {
  const isTooDeep = depth >= deepest;
  const start = key ?? `${at.getTime().toString(36).padStart(9, '0')}${randomBytes(8).toString('hex')}`;
  for (const step of one.steps.keys())
    await insertRun(tx, {
      ...{ id: `${start}-${step}`, object: model.name, rule: one.name, step, row, depth, at: at.getTime(), tries: 0, nextAt, data },
      ...(isTooDeep ? { state: 'stopped', said: [{ code: 'deep' }] } : { state: 'waiting', said: [] }),
    });
}
