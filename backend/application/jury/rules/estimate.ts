/**
 * What a few ratings say of a pitch: its mean drawn towards the mean of all, the more the fewer ratings it has and the more jurors differ about one pitch
 * (empirical Bayes, one way, variances by the method of moments). A 5 by one juror is not yet better than 4.6 by six. Pure.
 */
export interface Estimate {
  mean: number;
  /** where it lies in nine of ten cases */
  low: number;
  high: number;
}

/** nine of ten of a normal distribution lie within so many standard deviations */
const nineOfTen = 1.6449;

/**
 * Of each pitch with a rating. None where nothing can be estimated: no pitch has two ratings, or there is only one pitch. `within`: the scale, whose ends
 * no estimate leaves.
 */
export function estimatesOf(groups: ReadonlyMap<string, readonly number[]>, within: readonly [low: number, high: number] = [1, 5]): Map<string, Estimate> {
  const rated = [...groups].filter(([, values]) => values.length > 0).sort(([a], [b]) => (a < b ? -1 : 1));
  const all = rated.flatMap(([, values]) => values);
  const freedom = all.length - rated.length;
  if (rated.length < 2 || freedom < 1) return new Map();
  const grand = meanOf(all);
  const square = rated.reduce((sum, [, values]) => sum + squares(values, meanOf(values)), 0) / freedom;
  const apart = rated.reduce((sum, [, values]) => sum + values.length * (meanOf(values) - grand) ** 2, 0) / (rated.length - 1);
  const usual = (all.length - rated.reduce((sum, [, values]) => sum + values.length ** 2, 0) / all.length) / (rated.length - 1);
  const between = Math.max(0, (apart - square) / usual);
  const clamped = (value: number): number => Math.min(Math.max(value, within[0]), within[1]);
  return new Map(
    rated.map(([id, values]): [string, Estimate] => {
      const own = meanOf(values);
      // The share of the pitch's own mean in the estimate: 1 where all jurors agree about each pitch, 0 where pitches do not differ at all.
      const share = square === 0 ? 1 : between / (between + square / values.length);
      const mean = grand + share * (own - grand);
      const deviation = Math.sqrt(square === 0 ? 0 : between > 0 ? (share * square) / values.length : square / all.length);
      return [id, { mean: clamped(mean), low: clamped(mean - nineOfTen * deviation), high: clamped(mean + nineOfTen * deviation) }];
    }),
  );
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function squares(values: readonly number[], mean: number): number {
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
}
