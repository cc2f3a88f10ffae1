/**
 * Who reads what: each enrolment gets a number of readers out of a group of jurors, without conflicts of interest and with loads as even as they can be,
 * and nobody is moved without need. Exact, not greedy: the most readers first, then the evenest loads (the least sum of squares), then the fewest moves.
 * What ties is drawn by the seed. Pure.
 */
import { Network } from '#rules/values/flow.ts';
import { seededRandom } from '#rules/values/random.ts';

export interface AssignJuror {
  id: string;
  programs: readonly string[];
  /** enrolments outside of these that they read already */
  load: number;
}

export interface AssignEnrolment {
  id: string;
  programs: readonly string[];
  /** jurors who read it so far */
  readers: readonly string[];
}

export interface AssignFacts {
  enrolments: readonly AssignEnrolment[];
  jurors: readonly AssignJuror[];
  /** 'juror enrolment' of those who must not read it */
  conflicts: ReadonlySet<string>;
  /** 'juror enrolment' of what somebody has opened or rated: it stays theirs, unless it is a conflict */
  begun: ReadonlySet<string>;
}

export interface AssignWish {
  /** readers each enrolment shall have; 0: everybody who may */
  perPitch: number;
  /** nobody is taken off an enrolment; readers are added where some are missing */
  isFilling: boolean;
  seed: number;
}

/** Enrolment → its readers, sorted. Of an enrolment that nobody may read, none. */
export type Assignment = Map<string, string[]>;

export const pairOf = (juror: string, enrolment: string): string => `${juror} ${enrolment}`;

/** May this juror be given the enrolment: they judge one of its programs and have no conflict. */
export function isEligible(
  juror: Pick<AssignJuror, 'id' | 'programs'>,
  enrolment: Pick<AssignEnrolment, 'id' | 'programs'>,
  conflicts: ReadonlySet<string>,
): boolean {
  return enrolment.programs.some((program) => juror.programs.includes(program)) && !conflicts.has(pairOf(juror.id, enrolment.id));
}

export function assignReaders({ enrolments, jurors, conflicts, begun }: AssignFacts, { perPitch, isFilling, seed }: AssignWish): Assignment {
  const result: Assignment = new Map();
  const free: { at: number; enrolment: AssignEnrolment; wanted: number; open: number[] }[] = [];
  const loads = jurors.map(({ load }) => load);
  const order = shuffledBy(seed);
  const [pitches, people] = [order(enrolments), order(jurors.map((_juror, index) => index))];
  for (const enrolment of pitches) {
    const isFixed = (id: string): boolean => begun.has(pairOf(id, enrolment.id)) || isFilling;
    const fixed = enrolment.readers.filter((id) => !conflicts.has(pairOf(id, enrolment.id)) && isFixed(id));
    result.set(enrolment.id, fixed);
    for (const [index, { id }] of jurors.entries()) if (fixed.includes(id)) loads[index] = (loads[index] ?? 0) + 1;
    const open = people.filter((index) => {
      const juror = jurors[index]!; // an index of the list
      return !fixed.includes(juror.id) && isEligible(juror, enrolment, conflicts);
    });
    const wanted = perPitch === 0 ? open.length : Math.min(Math.max(perPitch - fixed.length, 0), open.length);
    if (wanted > 0) free.push({ at: free.length, enrolment, wanted, open });
  }
  for (const [enrolment, index] of chosenPairs(free, loads, jurors)) result.get(enrolment)?.push(jurors[index]!.id); // as above
  for (const readers of result.values()) readers.sort();
  return result;
}

/**
 * The pairs of a best flow: source → enrolment → juror → sink. A unit is worth more than any unevenness, and an unevenness more than all moves together,
 * so the three wishes are met in their order. All values are whole numbers far below 2^53.
 */
function chosenPairs(
  free: readonly { at: number; enrolment: AssignEnrolment; wanted: number; open: readonly number[] }[],
  loads: readonly number[],
  jurors: readonly AssignJuror[],
): [enrolment: string, juror: number][] {
  const pairs = free.flatMap(({ at, open }) => open.map((juror): [number, number] => [at, juror]));
  const most = Math.max(0, ...loads) + free.length;
  const stay = 1;
  const uneven = pairs.length * stay + 1;
  const unit = (2 * most + 1) * uneven + pairs.length + 1;
  const [source, sink] = [free.length + loads.length, free.length + loads.length + 1];
  const network = new Network(free.length + loads.length + 2, source, sink);
  for (const [at, juror] of pairs) network.arc(at, free.length + juror, 1, free[at]?.enrolment.readers.includes(jurors[juror]?.id ?? '') ? stay : 0);
  for (const { at, wanted } of free) network.arc(source, at, wanted, unit);
  const could = new Map<number, number>();
  for (const [, juror] of pairs) could.set(juror, (could.get(juror) ?? 0) + 1);
  // Each further enrolment of a juror costs more than the one before: (n + 1)² − n².
  for (const [juror, count] of could)
    for (let more = 0; more < count; more += 1) network.arc(free.length + juror, sink, 1, -(2 * ((loads[juror] ?? 0) + more) + 1) * uneven);
  network.run(free.reduce((sum, { wanted }) => sum + wanted, 0));
  return pairs.flatMap(([at, juror], arc): [string, number][] => (network.isFull(arc) ? [[free[at]?.enrolment.id ?? '', juror]] : []));
}

function shuffledBy(seed: number): <T>(list: readonly T[]) => T[] {
  const random = seededRandom(seed);
  return (list) => {
    const shuffled = [...list];
    for (let index = shuffled.length - 1; index > 0; index -= 1) {
      const other = random.int(0, index);
      [shuffled[index], shuffled[other]] = [shuffled[other]!, shuffled[index]!]; // both are in the list
    }
    return shuffled;
  };
}

export interface AssignChange {
  enrolment: string;
  readers: string[];
  added: string[];
  removed: string[];
}

/** The enrolments whose readers differ. */
export function changesOf(before: readonly AssignEnrolment[], after: Assignment): AssignChange[] {
  return before.flatMap(({ id, readers }): AssignChange[] => {
    const next = after.get(id) ?? [...readers];
    const added = next.filter((one) => !readers.includes(one));
    const removed = readers.filter((one) => !next.includes(one));
    return added.length + removed.length ? [{ enrolment: id, readers: next, added, removed }] : [];
  });
}
