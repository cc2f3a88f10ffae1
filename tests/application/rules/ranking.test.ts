/** The ranking by the jury's choices: raw figures, ties, normalising by juror, and bands that follow from a seed. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Measure, measures, type Ranked, rankEnrolments, type Vote } from '#application/jury/rules/ranking.ts';

const vote = (juror: string, enrolment: string, weight: number, more: Partial<Vote> = {}): Vote => ({
  juror,
  enrolment,
  weight,
  choice: 'primary',
  conflict: false,
  ...more,
});
const rank = (enrolments: string[], votes: Vote[], by: Measure = 'sum', top = 2) => rankEnrolments(enrolments, votes, { by, top, seed: 7, resamples: 300 });
const line = (lines: Ranked[], enrolment: string) => lines.find((one) => one.enrolment === enrolment)!;

/** Up to 8 enrolments, 6 jurors, at most one vote of each for each. */
const jury = fc.record({ enrolments: fc.integer({ min: 1, max: 8 }), jurors: fc.integer({ min: 0, max: 6 }) }).chain(({ enrolments, jurors }) =>
  fc
    .array(
      fc.record({
        weight: fc.integer({ min: 0, max: 5 }),
        choice: fc.constantFrom('primary', 'alternative', 'none' as const),
        result: fc.option(fc.integer({ min: 4, max: 20 }).map((quarters) => quarters / 4)),
        conflict: fc.boolean(),
        given: fc.boolean(),
      }),
      { minLength: enrolments * jurors, maxLength: enrolments * jurors },
    )
    .map((cells) => ({
      enrolments: Array.from({ length: enrolments }, (_, index) => `e${index}`),
      votes: cells.flatMap(({ given, ...cell }, index): Vote[] =>
        given ? [{ juror: `j${Math.floor(index / enrolments)}`, enrolment: `e${index % enrolments}`, ...cell } as Vote] : [],
      ),
    })),
);

describe('E05 the ranking of a campaign', () => {
  it('E05 sums, means, counts and spread of the choices that count', () => {
    const lines = rank(
      ['a', 'b', 'c'],
      [
        vote('x', 'a', 5),
        vote('y', 'a', 2, { choice: 'alternative' }),
        vote('x', 'b', 4),
        vote('y', 'b', 5, { conflict: true }),
        vote('z', 'b', 5, { choice: 'none' }),
      ],
    );
    expect(line(lines, 'a')).toMatchObject({
      rank: 1,
      isTied: false,
      count: 2,
      primary: 1,
      alternative: 1,
      sum: 7,
      mean: 3.5,
      deviation: 1.5,
      lowest: 2,
      highest: 5,
    });
    expect(line(lines, 'b')).toMatchObject({ rank: 2, count: 1, sum: 4, mean: 4, deviation: 0, conflicts: 1 });
    expect(line(lines, 'b').votes.map(({ juror, counts }) => [juror, counts])).toEqual([
      ['x', true],
      ['y', false],
      ['z', false],
    ]);
    expect(line(lines, 'c')).toMatchObject({ rank: null, stability: null, count: 0, sum: 0, mean: null, norm: null, deviation: null });
  });

  it('E05 tied ones share the best of their places, and the next rank leaves out as many', () => {
    const lines = rank(['a', 'b', 'c', 'd'], [vote('x', 'a', 5), vote('x', 'b', 3), vote('y', 'c', 3), vote('y', 'd', 1)]);
    expect(lines.map(({ enrolment, rank: at, isTied }) => [enrolment, at, isTied])).toEqual([
      ['a', 1, false],
      ['b', 2, true],
      ['c', 2, true],
      ['d', 4, false],
    ]);
  });

  it('E05 a strict and a mild juror count the same once normalised; a juror who always gives the same weight gives 0', () => {
    const lines = rank(
      ['a', 'b', 'c'],
      [vote('mild', 'a', 5), vote('mild', 'b', 3), vote('strict', 'b', 3), vote('strict', 'c', 1), vote('flat', 'c', 5), vote('flat', 'a', 5)],
      'norm',
    );
    expect(line(lines, 'a').norm).toBeCloseTo(0.5);
    expect(line(lines, 'b').norm).toBeCloseTo(0);
    expect(line(lines, 'c').norm).toBeCloseTo(-0.5);
    expect(line(lines, 'c').votes.find(({ juror }) => juror === 'flat')!.z).toBe(0);
  });

  it('E05 a result on which all jurors agree holds in every resample; one that depends on a single juror does not', () => {
    const jurors = ['p', 'q', 'r', 's', 't'];
    const votes = [...jurors.flatMap((juror) => [vote(juror, 'sure', 5), vote(juror, 'second', 3)]), vote('p', 'lucky', 5)];
    const lines = rankEnrolments(['sure', 'second', 'lucky', 'none'], votes, { by: 'sum', top: 1, seed: 3, resamples: 1000 });
    expect(line(lines, 'sure').stability).toEqual({ inTop: 1, low: 1, high: 1 });
    expect(line(lines, 'second').stability).toMatchObject({ inTop: 0, low: 2 });
    expect(line(lines, 'lucky').stability!.high).toBeGreaterThan(line(lines, 'lucky').stability!.low);
  });

  it('E05 by the criteria each complete set of ratings counts, whatever was chosen, but none with a conflict', () => {
    const lines = rank(
      ['a', 'b', 'c'],
      [
        vote('x', 'a', 0, { choice: 'none', result: 4.5 }),
        vote('y', 'a', 1, { result: 3.5 }),
        vote('x', 'b', 5, { result: null }),
        vote('y', 'b', 5, { result: 4.25 }),
        vote('x', 'c', 5, { result: 5, conflict: true }),
      ],
      'criteria',
    );
    expect(lines.map(({ enrolment, rank: at, result, rated }) => [enrolment, at, result, rated])).toEqual([
      ['b', 1, 4.25, 1],
      ['a', 2, 4, 2],
      ['c', null, null, 0],
    ]);
  });

  it('E05 a mean whose jurors are not drawn stays: one reader of ten does not throw a pitch to the end', () => {
    const many = Array.from({ length: 10 }, (_, index) => vote(`j${index}`, 'many', 3));
    const [first] = rankEnrolments(['few', 'many'], [...many, vote('j0', 'few', 5)], { by: 'mean', top: 1, seed: 1 });
    expect(first).toMatchObject({ enrolment: 'few', stability: { inTop: 1, low: 1, high: 1 } });
    expect(first!.estimate!.mean).toBeLessThanOrEqual(5);
  });

  it('E05 the order of jurors and enrolments changes nothing', () => {
    fc.assert(
      fc.property(jury, fc.constantFrom(...measures), fc.integer(), ({ enrolments, votes }, by, seed) => {
        const options = { by, top: 2, seed, resamples: 40 };
        expect(rankEnrolments([...enrolments].reverse(), [...votes].reverse(), options)).toEqual(rankEnrolments(enrolments, votes, options));
      }),
      { numRuns: 60 },
    );
  });

  it('E05 the same seed gives the same ranges', () => {
    fc.assert(
      fc.property(jury, fc.integer(), ({ enrolments, votes }, seed) => {
        const options = { by: 'sum', top: 2, seed, resamples: 40 } as const;
        expect(rankEnrolments(enrolments, votes, options)).toEqual(rankEnrolments(enrolments, votes, options));
      }),
      { numRuns: 40 },
    );
  });

  it('E05 a higher weight never lowers the score, nor the rank by sum and mean', () => {
    fc.assert(
      fc.property(jury, fc.nat(), ({ enrolments, votes }, pick) => {
        const raised = votes.filter(({ weight, choice, conflict }) => weight >= 1 && weight < 5 && choice !== 'none' && !conflict);
        if (!raised.length) return;
        const chosen = raised[pick % raised.length]!;
        const after = votes.map((one) => (one === chosen ? { ...one, weight: one.weight + 1 } : one));
        for (const by of ['sum', 'mean', 'norm'] as const) {
          const [one, other] = [votes, after].map((list) => line(rankEnrolments(enrolments, list, { by, top: 2, seed: 1, resamples: 5 }), chosen.enrolment));
          expect(other![by]!).toBeGreaterThanOrEqual(one![by]! - 1e-9);
          if (by !== 'norm') expect(other!.rank!).toBeLessThanOrEqual(one!.rank!);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('E05 the shares of the first N add up to N, ranks lie within the list', () => {
    fc.assert(
      fc.property(jury, fc.constantFrom(...measures), fc.integer({ min: 1, max: 9 }), ({ enrolments, votes }, by, top) => {
        const lines = rankEnrolments(enrolments, votes, { by, top, seed: 5, resamples: 50 });
        const bands = lines.flatMap(({ stability }) => stability ?? []);
        expect(bands.reduce((sum, { inTop }) => sum + inTop, 0)).toBeCloseTo(Math.min(top, bands.length));
        for (const { low, high } of bands) {
          expect(low).toBeGreaterThanOrEqual(1);
          expect(high).toBeLessThanOrEqual(bands.length);
          expect(low).toBeLessThanOrEqual(high);
        }
        // A rank, a range and a vote that counts go together, and what has none comes last.
        const isJudged = ({ count, rated }: Ranked) => (by === 'criteria' ? rated > 0 : count > 0);
        for (const one of lines) expect([one.rank !== null, one.stability !== null]).toEqual([isJudged(one), isJudged(one)]);
        expect(lines.map(({ rank: at }) => at === null)).toEqual(
          [...lines.map(({ rank: at }) => at === null)].sort((one, other) => Number(one) - Number(other)),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('E05 four hundred enrolments of twenty jurors are ranked with 1,000 resamples in under two seconds', () => {
    const enrolments = Array.from({ length: 400 }, (_, index) => `e${index}`);
    const votes = Array.from({ length: 20 }, (_, juror) =>
      enrolments.filter((_id, index) => (index * 7 + juror * 13) % 10 < 3).map((id, index) => vote(`j${juror}`, id, 1 + ((index + juror) % 5))),
    ).flat();
    const began = performance.now();
    expect(rankEnrolments(enrolments, votes, { by: 'mean', top: 20, seed: 1 })).toHaveLength(400);
    const took = performance.now() - began;
    console.log(`400 x 20, ${votes.length} votes: ${Math.round(took)} ms`);
    expect(took).toBeLessThan(2_000);
  });
});
