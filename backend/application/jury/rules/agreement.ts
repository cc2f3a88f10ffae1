/**
 * How far a jury agrees: Krippendorff's alpha, which takes any number of jurors, each of whom may have rated only some of the pitches. 1: all agree;
 * 0: no more than if they had rated by chance; below: they differ systematically. Pure.
 */
import { seededRandom } from '#rules/values/random.ts';

/** 'ordinal' for steps, of which only the order is certain; 'interval' for means of several. */
export type Metric = 'ordinal' | 'interval';

export interface Agreement {
  /** null where nothing can be said: no pitch has two ratings, or all ratings are the same */
  alpha: number | null;
  /** in nine of ten draws of the pitches with replacement; null with alpha */
  low: number | null;
  high: number | null;
  /** pitches with two ratings or more, and ratings of those */
  pitches: number;
  ratings: number;
}

/** In words: 0.8 and 0.667 are the bounds that Krippendorff himself recommends. */
export type AgreementWord = 'strong' | 'fair' | 'weak' | 'none' | 'unknown';

export function wordOf(alpha: number | null): AgreementWord {
  if (alpha === null) return 'unknown';
  return alpha >= 0.8 ? 'strong' : alpha >= 0.667 ? 'fair' : alpha > 0.2 ? 'weak' : 'none';
}

const draws = 300;

/** `units`: the ratings of each pitch. The order of neither matters; the same seed gives the same range. */
export function agreementOf(units: readonly (readonly number[])[], metric: Metric, seed: number): Agreement {
  const paired = units.filter((unit) => unit.length >= 2).map((unit) => [...unit].sort((a, b) => a - b));
  const sorted = paired.sort((a, b) => (a.join() < b.join() ? -1 : 1));
  const alpha = alphaOf(sorted, metric);
  const counts = { pitches: sorted.length, ratings: sorted.reduce((sum, unit) => sum + unit.length, 0) };
  if (alpha === null) return { alpha, low: null, high: null, ...counts };
  const random = seededRandom(seed);
  const drawn = Array.from({ length: draws }, () =>
    alphaOf(
      Array.from(sorted, () => random.pick(sorted)),
      metric,
    ),
  )
    .filter((one) => one !== null)
    .sort((a, b) => a - b);
  const at = (share: number) => drawn[Math.min(drawn.length - 1, Math.floor(share * drawn.length))] ?? alpha;
  return { alpha, low: at(0.05), high: at(0.95), ...counts };
}

/** 1 − observed by expected disagreement, from the coincidences of values within pitches. */
export function alphaOf(units: readonly (readonly number[])[], metric: Metric): number | null {
  const values = [...new Set(units.filter((unit) => unit.length >= 2).flat())].sort((a, b) => a - b);
  const place = new Map(values.map((value, index) => [value, index]));
  const size = values.length;
  const coincidences = new Float64Array(size * size);
  for (const unit of units) {
    if (unit.length < 2) continue;
    const at = unit.map((value) => place.get(value) ?? 0);
    for (const [one, a] of at.entries()) for (const [other, b] of at.entries()) if (one !== other) coincidences[a * size + b]! += 1 / (unit.length - 1);
  }
  const totals = values.map((_value, a) => values.reduce((sum, _other, b) => sum + coincidences[a * size + b]!, 0));
  const n = totals.reduce((sum, one) => sum + one, 0);
  const between = (a: number, b: number): number => {
    if (metric === 'interval') return (values[a]! - values[b]!) ** 2;
    let ranks = 0;
    for (let at = Math.min(a, b); at <= Math.max(a, b); at += 1) ranks += totals[at]!;
    return (ranks - (totals[a]! + totals[b]!) / 2) ** 2;
  };
  let [observed, expected] = [0, 0];
  for (let a = 0; a < size; a += 1)
    for (let b = a + 1; b < size; b += 1) {
      const distance = between(a, b);
      observed += coincidences[a * size + b]! * distance;
      expected += totals[a]! * totals[b]! * distance;
    }
  return expected > 0 ? 1 - ((n - 1) * observed) / expected : null;
}

/** How much higher or lower a juror rates than the others who rated the same pitches, on average; null where nobody else rated any of them. */
export function leanings(ratings: readonly { juror: string; enrolment: string; value: number }[]): Map<string, number | null> {
  const all = new Map<string, { sum: number; count: number }>();
  for (const { enrolment, value } of ratings) {
    const known = all.get(enrolment) ?? { sum: 0, count: 0 };
    all.set(enrolment, { sum: known.sum + value, count: known.count + 1 });
  }
  const own = new Map<string, number[]>();
  for (const { juror, enrolment, value } of ratings) {
    const { sum, count } = all.get(enrolment) ?? { sum: 0, count: 0 };
    const differences = own.get(juror) ?? [];
    own.set(juror, differences);
    if (count > 1) differences.push(value - (sum - value) / (count - 1));
  }
  return new Map([...own].map(([juror, list]) => [juror, list.length ? list.reduce((sum, one) => sum + one, 0) / list.length : null]));
}
