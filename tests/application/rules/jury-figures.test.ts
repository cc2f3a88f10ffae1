/** Agreement of a jury and estimates from few ratings, against published figures and what must hold of any. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agreementOf, alphaOf, leanings, wordOf } from '#application/jury/rules/agreement.ts';
import { estimatesOf } from '#application/jury/rules/estimate.ts';
import { byOutcome, isDraft } from '#application/jury/rules/minutes.ts';

/** Krippendorff, 'Computing Krippendorff's Alpha-Reliability' (2011), section C: four observers, twelve units, some values missing. */
const published = [
  [1, 1, 1],
  [2, 2, 3, 2],
  [3, 3, 3, 3],
  [3, 3, 3, 3],
  [2, 2, 2, 2],
  [1, 2, 3, 4],
  [4, 4, 4, 4],
  [1, 1, 2, 1],
  [2, 2, 2, 2],
  [5, 5, 5],
  [1, 1],
  [3],
];
const units = fc.array(fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 5 }), { maxLength: 12 });
const groups = fc
  .dictionary(fc.stringMatching(/^e\d$/), fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 6 }), { maxKeys: 8 })
  .map((all) => new Map(Object.entries(all)));

describe('E05 how far a jury agrees', () => {
  it('E05 gives the figures of the published example: 0.815 ordinal, 0.849 interval', () => {
    expect(alphaOf(published, 'ordinal')).toBeCloseTo(0.815, 3);
    expect(alphaOf(published, 'interval')).toBeCloseTo(0.849, 3);
  });

  it('E05 is 1 where all agree on each pitch, null where nothing can be said', () => {
    expect(
      alphaOf(
        [
          [1, 1],
          [5, 5, 5],
        ],
        'ordinal',
      ),
    ).toBe(1);
    expect([
      alphaOf([], 'ordinal'),
      alphaOf([[3], [4]], 'interval'),
      alphaOf(
        [
          [3, 3],
          [3, 3],
        ],
        'ordinal',
      ),
    ]).toEqual([null, null, null]);
    expect([0.9, 0.7, 0.5, 0.1, -0.4, null].map(wordOf)).toEqual(['strong', 'fair', 'weak', 'none', 'none', 'unknown']);
  });

  it('E05 is at most 1, does not depend on any order, nor on single ratings, nor on where the scale begins', () => {
    fc.assert(
      fc.property(units, fc.constantFrom('ordinal', 'interval' as const), fc.integer({ min: -9, max: 9 }), (all, metric, shift) => {
        const alpha = alphaOf(all, metric);
        const turned = alphaOf(
          [...all].reverse().map((unit) => [...unit].reverse().map((value) => value + shift)),
          metric,
        );
        if (alpha === null) expect(turned).toBeNull();
        else {
          expect(alpha).toBeLessThanOrEqual(1);
          expect(turned).toBeCloseTo(alpha, 9);
          expect(alphaOf([...all, [4]], metric)).toBeCloseTo(alpha, 9);
        }
      }),
    );
  });

  it('E05 the range follows from the seed and has the figure in it', () => {
    const one = agreementOf(published, 'ordinal', 7);
    expect(agreementOf([...published].reverse(), 'ordinal', 7)).toEqual(one);
    expect(one).toMatchObject({ pitches: 11, ratings: 40 });
    expect([one.low! < one.alpha!, one.high! > one.alpha!]).toEqual([true, true]);
  });

  it('E05 says who rates lower than the others on the same pitches', () => {
    const rating = (juror: string, enrolment: string, value: number) => ({ juror, enrolment, value });
    const found = leanings([
      rating('strict', 'a', 2),
      rating('mild', 'a', 4),
      rating('mid', 'a', 3),
      rating('strict', 'b', 1),
      rating('mild', 'b', 3),
      rating('alone', 'c', 5),
    ]);
    expect([found.get('strict'), found.get('mild'), found.get('mid'), found.get('alone')]).toEqual([-1.75, 1.75, 0, null]);
  });
});

describe('E05 estimates from few ratings', () => {
  it('E05 one juror’s 5 is drawn further to the mean than six jurors’ 4.7, and is less certain', () => {
    const found = estimatesOf(
      new Map([
        ['one', [5]],
        ['six', [5, 5, 4, 5, 5, 4]],
        ['low', [2, 1, 2, 2]],
        ['mid', [3, 3, 4]],
      ]),
    );
    expect(found.get('one')!.mean).toBeLessThan(5);
    expect(5 - found.get('one')!.mean).toBeGreaterThan(14 / 3 - found.get('six')!.mean);
    const width = (id: string) => found.get(id)!.high - found.get(id)!.low;
    expect(found.get('one')!.low).toBeLessThan(found.get('six')!.low);
    expect(width('mid')).toBeGreaterThan(width('six'));
  });

  it('E05 says nothing where nothing can be said', () => {
    expect([...estimatesOf(new Map())]).toEqual([]);
    expect([
      ...estimatesOf(
        new Map([
          ['a', [3]],
          ['b', [5]],
        ]),
      ),
    ]).toEqual([]);
    expect([
      ...estimatesOf(
        new Map([
          ['a', [3, 4]],
          ['b', []],
        ]),
      ),
    ]).toEqual([]);
  });

  it('E05 each lies between its own mean and that of all, on the scale, and depends on no order', () => {
    fc.assert(
      fc.property(groups, (all) => {
        const found = estimatesOf(all);
        const values = [...all.values()].flat();
        const grand = values.reduce((sum, one) => sum + one, 0) / values.length;
        for (const [id, { mean, low, high }] of found) {
          const own = all.get(id)!.reduce((sum, one) => sum + one, 0) / all.get(id)!.length;
          expect(mean).toBeGreaterThanOrEqual(Math.min(own, grand) - 1e-9);
          expect(mean).toBeLessThanOrEqual(Math.max(own, grand) + 1e-9);
          expect([low >= 1, low <= mean + 1e-9, mean <= high + 1e-9, high <= 5]).toEqual([true, true, true, true]);
        }
        expect(new Map(estimatesOf(new Map([...all].reverse())))).toEqual(found);
      }),
    );
  });

  it('E05 where all jurors agree about each pitch, the estimate is the rating', () => {
    expect(
      Object.fromEntries(
        estimatesOf(
          new Map([
            ['a', [4, 4]],
            ['b', [2, 2, 2]],
          ]),
        ),
      ),
    ).toEqual({ a: { mean: 4, low: 4, high: 4 }, b: { mean: 2, low: 2, high: 2 } });
  });
});

describe('E05 the minutes of a decision', () => {
  const line = (id: string, status: string, decision = '', told = '') => ({ id, status, decision, told });
  it('E05 each pitch stands under what became of it, in the order of the ranking; a pending decision goes before what was told', () => {
    const lines = [line('a', 'selected'), line('b', 'verified', 'select'), line('c', 'verified', '', 'decline'), line('d', 'selected', 'decline', 'select')];
    const shown = byOutcome([...lines, line('e', 'verified'), line('f', 'selected')]).map(([outcome, own]) => [outcome, own.map(({ id }) => id).join('')]);
    expect(shown).toEqual([
      ['selected', 'af'],
      ['selectpending', 'b'],
      ['declined', 'c'],
      ['declinepending', 'd'],
      ['open', 'e'],
    ]);
  });
  it('E05 they are a draft until the selection has ended and nothing decided waits for its release', () => {
    expect([isDraft([line('a', 'selected')], 'ended'), isDraft([line('a', 'selected')], 'open')]).toEqual([false, true]);
    expect(isDraft([line('a', 'verified', 'select')], 'ended')).toBe(true);
  });
});
