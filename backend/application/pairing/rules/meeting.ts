/** V03-V07: the rules for a meeting of a decision maker with a pitch. Pure. */

import { inOrder } from '#application/campaign/rules/campaign.ts';
import type { Row } from '#codegen/model.ts';
import type { DecisionMaker, Pairing, Pitch } from '#generated/objects.ts';
import { idIn, type Load, type RemoveRule, type SaveRule, where } from '#rules/records/facts.ts';
import { intervalOf, intervalsOf, isFree, isWhole, overlap } from '#rules/values/intervals.ts';
import type { Problem } from '#rules/words/problem.ts';
import type { PlannedPairing } from './forum.ts';
import { offGridReason, type Slot, slotsOf } from './grid.ts';
import { maxInRowOf, rowAround } from './in-row.ts';

export interface PairingFacts {
  dm: Pick<DecisionMaker, 'cid' | 'enabled' | 'priority' | 'available' | 'unavailable'>;
  pitch: Pick<Pitch, 'cid' | 'unavailable'>;
  /** every other pairing of the campaign */
  others: PlannedPairing[];
}

/** The campaign's row is locked first, so that of two meetings made at the same time the second sees the first. */
export const pairingRule: SaveRule<'pairing'> = async (load, next, previous) => {
  const campaign = await load.row('campaign', idIn(next, 'cid'), true);
  const facts = await pairingFacts(load, next, previous);
  const problems = facts ? pairingProblems(next, facts) : [];
  // A meeting that was off the grid before may still be locked or get a note; a new place must be on the grid.
  const isPlaced = !previous || (['cid', 'start', 'end', 'room'] as const).some((field) => next[field] !== previous[field]);
  if (!campaign || !isPlaced) return problems;
  const slots = slotsOf(campaign);
  return [...problems, ...gridProblems(next, slots), ...rowProblems(next, previous, { others: facts?.others ?? [], slots, most: maxInRowOf(campaign) })];
};

/** A meeting is in a slot of the forum's days, at one of its tables. A campaign without days has no grid. */
export function gridProblems(next: Pick<PlannedPairing, 'start' | 'end' | 'room'>, slots: readonly Slot[]): Problem[] {
  const wanted = intervalOf(next);
  if (!slots.length || !isWhole(wanted)) return [];
  const why = offGridReason(slots, { ...wanted, room: idIn(next, 'room') });
  if (!why) return [];
  return [why === 'slot' ? { path: 'start', code: 'rule.slot' } : { path: 'room', code: 'field.option' }];
}

/** A decision maker has at most as many meetings in a row as the campaign allows. A new table alone does not make a row longer. */
export function rowProblems(
  next: PlannedPairing,
  previous: PlannedPairing | undefined,
  { others, slots, most }: { others: readonly PlannedPairing[]; slots: readonly Slot[]; most: number },
): Problem[] {
  const slot = slots.findIndex(({ start, end }) => start === next.start && end === next.end);
  const isElsewhere = !previous || (['dm', 'start', 'end'] as const).some((field) => next[field] !== previous[field]);
  if (!most || slot < 0 || !isElsewhere) return [];
  const own = others.filter((other) => other.dm === next.dm).map(intervalOf);
  const follows = slots.map((one) => one.follows);
  const row = rowAround(follows, slot, (at) => own.some((when) => overlap(when, slots[at]!)));
  return row.length < most ? [] : [{ path: 'start', code: 'rule.inrow', values: { most } }];
}

/** Under the same lock, so that a board which follows the campaign gets the changes in order. */
export const pairingRemoval: RemoveRule<'pairing'> = async (load, row) => {
  await load.row('campaign', idIn(row, 'cid'), true);
  return [];
};

async function pairingFacts(load: Load, next: Pairing, previous: Pairing | undefined): Promise<PairingFacts | undefined> {
  const dm = await load.row('decision_maker', idIn(next, 'dm'));
  const pitch = await load.row('pitch', idIn(next, 'pitch'));
  if (!dm || !pitch) return undefined; // reported as missing references
  const all = await load.rows('pairing', where({ cid: idIn(next, 'cid') }));
  return { dm, pitch, others: previous ? all.filter((row) => row.id !== previous.id) : all };
}

/** V03: the checks that need no other row. */
export function meetingProblems(next: Row): Problem[] {
  return inOrder(next, 'start', 'end', 'rule.order');
}

export function pairingProblems(next: PlannedPairing & Pick<Pairing, 'cid'>, { dm, pitch, others }: PairingFacts): Problem[] {
  const problems: Problem[] = [];
  for (const [path, row] of [
    ['dm', dm],
    ['pitch', pitch],
  ] as const)
    if (row.cid !== next.cid) problems.push({ path, code: 'rule.campaign' });
  if (dm.enabled === false) problems.push({ path: 'dm', code: 'rule.disabled' });
  if (others.some((other) => other.dm === next.dm && other.pitch === next.pitch)) problems.push({ path: 'pitch', code: 'rule.paired' });
  if (!dm.priority.includes(next.pitch)) problems.push({ path: 'pitch', code: 'rule.notwished' });
  const wanted = intervalOf(next);
  if (!isWhole(wanted)) return problems;
  if (!isFree(wanted, intervalsOf(dm.available), intervalsOf(dm.unavailable))) problems.push({ path: 'start', code: 'rule.notfree' });
  if (intervalsOf(pitch.unavailable).some((busy) => overlap(busy, wanted))) problems.push({ path: 'start', code: 'rule.pitchaway' });
  const meanwhile = others.filter((other) => overlap(intervalOf(other), wanted));
  if (meanwhile.some((other) => other.dm === next.dm || other.pitch === next.pitch)) problems.push({ path: 'start', code: 'rule.overlap' });
  if (next.room && meanwhile.some((other) => other.room === next.room)) problems.push({ path: 'room', code: 'rule.room' });
  return problems;
}
