/** Seeded random numbers: the same seed gives the same on every machine. Pure. */
export interface Random {
  /** [0, 1) */
  next(): number;
  /** a whole number from low to high, both included */
  int(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** `count` different members, in the list's order of drawing */
  sample<T>(list: readonly T[], count: number): T[];
}

/** A mulberry32 generator: 32 bits of state are plenty for invented data, resampling and search, and it makes some 100 million numbers a second. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T; // list is never empty here; the index is in range
  return {
    next,
    int,
    pick,
    chance: (probability) => next() < probability,
    sample: (list, count) => {
      const taken = new Set<number>();
      const wanted = Math.min(count, list.length);
      while (taken.size < wanted) taken.add(Math.floor(next() * list.length));
      return [...taken].map((index) => list[index] as (typeof list)[number]); // as above
    },
  };
}
