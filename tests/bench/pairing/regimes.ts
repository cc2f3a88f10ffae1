/** Made-up forums for measuring the pairing: sizes and regimes of absence, seeded. */
import type { Instance, Participant } from '#application/pairing/rules/instance.ts';
import { type Random, seededRandom } from '#rules/values/random.ts';

export const regimes = ['full', 'real', 'tight', 'sparse', 'dm-only'] as const;
export type Regime = (typeof regimes)[number];

/** decision makers, pitches, slots */
export const sizes = [
  [20, 30, 16],
  [50, 60, 24],
  [100, 120, 32],
] as const;

/** share of half-days away, share of single slots blocked, whether a few pitches draw most wishes, whether pitches are away too */
const absence: Record<Regime, { away: number; blocked: number; skewed: boolean; pitches: boolean }> = {
  full: { away: 0, blocked: 0, skewed: false, pitches: false },
  real: { away: 0.2, blocked: 0.1, skewed: false, pitches: true },
  tight: { away: 0.4, blocked: 0.2, skewed: true, pitches: true },
  sparse: { away: 0, blocked: 0.6, skewed: false, pitches: true },
  'dm-only': { away: 0.2, blocked: 0.1, skewed: false, pitches: false },
};

export function forum([dms, pitches, slots]: readonly [number, number, number], regime: Regime, seed: number, isFair = false, mostInRow = Infinity): Instance {
  const random = seededRandom(seed * 7919 + dms);
  const { away, blocked, skewed, pitches: both } = absence[regime];
  // Two half-days a day of up to sixteen slots.
  const perBlock = 8;
  const blocks = Array.from({ length: slots }, (_, slot) => Math.floor(slot / perBlock));
  const participant = (isAway: boolean): Participant => {
    const gone = new Set(blocks.filter((_, index) => index % perBlock === 0 && isAway && random.chance(away)));
    const free = blocks.map((block) => !gone.has(block) && !(isAway && random.chance(blocked)));
    return { free, taken: blocks.map(() => false), quota: Infinity, has: 0 };
  };
  const drawOf = (): number => Math.min(pitches - 1, Math.floor((skewed ? random.next() ** 2.2 : random.next()) * pitches));
  return {
    blocks,
    follows: blocks.map((block, slot) => slot > 0 && block === blocks[slot - 1]),
    mostInRow,
    tables: blocks.map(() => Infinity),
    dms: Array.from({ length: dms }, () => participant(true)),
    pitches: Array.from({ length: pitches }, () => participant(both)),
    wishes: Array.from({ length: dms }, () => listOf(random, random.int(Math.ceil(slots / 4), slots), drawOf)),
    isFair,
  };
}

function listOf(random: Random, length: number, draw: () => number): { pitch: number; rank: number }[] {
  const taken = new Set<number>();
  for (let tries = 0; taken.size < length && tries < length * 40; tries += 1) taken.add(draw());
  void random;
  return [...taken].map((pitch, index) => ({ pitch, rank: index + 1 }));
}
