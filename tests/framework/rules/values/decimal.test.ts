/** Money is exact: decimals held against rationals of whole numbers, whatever the digits. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minorDigits } from '#rules/values/currency.ts';
import { add, compare, type Decimal, formatDecimal, multiply, parseDecimal, round, subtract, toNumber } from '#rules/values/decimal.ts';

/** A value as a fraction: units over a power of ten. */
const decimals = fc.record({ units: fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), scale: fc.integer({ min: 0, max: 12 }) });
const power = (scale: number): bigint => 10n ** BigInt(scale);
/** a/b = c/d, compared by the cross product */
const isSame = (value: Decimal, top: bigint, bottom: bigint): boolean => value.units * bottom === top * power(value.scale);

describe('E09 decimal arithmetic', () => {
  it('adds, subtracts and multiplies as fractions do', () => {
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        const [da, db] = [power(a.scale), power(b.scale)];
        expect(isSame(add(a, b), a.units * db + b.units * da, da * db)).toBe(true);
        expect(isSame(subtract(a, b), a.units * db - b.units * da, da * db)).toBe(true);
        expect(isSame(multiply(a, b), a.units * b.units, da * db)).toBe(true);
        expect(Math.sign(compare(a, b))).toBe(a.units * db < b.units * da ? -1 : a.units * db > b.units * da ? 1 : 0);
      }),
    );
  });

  it('rounds half-up: never further than half a step away, and a half away from zero', () => {
    fc.assert(
      fc.property(decimals, fc.integer({ min: 0, max: 6 }), (value, scale) => {
        const rounded = round(value, scale);
        expect(rounded.scale).toBe(scale);
        // |rounded − value| ≤ half a step: 2·|r·10^s − v·10^t| ≤ 10^s, with the point of both moved out of the way
        const size = (units: bigint): bigint => (units < 0n ? -units : units);
        const miss = size(rounded.units) * power(value.scale) - size(value.units) * power(scale);
        expect(2n * miss <= power(value.scale)).toBe(true);
        expect(-2n * miss < power(value.scale)).toBe(true); // less is only taken away when it is less than half
        expect(round(rounded, scale)).toEqual(rounded);
        expect(round({ units: -value.units, scale: value.scale }, scale).units).toBe(-rounded.units);
      }),
    );
  });

  it('reads what it writes, and numbers of 15 digits unharmed', () => {
    fc.assert(
      fc.property(decimals, (value) => {
        expect(parseDecimal(formatDecimal(value))).toEqual(value);
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }), fc.integer({ min: 0, max: 6 }), (units, scale) => {
        const number = Number(formatDecimal({ units: BigInt(units), scale }));
        expect(toNumber(parseDecimal(number)!)).toBe(number === 0 ? 0 : number);
      }),
    );
  });

  it.each([
    ['1.005', 2, '1.01'],
    ['2.5', 0, '3'],
    ['-2.5', 0, '-3'],
    ['0.4999999', 0, '0'],
    ['1e-7', 6, '0.000000'],
    ['5e-7', 6, '0.000001'],
    ['.5', 0, '1'],
  ])('%s to %i digits is %s', (text, scale, wanted) => expect(formatDecimal(round(parseDecimal(text)!, scale))).toBe(wanted));

  it.each(['', '-', 'abc', '1,000', '1.2.3', 'NaN', 'Infinity', null, undefined, {}, '9'.repeat(61), '1e999'])('%s is no decimal', (value) =>
    expect(parseDecimal(value)).toBeUndefined(),
  );

  it('B02 knows which currencies have no cents', () => {
    expect(['TWD', 'JPY', 'KRW', 'USD', 'EUR', 'CNY', undefined].map(minorDigits)).toEqual([0, 0, 0, 2, 2, 2, 2]);
  });
});
