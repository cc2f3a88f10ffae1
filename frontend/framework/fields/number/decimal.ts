/**
 * Numbers as staff type and read them. A decimal is text until it is exact: at most 15 digits survive the way through a
 * JavaScript number unharmed (decision 002). Pure.
 */
import type { FieldModel, Row } from '#codegen/model.ts';
import { kinds } from '#kinds/index.ts';
import { isPercent } from '#rules/records/record.ts';
import { amountDigits } from '#rules/values/currency.ts';
import { fromPercent, groupDigits, toPercent } from '#rules/values/decimal.ts';

/** '1999.95' → 1999.95, '' → null; what is no number, or longer than 15 digits, stays text, which the validator then refuses. */
export function parseNumber(text: string): number | string | null {
  const plain = text.normalize('NFKC').replace(/[,\s]/g, '').replace(/^\+/, '').replace('−', '-');
  if (plain === '') return null;
  if (!/^-?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(plain)) return text.trim();
  const digits = plain.replace(/e.*$/i, '').replace(/[-.]/g, '').replace(/^0+/, '');
  if (digits.length > 15) return text.trim();
  const value = Number(plain);
  return Number.isFinite(value) ? value : text.trim();
}

/** 1234567.5, scale 2 → '1,234,567.50'; text that is no number is shown as it was typed. */
export function formatNumber(value: unknown, scale?: number, grouped = true): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value !== 'number') return String(value);
  const plain = plainText(value);
  const [whole = '0', fraction = ''] = plain.replace('-', '').split('.');
  const padded = scale !== undefined && fraction.length < scale ? fraction.padEnd(scale, '0') : fraction;
  const groups = grouped ? whole.replace(/\B(?=(\d{3})+$)/g, ',') : whole;
  return `${value < 0 ? '-' : ''}${groups}${padded ? `.${padded}` : ''}`;
}

/** A number of a field as it is read: grouped, money with the digits of its currency, a rate as percent. No digit that is there is hidden. */
export function showFigure(field: FieldModel, value: unknown, scope: Row = {}, whole: Row = scope): string {
  if (isPercent(field)) return typeof value === 'number' ? `${formatNumber(toPercent(value))} %` : formatNumber(value);
  return formatNumber(value, digitsOf(field, scope, whole));
}

/** Digits after the point that an amount always shows: those of its currency, else its own. */
export function digitsOf(field: FieldModel, scope: Row = {}, whole: Row = scope): number | undefined {
  return kinds[field.kind].exact ? (amountDigits(field, scope, whole) ?? scaleOf(field)) : undefined;
}

/** A sum, which comes as text since it may have more digits than a number, by the same rule. */
export function showSum(field: FieldModel, sum: string, row: Row): string {
  const digits = digitsOf(field, row) ?? 0;
  const [whole = '', fraction = ''] = sum.split('.');
  const shown = fraction.replace(/0+$/, '').padEnd(digits, '0');
  return groupDigits(shown ? `${whole}.${shown}` : whole);
}

/** The text of a number in its box: at rest, while it is typed, and back again. */
export function boxOf(field: FieldModel, scale: number | undefined, grouped: boolean) {
  if (!isPercent(field)) return { show: (value: unknown) => formatNumber(value, scale, grouped), edit: editableNumber, read: parseNumber };
  return {
    show: (value: unknown) => formatNumber(toPercent(value)),
    edit: (value: unknown) => editableNumber(toPercent(value)),
    read: (text: string) => fromPercent(parseNumber(text.replace(/\s*[%％]\s*$/, ''))),
  };
}

/**
 * Digits after the point that a decimal always shows: its column's, or inside of lists and objects those of its multipleOf
 * (0.01 → 2). Rates and quotas with more of them show what they have.
 */
export function scaleOf(field: FieldModel): number | undefined {
  const scale = field.column?.scale ?? (field.multipleOf === undefined ? undefined : (plainText(field.multipleOf).split('.')[1]?.length ?? 0));
  return scale !== undefined && scale <= longestPadding ? scale : undefined;
}

/** cents */
const longestPadding = 2;

/** The text of the box while it is typed in: the shortest exact one, without grouping. */
export function editableNumber(value: unknown): string {
  return typeof value === 'number' ? plainText(value) : value === null || value === undefined ? '' : String(value);
}

/** No exponent for what a person would write out. */
function plainText(value: number): string {
  const text = String(value);
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (!match) return text;
  const [, sign = '', lead = '', rest = '', power = '0'] = match;
  const exponent = Number(power);
  if (Math.abs(exponent) > 30) return text;
  const digits = lead + rest;
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  return sign + digits.padEnd(exponent + 1, '0');
}
