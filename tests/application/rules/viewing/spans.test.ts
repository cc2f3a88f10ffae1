import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  attentionCurve,
  buckets,
  clipSpans,
  coverage,
  isSpan,
  mergeSpans,
  mostSpansStored,
  readSpans,
  resumeAt,
  type Span,
  secondsOf,
} from '#application/viewing/rules/spans.ts';

const duration = 6_000;
const spanOf = fc
  .tuple(fc.integer({ min: 0, max: 10 * duration }), fc.integer({ min: 0, max: 900 }))
  .map(([from, length]): Span => [from / 10, from / 10 + length / 10]);
const spansOf = fc.array(spanOf, { maxLength: 60 });

describe('R06 which parts of a video were watched', () => {
  it('merged spans are sorted, do not overlap, and include every moment of the input', () => {
    fc.assert(
      fc.property(spansOf, (spans) => {
        const merged = mergeSpans(spans);
        for (const [index, [from, to]] of merged.entries()) {
          expect(from).toBeLessThan(to);
          if (index) expect(from).toBeGreaterThan(merged[index - 1]![1] + 0.4);
        }
        for (const [from, to] of spans.filter(([a, b]) => b > a)) expect(merged.some((one) => one[0] <= from + 0.01 && to <= one[1] + 0.01)).toBe(true);
      }),
    );
  });

  it('a heartbeat that arrives twice, or late, changes nothing', () => {
    fc.assert(
      fc.property(spansOf, spansOf, (one, other) => {
        const both = mergeSpans(one, other);
        expect(mergeSpans(other, one)).toEqual(both);
        expect(mergeSpans(mergeSpans(one), other)).toEqual(both);
        expect(mergeSpans(both, one)).toEqual(both);
      }),
    );
  });

  it('the seconds are never more than from first to last, nor less than the longest span', () => {
    fc.assert(
      fc.property(fc.array(spanOf, { minLength: 1, maxLength: 40 }), (spans) => {
        const merged = mergeSpans(spans);
        const seconds = secondsOf(merged);
        const first = Math.min(...spans.map(([from]) => from));
        const last = Math.max(...spans.map(([, to]) => to));
        expect(seconds).toBeLessThanOrEqual(last - first + 0.1);
        expect(seconds).toBeGreaterThanOrEqual(Math.max(...spans.map(([from, to]) => to - from)) - 0.1);
      }),
    );
  });

  it('has at most the allowed number of spans, however much somebody jumps', () => {
    const jumps = Array.from({ length: 900 }, (_, index): Span => [index * 5, index * 5 + 2]);
    const merged = mergeSpans(jumps);
    expect(merged).toHaveLength(mostSpansStored);
    expect([merged[0]![0], merged.at(-1)![1]]).toEqual([0, 899 * 5 + 2]);
  });

  it('the curve of one viewer adds up to the share that they watched', () => {
    fc.assert(
      fc.property(spansOf, (spans) => {
        const merged = mergeSpans(clipSpans(spans, duration));
        const curve = coverage(merged, duration);
        expect(curve).toHaveLength(buckets);
        for (const share of curve) expect(share >= 0 && share <= 1).toBe(true);
        expect((curve.reduce((sum, share) => sum + share, 0) / buckets) * duration).toBeCloseTo(secondsOf(merged), 0);
      }),
    );
  });

  it('the curve of many is their share at each point', () => {
    const curve = attentionCurve([
      { spans: [[0, 100]], duration: 100 },
      { spans: [[0, 50]], duration: 100 },
      { spans: [], duration: 0 },
    ]);
    expect([curve[0], curve[49], curve[50], curve[99]]).toEqual([1, 1, 0.5, 0.5]);
    expect(attentionCurve([])).toEqual(Array.from({ length: buckets }, () => 0));
  });

  it('continues where the viewer stopped, but neither at the beginning nor at the end', () => {
    expect(resumeAt(3, 600)).toBeUndefined();
    expect(resumeAt(240, 600)).toBe(240);
    expect(resumeAt(590, 600)).toBeUndefined();
    expect(resumeAt(240, 0)).toBe(240);
    expect(resumeAt(Number.NaN, 600)).toBeUndefined();
  });

  it('reads stored text and invalid values safely', () => {
    expect(readSpans('[[0,4],[5,"6"],[9,8],[1,2,3]]')).toEqual([[0, 4]]);
    expect([readSpans('{'), readSpans('{}')]).toEqual([[], []]);
    expect([isSpan([0, Number.POSITIVE_INFINITY]), isSpan([-1, 2]), isSpan([2, 2])]).toEqual([false, false, true]);
  });
});
