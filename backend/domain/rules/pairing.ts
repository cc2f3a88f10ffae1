/** V03-V07: what a meeting of a decision maker with a pitch must keep to. Pure. */
import type { Row } from '#codegen/model.ts';
import { idIn, type Load, type RemoveRule, type SaveRule, where } from '#domain/facts.ts';
import { intervalOf, intervalsOf, isFree, isWhole, overlap } from '#domain/intervals.ts';
import type { Problem } from '#domain/problem.ts';
import { inOrder } from './campaign.ts';

export interface PairingFacts {
  dm: Row;
  pitch: Row;
  /** every other pairing of the campaign */
  others: Row[];
}

/** The campaign's row is locked first, so that of two meetings made at once the second sees the first. */
export const pairingRule: SaveRule = async (load, next, previous) => {
  await load.row('campaign', idIn(next, 'cid'), true);
  const facts = await pairingFacts(load, next, previous);
  return facts ? pairingProblems(next, facts) : [];
};

/** Under the same lock, so that a board which follows the campaign hears of it in its turn. */
export const pairingRemoval: RemoveRule = async (load, row) => {
  await load.row('campaign', idIn(row, 'cid'), true);
  return [];
};

async function pairingFacts(load: Load, next: Row, previous: Row | undefined): Promise<PairingFacts | undefined> {
  const dm = await load.row('decision_maker', idIn(next, 'dm'));
  const pitch = await load.row('pitch', idIn(next, 'pitch'));
  if (!dm || !pitch) return undefined; // told as missing references
  const all = await load.rows('pairing', where({ cid: idIn(next, 'cid') }));
  return { dm, pitch, others: previous ? all.filter((row) => row.id !== previous.id) : all };
}

/** V03: what needs no other row. */
export function meetingProblems(next: Row): Problem[] {
  return inOrder(next, 'start', 'end', 'rule.order');
}

export function pairingProblems(next: Row, { dm, pitch, others }: PairingFacts): Problem[] {
  const problems: Problem[] = [];
  for (const [path, row] of [
    ['dm', dm],
    ['pitch', pitch],
  ] as const)
    if (row.cid !== next.cid) problems.push({ path, code: 'rule.campaign' });
  if (dm.enabled === false) problems.push({ path: 'dm', code: 'rule.disabled' });
  if (others.some((other) => other.dm === next.dm && other.pitch === next.pitch)) problems.push({ path: 'pitch', code: 'rule.paired' });
  if (!Array.isArray(dm.priority) || !dm.priority.includes(next.pitch ?? '')) problems.push({ path: 'pitch', code: 'rule.notwished' });
  const wanted = intervalOf(next);
  if (!isWhole(wanted)) return problems;
  if (!isFree(wanted, intervalsOf(dm.available), intervalsOf(dm.unavailable))) problems.push({ path: 'start', code: 'rule.notfree' });
  if (intervalsOf(pitch.unavailable).some((busy) => overlap(busy, wanted))) problems.push({ path: 'start', code: 'rule.pitchaway' });
  const meanwhile = others.filter((other) => overlap(intervalOf(other), wanted));
  if (meanwhile.some((other) => other.dm === next.dm || other.pitch === next.pitch)) problems.push({ path: 'start', code: 'rule.overlap' });
  if (next.room && meanwhile.some((other) => other.room === next.room)) problems.push({ path: 'room', code: 'rule.room' });
  return problems;
}
