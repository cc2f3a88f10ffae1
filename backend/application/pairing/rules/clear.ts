/** Which meetings a clearing removes (S06); browser and server count with the same function. Pure. */

import { isObject } from '#rules/records/record.ts';
import { type ProblemCode, Refusal } from '#rules/words/problem.ts';

export type ClearWhat = 'auto' | 'all';

/** POST /api/pairing/{campaign}/clear; `count` is the number that the person confirmed. */
export interface ClearRequest {
  what: ClearWhat;
  count: number;
  version?: number;
}

export function isCleared(what: ClearWhat, { mode, locked }: { mode: string; locked: boolean }): boolean {
  return !locked && (what === 'all' || mode === 'auto');
}

/** @throws Refusal msg.badrequest, msg.invalid with the field */
export function clearRequestOf(body: unknown): ClearRequest {
  if (!isObject(body)) throw new Refusal('msg.badrequest');
  const { what, count, version, ...rest } = body;
  const problems: { path: string; code: ProblemCode }[] = Object.keys(rest).map((path) => ({ path, code: 'field.unknown' }));
  if (what !== 'auto' && what !== 'all') problems.push({ path: 'what', code: 'field.option' });
  if (!Number.isSafeInteger(count)) problems.push({ path: 'count', code: 'field.integer' });
  if (version !== undefined && !Number.isSafeInteger(version)) problems.push({ path: 'version', code: 'field.integer' });
  if (problems.length) throw new Refusal('msg.invalid', { fields: problems });
  return { what: what === 'all' ? 'all' : 'auto', count: Number(count), ...(version === undefined ? {} : { version: Number(version) }) };
}
