import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextNumber, numberingProgram, numberOf, shuffled } from '#application/enrolment/rules/numbers.ts';

describe('numbers of enrolments and pitches', () => {
  it('S08 shuffled numbers are the same numbers, never all in their old places', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), fc.array(fc.nat(), { minLength: 60, maxLength: 60 }), (count, chances) => {
        const numbers = Array.from({ length: count }, (_, index) => numberOf('C', index + 1));
        let at = 0;
        const dealt = shuffled(numbers, (below) => chances[at++ % chances.length]! % below);
        expect([...dealt].sort()).toEqual(numbers);
        if (count > 1) expect(dealt).not.toEqual(numbers);
      }),
    );
  });

  it('S08 every order of three numbers but the old one comes up', () => {
    const seen = new Set<string>();
    for (let first = 0; first < 3; first += 1)
      for (let second = 0; second < 2; second += 1) seen.add(shuffled(['C001', 'C002', 'C003'], (below) => (below === 3 ? first : second)).join());
    expect(seen.size).toBe(5);
    expect(seen).not.toContain('C001,C002,C003');
  });

  it('E04 C001, I001 …: after the highest of its program, whatever others have', () => {
    expect(nextNumber('C', [])).toBe('C001');
    expect(nextNumber('C', ['C009', 'I120', 'C003'])).toBe('C010');
    expect(nextNumber('I', ['I999'])).toBe('I1000');
    expect([numberingProgram({ attProgram: ['I', 'C'] }), numberingProgram({ attProgram: ['I'] }), numberingProgram({ attProgram: [] })]).toEqual([
      'C',
      'I',
      undefined,
    ]);
  });
});
