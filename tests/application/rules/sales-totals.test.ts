import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountProblems, lineSums, lineTotals, orderTotals } from '#application/sales/rules/totals.ts';
import type { FieldModel, ObjectModel, Row } from '#codegen/model.ts';
import { computeRow } from '#rules/records/computed.ts';
import { copiedValue } from '#rules/records/copies.ts';
import { type Decimal, formatDecimal } from '#rules/values/decimal.ts';

const line = (values: Row): Row => ({ amount: null, taxRate: null, comRate: null, adminFee: null, shareRate: null, ...values });
const words = (values: object | undefined) =>
  values && Object.fromEntries((Object.entries(values) as [string, Decimal][]).map(([name, value]) => [name, formatDecimal(value)]));

/** Half-up of top/bottom in whole numbers: the floor of (2·top + bottom) / (2·bottom), signs apart. */
function halfUp(top: bigint, bottom: bigint): bigint {
  const size = top < 0n ? -top : top;
  const rounded = (2n * size + bottom) / (2n * bottom);
  return top < 0n ? -rounded : rounded;
}

describe('E09 the sums of a sales order', () => {
  it('rounds each to the cents of its currency', () => {
    const given = line({ amount: 1234.55, taxRate: 0.05, comRate: 0.3, adminFee: 10.01, shareRate: 0.5 });
    // 61.7275, 370.365, (1234.55 − 370.37 − 10.01) × 0.5 = 427.085
    expect(words(lineTotals(given, 'USD'))).toEqual({ tax: '61.73', commission: '370.37', share: '427.09' });
    // 61.75, 370.5, (1235 − 371 − 10) × 0.5
    expect(words(lineTotals({ ...given, amount: 1235, adminFee: 10 }, 'TWD'))).toEqual({ tax: '62', commission: '371', share: '427' });
    expect(words(lineTotals({ ...given, amount: 1010, comRate: 0.0005, adminFee: 0, shareRate: 0 }, 'JPY'))).toEqual({
      tax: '51',
      commission: '1',
      share: '0',
    });
  });

  it('leaves out a line without an amount, and counts a missing rate as zero', () => {
    expect(lineTotals(line({ taxRate: 0.05 }), 'TWD')).toBeUndefined();
    expect(words(lineTotals(line({ amount: 100 }), 'TWD'))).toEqual({ tax: '0', commission: '0', share: '0' });
    expect(words(orderTotals({ currency: 'TWD', exchange: 1, lines: [line({ taxRate: 0.05 }), line({ amount: 100, taxRate: 0.05 })] }))).toEqual({
      total: '105',
      localTotal: '105',
    });
  });

  it('gives a negative share where commission and fee are more than the amount', () => {
    expect(words(lineTotals(line({ amount: 100, comRate: 0.5, adminFee: 81, shareRate: 0.5 }), 'TWD'))?.share).toBe('-16');
  });

  it('gives the local total in whole local dollars, by the exchange rate', () => {
    const order = { currency: 'USD', exchange: 31.415926, lines: [line({ amount: 0.1, taxRate: 0 }), line({ amount: 0.2, taxRate: 0 })] };
    expect(words(orderTotals(order))).toEqual({ total: '0.30', localTotal: '9' }); // 9.4247778
    expect(words(orderTotals({ ...order, exchange: null }))?.localTotal).toBe('0');
  });

  it('agrees with whole-number fractions for any lines, currency and rate', () => {
    const lines = fc.array(
      fc.record({ amount: fc.nat(9_999_999_999), taxRate: fc.nat(10_000), comRate: fc.nat(10_000), adminFee: fc.nat(999_999), shareRate: fc.nat(10_000) }),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(lines, fc.constantFrom('TWD', 'JPY', 'USD', 'EUR'), fc.integer({ min: 1, max: 99_999_999 }), (drawn, currency, exchange) => {
        const cents = currency === 'USD' || currency === 'EUR' ? 100 : 1;
        const rows = drawn.map((one) =>
          line({
            amount: one.amount / cents,
            taxRate: one.taxRate / 1e4,
            comRate: one.comRate / 1e4,
            adminFee: one.adminFee / cents,
            shareRate: one.shareRate / 1e4,
          }),
        );
        let total = 0n; // in the currency's smallest amounts
        for (const [index, one] of drawn.entries()) {
          const [amount, fee] = [BigInt(one.amount), BigInt(one.adminFee)];
          const tax = halfUp(amount * BigInt(one.taxRate), 10_000n);
          const commission = halfUp(amount * BigInt(one.comRate), 10_000n);
          const share = halfUp((amount - commission - fee) * BigInt(one.shareRate), 10_000n);
          const sums = lineTotals(rows[index]!, currency)!;
          expect([sums.tax.units, sums.commission.units, sums.share.units]).toEqual([tax, commission, share]);
          total += amount + tax;
        }
        const sums = orderTotals({ currency, exchange: exchange / 1e6, lines: rows });
        expect(sums.total.units * BigInt(cents)).toBe(total * 10n ** BigInt(sums.total.scale));
        expect(sums.localTotal.units).toBe(halfUp(total * BigInt(exchange), BigInt(cents) * 1_000_000n));
      }),
    );
  });

  it('adds up the columns for the foot of the table', () => {
    const order = { currency: 'TWD', lines: [line({ amount: 100, taxRate: 0.05, collected: 50 }), line({ amount: 50, taxRate: 0.05 }), line({})] };
    expect(words(lineSums(order))).toMatchObject({ amount: '150', tax: '8', collected: '50', commission: '0' });
  });

  it('finds amounts that the currency cannot pay', () => {
    const lines = [line({ amount: 100.5, adminFee: 1 }), line({ amount: 3, collected: 0.1 })];
    expect(amountProblems({ currency: 'JPY', lines }).map(({ path }) => path)).toEqual(['lines/0/amount', 'lines/1/collected']);
    expect(amountProblems({ currency: 'USD', lines })).toEqual([]);
  });
});

describe('computed fields and values copied by references', () => {
  const field = (name: string, more: Partial<FieldModel>): FieldModel => ({ name, kind: 'decimal', ...more }) as FieldModel; // what the rules look at
  const model = {
    fields: [
      field('lines', { kind: 'list', fields: [field('amount', {}), field('taxRate', {}), field('tax', { computed: 'lineTax' })] }),
      field('total', { computed: 'orderTotal' }),
      field('other', { computed: 'noSuchRule' }),
    ],
  } as unknown as ObjectModel; // only its fields are read

  it('fills in all of them, nested ones too, whatever was there, and knows when nothing changed', () => {
    const row = computeRow({ currency: 'TWD', lines: [{ amount: 100, taxRate: 0.05, tax: 99 }], total: 1, other: 7 }, model);
    expect(row).toEqual({ currency: 'TWD', lines: [{ amount: 100, taxRate: 0.05, tax: 5 }], total: 105, other: 7 });
    expect(computeRow(row, model)).toBe(row);
  });

  it('follows a path by the code of an own field', () => {
    const film = { commission: { T: 0.3, H: 0 }, name: 'x' };
    expect(copiedValue(film, 'commission.{branch}', { branch: '[T]' })).toBe(0.3);
    expect(copiedValue(film, 'commission.{branch}', { branch: '[H]' })).toBe(0);
    expect(copiedValue(film, 'commission.{branch}', { branch: '-' })).toBeUndefined();
    expect(copiedValue(film, 'name', {})).toBe('x');
  });
});
