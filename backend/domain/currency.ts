/** Currencies as the books keep them. Pure. */

/** B02: the currency of the house, in which local totals are told. */
export const localCurrency = 'TWD';

/** Currencies that are paid in whole units: by ISO 4217, and TWD, whose cents no bank pays. */
const whole: ReadonlySet<string> = new Set([
  'TWD',
  'JPY',
  'KRW',
  'VND',
  'CLP',
  'ISK',
  'PYG',
  'UGX',
  'RWF',
  'BIF',
  'DJF',
  'GNF',
  'KMF',
  'VUV',
  'XAF',
  'XOF',
  'XPF',
]);

/** Digits after the point of the smallest amount that can be paid. */
export function minorDigits(currency: unknown): number {
  return typeof currency === 'string' && whole.has(currency) ? 0 : 2;
}
