/** Currencies as the books keep them. Pure. */
import type { FieldModel, JsonValue, Row } from '#codegen/model.ts';

/** B02: the currency of the house, in which local totals are shown. */
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

/**
 * Digits after the point of an amount of money: those of its currency, which is a field beside the amount or in the record around it, or a fixed code;
 * undefined where there is none.
 */
export function amountDigits(field: FieldModel, scope: Row, whole: Row = scope): number | undefined {
  const named = currencyOf(field);
  if (named === undefined) return undefined;
  const currency: JsonValue | undefined = [scope, whole].find((row) => named in row)?.[named] ?? named;
  return typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? minorDigits(currency) : undefined;
}

/** What an amount of money says of its currency, by `ui.options.currency`: a field's name or a code; without a word the field `currency`. */
export function currencyOf(field: FieldModel): string | undefined {
  const named = field.ui.options?.currency;
  return typeof named === 'string' ? named : field.display === 'money' ? 'currency' : undefined;
}
