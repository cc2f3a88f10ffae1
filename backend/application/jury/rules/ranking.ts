/**
 * The ranking of a campaign's enrolments by their jurors' choices (domain: Jury). Raw figures first; resampling the jurors shows how reliable they
 * are: what would the ranking be if the jury had been a slightly different one? Pure. A choice counts if it is primary or alternative, has a weight,
 * and its juror declared no conflict of interest. A weight without a choice ('none') does not count and is shown only among the raw votes, because
 * the weight says how strongly a juror wants what they chose. By the criteria, each complete set of ratings counts, whatever the choice. A disabled juror's
 * choices still count; to remove them, delete them. What nobody has judged has no rank.
 */
import { seededRandom } from '#rules/values/random.ts';
import { type Estimate, estimatesOf } from './estimate.ts';

/** The measure: sum or mean of the weights, mean of the weights normalised by juror, number of primary choices, or mean of the ratings by criteria. */
export const measures = ['sum', 'mean', 'norm', 'primary', 'criteria'] as const;
export type Measure = (typeof measures)[number];

/** One juror's row for one enrolment. */
export interface Vote {
  juror: string;
  enrolment: string;
  choice: 'primary' | 'alternative' | 'none';
  /** 1-5, 0 for none */
  weight: number;
  /** what the ratings by criteria come to; null or missing while some are missing */
  result?: number | null;
  conflict: boolean;
}

/** A vote as it entered the figures. */
export interface CountedVote extends Vote {
  counts: boolean;
  /** the weight in standard deviations from this juror's mean; 0 for a juror who always gives the same weight */
  z: number;
}

/** How stable the rank is when jurors are drawn again, with replacement. */
export interface Stability {
  /** the share of the resamples in which it is among the first N; where places are tied, a part of the tie counts */
  inTop: number;
  /** lowest and highest rank in nine of ten resamples */
  low: number;
  high: number;
}

export interface Ranked {
  enrolment: string;
  /** 1 for the first. Tied enrolments share the best of their places, and the next rank leaves out as many. Null where no vote counts by the measure. */
  rank: number | null;
  isTied: boolean;
  /** votes that count */
  count: number;
  primary: number;
  alternative: number;
  sum: number;
  /** null without a vote */
  mean: number | null;
  norm: number | null;
  /** standard deviation of the weights (of this population, not estimated), null without a vote */
  deviation: number | null;
  /** lowest and highest weight */
  lowest: number | null;
  highest: number | null;
  /** jurors who declared a conflict */
  conflicts: number;
  /** complete ratings by criteria, and their mean */
  rated: number;
  result: number | null;
  /** of the mean weight, or of the result where the measure is the criteria; null where nothing can be estimated */
  estimate: Estimate | null;
  /** null without a rank */
  stability: Stability | null;
  votes: CountedVote[];
}

export interface RankingOptions {
  by: Measure;
  /** number of places */
  top: number;
  seed: number;
  resamples?: number;
}

/** Number of resamples: enough that the share of the first N is exact to about 1.5 points. */
export const usualResamples = 1_000;

/**
 * All enrolments, best first. Tied ones are sorted by the mean, then the number of votes, then their id, but have the same rank. What has no vote comes
 * last, without a rank. The order of the input does not matter, and the same seed gives the same ranges.
 */
export function rankEnrolments(enrolments: readonly string[], votes: readonly Vote[], options: RankingOptions): Ranked[] {
  const ids = [...new Set(enrolments)].sort();
  const isThere = new Set(ids);
  const counted = countVotes(votes.filter((vote) => isThere.has(vote.enrolment)));
  const own = new Map<string, CountedVote[]>(ids.map((id) => [id, []]));
  for (const vote of counted) own.get(vote.enrolment)?.push(vote);
  const figures = ids.map((id) => figuresOf(id, own.get(id) ?? []));
  const judging = counted.filter((vote) => countsBy(vote, options.by));
  const judged = new Set(judging.map(({ enrolment }) => enrolment));
  const ranked = figures.filter(({ enrolment }) => judged.has(enrolment));
  const scores = ranked.map((line) => scoreOf(line, options.by));
  const ranks = ranksOf(scores);
  const place = new Map(ranked.map(({ enrolment }, index) => [enrolment, index]));
  const bands = resample(judging, place, scores, options);
  const estimates = estimatesOf(valuesOf(judging, options.by));
  return figures
    .map((line): Ranked => {
      const at = place.get(line.enrolment) ?? -1;
      return {
        ...line,
        rank: ranks[at]?.rank ?? null,
        isTied: ranks[at]?.isTied ?? false,
        stability: bands[at] ?? null,
        estimate: estimates.get(line.enrolment) ?? null,
      };
    })
    .sort((a, b) => (a.rank ?? unranked) - (b.rank ?? unranked) || (b.mean ?? 0) - (a.mean ?? 0) || b.count - a.count || (a.enrolment < b.enrolment ? -1 : 1));
}

/** After every rank. */
const unranked = Number.MAX_SAFE_INTEGER;

/** True where a juror's row counts by this measure. */
function countsBy(vote: CountedVote, by: Measure): boolean {
  return by === 'criteria' ? !vote.conflict && typeof vote.result === 'number' : vote.counts;
}

/** What each enrolment was given, on the scale of 1 to 5. */
function valuesOf(votes: readonly CountedVote[], by: Measure): Map<string, number[]> {
  const values = new Map<string, number[]>();
  for (const { enrolment, weight, result } of votes) values.set(enrolment, [...(values.get(enrolment) ?? []), by === 'criteria' ? (result ?? 0) : weight]);
  return values;
}

/** True where a juror's row is a choice that counts. */
export function isCounted(vote: Pick<Vote, 'choice' | 'weight' | 'conflict'>): boolean {
  return !vote.conflict && vote.choice !== 'none' && vote.weight >= 1;
}

/** Votes in a fixed order, each with its weight relative to how its juror uses weights. */
export function countVotes(votes: readonly Vote[]): CountedVote[] {
  const sorted = [...votes].sort((a, b) => order(a.juror, b.juror) || order(a.enrolment, b.enrolment));
  const scales = new Map<string, { mean: number; deviation: number }>();
  for (const [juror, weights] of grouped(sorted.filter(isCounted))) scales.set(juror, { mean: meanOf(weights), deviation: deviationOf(weights) });
  return sorted.map((vote) => {
    const counts = isCounted(vote);
    const scale = scales.get(vote.juror);
    const z = counts && scale && scale.deviation > 0 ? (vote.weight - scale.mean) / scale.deviation : 0;
    return { ...vote, counts, z };
  });
}

function grouped(votes: readonly Vote[]): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const { juror, weight } of votes) {
    const known = groups.get(juror);
    if (known) known.push(weight);
    else groups.set(juror, [weight]);
  }
  return groups;
}

function figuresOf(enrolment: string, votes: CountedVote[]): Omit<Ranked, 'rank' | 'isTied' | 'stability' | 'estimate'> {
  const results = votes.flatMap(({ conflict, result }) => (conflict || typeof result !== 'number' ? [] : [result]));
  const counting = votes.filter(({ counts }) => counts);
  const weights = counting.map(({ weight }) => weight);
  const some = weights.length > 0;
  return {
    enrolment,
    count: counting.length,
    primary: counting.filter(({ choice }) => choice === 'primary').length,
    alternative: counting.filter(({ choice }) => choice === 'alternative').length,
    sum: weights.reduce((sum, weight) => sum + weight, 0),
    mean: some ? meanOf(weights) : null,
    norm: some ? meanOf(counting.map(({ z }) => z)) : null,
    deviation: some ? deviationOf(weights) : null,
    lowest: some ? Math.min(...weights) : null,
    highest: some ? Math.max(...weights) : null,
    conflicts: votes.filter(({ conflict }) => conflict).length,
    rated: results.length,
    result: results.length ? meanOf(results) : null,
    votes,
  };
}

function scoreOf(line: Pick<Ranked, 'sum' | 'mean' | 'norm' | 'primary' | 'result'>, by: Measure): number {
  if (by === 'sum') return line.sum;
  if (by === 'primary') return line.primary;
  return steady((by === 'mean' ? line.mean : by === 'norm' ? line.norm : line.result) ?? 0);
}

/** Rounds a sum: the last bits of a sum of fractions depend on the order of adding, and equal votes must be equal. */
function steady(score: number): number {
  return Number.isFinite(score) ? Math.round(score * 1e9) / 1e9 : score;
}

function ranksOf(scores: readonly number[]): { rank: number; isTied: boolean }[] {
  const sorted = [...scores].sort((a, b) => b - a);
  const first = new Map<number, number>();
  const count = new Map<number, number>();
  for (const [index, score] of sorted.entries()) {
    if (!first.has(score)) first.set(score, index + 1);
    count.set(score, (count.get(score) ?? 0) + 1);
  }
  return scores.map((score) => ({ rank: first.get(score) ?? 1, isTied: (count.get(score) ?? 1) > 1 }));
}

/**
 * Draws as many jurors as there are, with replacement, and ranks again, many times. Where none of an enrolment's jurors is drawn, a mean stays what it is:
 * nothing was learned of it. `whole` are the scores of the whole jury.
 */
function resample(votes: readonly CountedVote[], place: ReadonlyMap<string, number>, whole: readonly number[], options: RankingOptions): Stability[] {
  const { by, top, seed, resamples = usualResamples } = options;
  const size = whole.length;
  const jurors = [...new Set(votes.map(({ juror }) => juror))].sort();
  const seat = new Map(jurors.map((id, index) => [id, index]));
  // Flat arrays, because this loop runs a million times.
  const juror = Int32Array.from(votes, (vote) => seat.get(vote.juror) ?? 0);
  const target = Int32Array.from(votes, (vote) => place.get(vote.enrolment) ?? 0);
  const value = Float64Array.from(votes, (vote) => valueBy(vote, by));
  const isMean = by === 'mean' || by === 'norm' || by === 'criteria';
  const rounds = jurors.length ? resamples : 1;
  const random = seededRandom(seed);
  const ranks = new Float64Array(size * rounds);
  const inTop = new Float64Array(size);
  const times = new Int32Array(jurors.length);
  const sums = new Float64Array(size);
  const counts = new Int32Array(size);
  const places = Int32Array.from({ length: size }, (_, index) => index);
  for (let round = 0; round < rounds; round += 1) {
    times.fill(0);
    for (let draw = 0; draw < jurors.length; draw += 1) times[random.int(0, jurors.length - 1)]! += 1; // an index of the list
    sums.fill(0);
    counts.fill(0);
    for (let index = 0; index < value.length; index += 1) {
      const often = times[juror[index]!]!; // both lists are as long as the votes
      if (!often) continue;
      sums[target[index]!]! += often * value[index]!;
      counts[target[index]!]! += often;
    }
    if (isMean) for (let index = 0; index < size; index += 1) sums[index] = counts[index] ? steady(sums[index]! / counts[index]!) : whole[index]!;
    places.sort((a, b) => sums[b]! - sums[a]! || a - b);
    for (let from = 0; from < size; ) {
      let until = from + 1;
      while (until < size && sums[places[until]!] === sums[places[from]!]) until += 1;
      // Tied enrolments share their places: each gets the middle rank, and an equal share of the remaining places.
      const seats = Math.min(Math.max(top - from, 0), until - from) / (until - from);
      for (let index = from; index < until; index += 1) {
        const who = places[index]!;
        ranks[who * rounds + round] = (from + 1 + until) / 2;
        inTop[who]! += seats;
      }
      from = until;
    }
  }
  return Array.from({ length: size }, (_, who) => {
    const own = ranks.subarray(who * rounds, (who + 1) * rounds).sort();
    return { inTop: (inTop[who] ?? 0) / rounds, low: quantile(own, 0.05), high: quantile(own, 0.95) };
  });
}

function valueBy(vote: CountedVote, by: Measure): number {
  if (by === 'norm') return vote.z;
  if (by === 'primary') return Number(vote.choice === 'primary');
  return by === 'criteria' ? (vote.result ?? 0) : vote.weight;
}

function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 1;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function deviationOf(values: readonly number[]): number {
  const mean = meanOf(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
