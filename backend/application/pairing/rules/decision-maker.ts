/** Rules of a decision maker: S09, V04, V06, V07, K15. Pure. */
import type { Row, RowOf } from '#codegen/model.ts';
import { among, idIn, type Load, type RemoveRule, type SaveRule, where } from '#rules/records/facts.ts';
import { intervalOf, intervalsOf, isFree } from '#rules/values/intervals.ts';
import type { Problem } from '#rules/words/problem.ts';
import { slotProblems } from './slots.ts';

/** The values that disabling clears (S09). */
export const clearedByDisabling = ['available', 'unavailable', 'priority'] as const;

export function decisionMakerProblems(next: Row, previous: Row | undefined): Problem[] {
  const problems = [...slotProblems(next, 'available'), ...slotProblems(next, 'unavailable')];
  const holds = clearedByDisabling.some((field) => Array.isArray(next[field]) && next[field].length > 0);
  if (next.enabled === false && previous?.enabled !== false && holds) problems.push({ path: 'enabled', code: 'rule.disable' });
  return problems;
}

/** An existing meeting needs its wish and its slot, so they cannot be removed. */
export const decisionMakerRule: SaveRule<'decision_maker'> = async (load, next, previous) => {
  await load.row('campaign', idIn(previous ?? next, 'cid'), true);
  const foreign = await foreignWishes(load, next, previous);
  if (!previous) return foreign;
  return [...foreign, ...lostMeetings(next, await load.rows('pairing', where({ dm: idIn(previous, 'id') })))];
};

/** Wishes are for pitches of the same campaign: any other could never be met, and would lock the pitch in its own. */
async function foreignWishes(load: Load, next: RowOf<'decision_maker'>, previous: RowOf<'decision_maker'> | undefined): Promise<Problem[]> {
  const known = previous?.cid === next.cid ? previous.priority : [];
  const fresh = next.priority.filter((id) => !known.includes(id));
  const pitches = fresh.length ? await load.rows('pitch', among('id', fresh)) : [];
  return pitches.some(({ cid }) => cid !== next.cid) ? [{ path: 'priority', code: 'rule.campaign' }] : [];
}

export function lostMeetings(next: Row, pairings: readonly Row[]): Problem[] {
  const problems = new Map<string, Problem>();
  const counts = new Map<string, number>();
  const note = (path: string, code: Problem['code']) => {
    counts.set(path, (counts.get(path) ?? 0) + 1);
    problems.set(path, { path, code, values: { count: counts.get(path) ?? 1 } });
  };
  const wishes = Array.isArray(next.priority) ? next.priority : [];
  for (const pairing of pairings) {
    if (pairing.cid !== next.cid) note('cid', 'msg.pairing');
    if (next.enabled === false) note('enabled', 'rule.disable');
    if (!wishes.includes(pairing.pitch ?? '')) note('priority', 'rule.keptwish');
    if (!isFree(intervalOf(pairing), intervalsOf(next.available), intervalsOf(next.unavailable))) note('available', 'rule.keptslot');
  }
  return [...problems.values()];
}

/** K15 */
export const decisionMakerRemoval: RemoveRule<'decision_maker'> = async (load, row) => {
  await load.row('campaign', idIn(row, 'cid'), true);
  return (await load.rows('pairing', where({ dm: idIn(row, 'id') }))).length ? [{ path: '', code: 'msg.pairing' }] : [];
};
