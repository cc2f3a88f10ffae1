/** Rules of a pitch: S05, V04, K15, K16 and its number. Pure. */
import type { JsonValue, Row } from '#codegen/model.ts';
import { idIn, type Load, naming, type RemoveRule, type SaveRule, where } from '#rules/records/facts.ts';
import { intervalOf, intervalsOf, overlap } from '#rules/values/intervals.ts';
import type { Problem } from '#rules/words/problem.ts';
import { slotProblems } from './slots.ts';

/** S05: the fields of a pitch that cannot change once it has pairings or wishes. */
export const lockedByWishes = ['cid', 'attProgram', 'enrollid', 'enrolment'] as const;

export interface PitchFacts {
  /** other pitches of the campaign with the same number */
  twins: Row[];
  pairings: Row[];
  /** decision makers who wish for it */
  wishing: Row[];
}

export function pitchProblems(next: Row): Problem[] {
  const problems = slotProblems(next, 'unavailable');
  const [number, program] = [next.enrollid, next.attProgram];
  if (typeof number === 'string' && number !== '' && !number.startsWith(String(program))) problems.push({ path: 'enrollid', code: 'rule.numberprogram' });
  return problems;
}

export const pitchRule: SaveRule<'pitch'> = async (load, next, previous) => {
  await load.row('campaign', idIn(next, 'cid'), true);
  const number = idIn(next, 'enrollid');
  const numbered = number ? await load.rows('pitch', where({ cid: idIn(next, 'cid'), enrollid: number })) : [];
  const related = previous ? await wishesFor(load, idIn(previous, 'id')) : { pairings: [], wishing: [] };
  return pairedPitchProblems(next, previous, { twins: numbered.filter((row) => row.id !== previous?.id), ...related });
};

export function pairedPitchProblems(next: Row, previous: Row | undefined, { twins, pairings, wishing }: PitchFacts): Problem[] {
  const problems: Problem[] = twins.length ? [{ path: 'enrollid', code: 'rule.number' }] : [];
  if (!previous) return problems;
  if (pairings.length || wishing.length)
    for (const path of lockedByWishes) if (!same(next[path], previous[path])) problems.push({ path, code: 'msg.priority' });
  const away = intervalsOf(next.unavailable);
  const held = pairings.filter((pairing) => away.some((busy) => overlap(busy, intervalOf(pairing))));
  if (held.length) problems.push({ path: 'unavailable', code: 'rule.keptslot', values: { count: held.length } });
  return problems;
}

/** K15 where it has meetings, K16 where there are only wishes for it. */
export const pitchRemoval: RemoveRule<'pitch'> = async (load, row) => {
  await load.row('campaign', idIn(row, 'cid'), true);
  const { pairings, wishing } = await wishesFor(load, idIn(row, 'id'));
  return pairings.length ? [{ path: '', code: 'msg.pairing' }] : wishing.length ? [{ path: '', code: 'msg.priority' }] : [];
};

/** S05 for the form. */
export async function lockedOfPitch(load: Load, row: Row): Promise<readonly string[]> {
  const { pairings, wishing } = await wishesFor(load, idIn(row, 'id'));
  return pairings.length || wishing.length ? lockedByWishes : [];
}

async function wishesFor(load: Load, id: string): Promise<Pick<PitchFacts, 'pairings' | 'wishing'>> {
  return { pairings: await load.rows('pairing', where({ pitch: id })), wishing: await load.rows('decision_maker', naming('priority', id)) };
}

function same(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return (a ?? '') === (b ?? '');
}
