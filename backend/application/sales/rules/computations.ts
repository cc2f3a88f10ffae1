/** Computed fields of sales orders (x-computed). Pure. */
import type { Computation } from '#rules/application.ts';
import { asValue, lineTotals, orderTotals } from './totals.ts';

export const computations: Record<string, Computation> = {
  lineTax: (line, order) => asValue(lineTotals(line, order.currency)?.tax),
  lineCommission: (line, order) => asValue(lineTotals(line, order.currency)?.commission),
  lineShare: (line, order) => asValue(lineTotals(line, order.currency)?.share),
  orderTotal: (_order, whole) => asValue(orderTotals(whole).total),
  orderLocalTotal: (_order, whole) => asValue(orderTotals(whole).localTotal),
};
