/**
 * The sums of a sales order (specification section 3): the server stores them, and the form shows them during typing. Each is rounded half-up to the
 * smallest amount of its currency; TWD and JPY have no cents. Pure.
 */

import type { JsonValue, Unchecked } from '#codegen/model.ts';
import type { SalesOrder, SalesOrderLines } from '#generated/objects.ts';
import { isObject } from '#rules/records/record.ts';
import { localCurrency, minorDigits } from '#rules/values/currency.ts';
import { add, compare, type Decimal, multiply, parseDecimal, round, subtract, toNumber, zero } from '#rules/values/decimal.ts';
import type { Problem } from '#rules/words/problem.ts';

/** Amounts of one line in the order's currency; a line without an amount has none. */
export interface LineTotals {
  tax: Decimal;
  commission: Decimal;
  share: Decimal;
}

/** tax = amount × taxRate, commission = amount × comRate, share = (amount − commission − adminFee) × shareRate. A missing rate counts as zero. */
export function lineTotals(line: Unchecked<SalesOrderLines>, currency: unknown): LineTotals | undefined {
  const amount = parseDecimal(line.amount);
  if (!amount) return undefined;
  const digits = minorDigits(currency);
  const tax = round(multiply(amount, given(line.taxRate)), digits);
  const commission = round(multiply(amount, given(line.comRate)), digits);
  const rest = subtract(subtract(amount, commission), given(line.adminFee));
  return { tax, commission, share: round(multiply(rest, given(line.shareRate)), digits) };
}

/** Σ(amount + tax), and the same in the local currency by the order's exchange rate. */
export function orderTotals(order: Unchecked<SalesOrder>): { total: Decimal; localTotal: Decimal } {
  let total = zero;
  for (const line of linesOf(order)) {
    const sums = lineTotals(line, order.currency);
    if (sums) total = add(total, add(given(line.amount), sums.tax));
  }
  return { total, localTotal: round(multiply(total, given(order.exchange)), minorDigits(localCurrency)) };
}

/** Sums of all lines' net amounts, taxes and so on, for the foot of a table. */
export function lineSums(order: Unchecked<SalesOrder>): Record<'amount' | 'tax' | 'commission' | 'adminFee' | 'share' | 'collected', Decimal> {
  const sums = { amount: zero, tax: zero, commission: zero, adminFee: zero, share: zero, collected: zero };
  for (const line of linesOf(order)) {
    const own = lineTotals(line, order.currency) ?? { tax: zero, commission: zero, share: zero };
    for (const name of ['tax', 'commission', 'share'] as const) sums[name] = add(sums[name], own[name]);
    for (const name of ['amount', 'adminFee', 'collected'] as const) sums[name] = add(sums[name], given(line[name]));
  }
  return sums;
}

/** Amounts have no more digits than their currency, so that they can be paid. */
export function amountProblems(order: Unchecked<SalesOrder>): Problem[] {
  const digits = minorDigits(order.currency);
  return linesOf(order).flatMap((line, index) =>
    (['amount', 'adminFee', 'collected'] as const).flatMap((name): Problem[] => {
      const value = given(line[name]);
      return compare(round(value, digits), value) === 0 ? [] : [{ path: `lines/${index}/${name}`, code: 'field.decimals' }];
    }),
  );
}

/** A number for the row, null where there is none. */
export function asValue(value: Decimal | undefined): JsonValue {
  return value ? toNumber(value) : null;
}

function linesOf(order: Unchecked<SalesOrder>): Unchecked<SalesOrderLines>[] {
  return Array.isArray(order.lines) ? order.lines.filter(isObject) : [];
}

function given(value: JsonValue | undefined): Decimal {
  return parseDecimal(value) ?? zero;
}
