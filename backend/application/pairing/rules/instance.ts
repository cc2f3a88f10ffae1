/** The pairing problem as numbers (specification section 4, E06, E07): who is free when, who wishes for whom, and the value of a meeting. Pure. */

/** A decision maker or a pitch. */
export interface Participant {
  /** by slot: an automatic meeting is possible; false where there is a manual one */
  free: boolean[];
  /** by slot: there is a manual or locked meeting, which this run does not change */
  taken: boolean[];
  /** most meetings in all, including manual ones; Infinity for no quota */
  quota: number;
  /** number of existing manual meetings */
  has: number;
}

export interface Instance {
  /** half-day of each slot, by which breaks are counted; its length is the number of slots */
  blocks: number[];
  /** by slot: no pause lies between it and the one before, so meetings in both are in a row */
  follows: boolean[];
  /** most meetings in a row of a decision maker, including existing ones; Infinity for no limit */
  mostInRow: number;
  /** free tables in each slot; Infinity without tables */
  tables: number[];
  dms: Participant[];
  pitches: Participant[];
  /** by decision maker: pitches in the order of the wishes, without those already paired by hand; `rank` 1 is the highest priority */
  wishes: { pitch: number; rank: number }[][];
  /** reward the first meetings of everybody, so that as many people as possible have one */
  isFair: boolean;
}

/** One wish: a meeting that may be made. */
export interface Edges {
  count: number;
  dm: Int32Array;
  pitch: Int32Array;
  rank: Int32Array;
  weight: Int32Array;
  /** by decision maker, by pitch: their wishes */
  ofDm: number[][];
  ofPitch: number[][];
  /** by wish: slots in which both are free */
  common: number[][];
}

const K = 10;
/** Rewards for the first, second … meeting of a pitch or a decision maker. */
const rewards = [100, 40, 20, 10, 5];

/** Value of a meeting that stays in its slot, where there is a baseline: its two people need no new information. */
export const stayWorth = 2;

/** Value of a meeting of this rank: two meetings are always worth more than one. */
export function weightOf(rank: number): number {
  return K + Math.max(0, K + 1 - rank);
}

/** The reward for one more meeting of somebody who has `count`. */
export function rewardOf(instance: Instance, count: number): number {
  return instance.isFair ? (rewards[count] ?? 0) : 0;
}

/** Every wish for which there is a possible slot. No plan can meet the others, which are included only with `all`. */
export function edgesOf(instance: Instance, all = false): Edges {
  const dm: number[] = [];
  const pitch: number[] = [];
  const rank: number[] = [];
  const common: number[][] = [];
  const ofDm = instance.dms.map((): number[] => []);
  const ofPitch = instance.pitches.map((): number[] => []);
  for (const [d, list] of instance.wishes.entries()) {
    for (const wish of list) {
      const slots = commonSlots(instance, d, wish.pitch);
      if (!slots.length && !all) continue;
      ofDm[d]!.push(dm.length); // one list for each decision maker, by construction
      ofPitch[wish.pitch]!.push(dm.length);
      dm.push(d);
      pitch.push(wish.pitch);
      rank.push(wish.rank);
      common.push(slots);
    }
  }
  return {
    count: dm.length,
    dm: Int32Array.from(dm),
    pitch: Int32Array.from(pitch),
    rank: Int32Array.from(rank),
    weight: Int32Array.from(rank, weightOf),
    ofDm,
    ofPitch,
    common,
  };
}

/** By wish, the slot that it had in a timetable, -1 where it had none. */
export function baselineSlots(edges: Edges, baseline: readonly { dm: number; pitch: number; slot: number }[]): Int32Array {
  const by = new Map(baseline.map(({ dm, pitch, slot }) => [`${dm} ${pitch}`, slot]));
  return Int32Array.from({ length: edges.count }, (_, edge) => by.get(`${edges.dm[edge]} ${edges.pitch[edge]}`) ?? -1);
}

/** Slots in which both are free and a table may be available. */
export function commonSlots(instance: Instance, dm: number, pitch: number): number[] {
  const [one, other] = [instance.dms[dm]!.free, instance.pitches[pitch]!.free];
  return instance.tables.flatMap((tables, slot) => (tables > 0 && one[slot] && other[slot] ? [slot] : []));
}

/** How many more meetings somebody may have, including a decision maker's limit of meetings in a row. */
export function roomOf({ free, taken, quota, has }: Participant, rest?: Pick<Instance, 'follows' | 'mostInRow'>): number {
  const idle = rest && Number.isFinite(rest.mostInRow) ? idleSlots(free, taken, rest) : 0;
  return Math.max(0, Math.min(free.filter(Boolean).length - idle, quota - has));
}

/** The fewest free slots that must stay empty: of each row that is too long the latest possible one, which helps the most rows after it. */
function idleSlots(free: readonly boolean[], taken: readonly boolean[], { follows, mostInRow }: Pick<Instance, 'follows' | 'mostInRow'>): number {
  let [idle, row] = [0, 0];
  for (const slot of free.keys()) {
    row = free[slot] || taken[slot] ? (follows[slot] ? row : 0) + 1 : 0;
    if (row <= mostInRow) continue;
    let empty = slot;
    while (empty > slot - row && !free[empty]) empty -= 1;
    if (empty < slot - mostInRow) continue; // made too long by manual meetings alone: none of our meetings is in it
    idle += 1;
    row = slot - empty;
  }
  return idle;
}
