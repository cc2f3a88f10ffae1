/**
 * Exact decimal arithmetic: a whole number of units and how many of its digits stand after the point, 12.50 = 1250 at scale 2.
 * Money never passes through binary fractions (specification section 3). Pure.
 */
export interface Decimal {
  readonly units: bigint;
  /** digits after the point, never negative */
  readonly scale: number;
}

export const zero: Decimal = { units: 0n, scale: 0 };

/** Digits before and after the point that a text or number may have; beyond it is no amount that anybody meant. */
const longest = 60;

/** '12.50', '-3', '1e-7' or a number (by the shortest text that names it); undefined for anything else. */
export function parseDecimal(value: unknown): Decimal | undefined {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  const match = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d{1,3}))?$/i.exec(text);
  if (!match) return undefined;
  const [, sign = '', whole = '', fraction = '', power = '0'] = match;
  const shift = fraction.length - Number(power);
  if (`${whole}${fraction}` === '' || whole.length + fraction.length > longest || Math.abs(shift) > longest) return undefined;
  const units = BigInt(`${whole}${fraction}`) * (shift < 0 ? 10n ** BigInt(-shift) : 1n);
  return { units: sign === '-' ? -units : units, scale: Math.max(shift, 0) };
}

/** The sum; the finer of the two scales. */
export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { units: unitsAt(a, scale) + unitsAt(b, scale), scale };
}

/** a − b */
export function subtract(a: Decimal, b: Decimal): Decimal {
  return add(a, { units: -b.units, scale: b.scale });
}

/** The exact product. */
export function multiply(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, scale: a.scale + b.scale };
}

/** Half-up to so many digits after the point; a half goes away from zero, so that a credit rounds as the debit it takes back. */
export function round(value: Decimal, scale: number): Decimal {
  if (value.scale <= scale) return { units: unitsAt(value, scale), scale };
  const step = 10n ** BigInt(value.scale - scale);
  const size = value.units < 0n ? -value.units : value.units;
  const rounded = (size * 2n + step) / (step * 2n);
  return { units: value.units < 0n ? -rounded : rounded, scale };
}

/** A sum divided by how many it is of, with two digits more than it has, half away from nought; a sum that is no plain decimal is divided as a number. */
export function meanOf(sum: string, count: number): string {
  const parsed = parseDecimal(sum);
  if (!parsed) return String(Number(sum) / count);
  const units = parsed.units * 100n;
  const size = units < 0n ? -units : units;
  const divided = (size * 2n + BigInt(count)) / (BigInt(count) * 2n);
  return formatDecimal({ units: units < 0n ? -divided : divided, scale: parsed.scale + 2 });
}

/** Negative, zero or positive, as a is less than, equal to or greater than b. */
export function compare(a: Decimal, b: Decimal): number {
  const { units } = subtract(a, b);
  return units < 0n ? -1 : units > 0n ? 1 : 0;
}

/** '1250.00': with exactly as many digits after the point as the scale says. */
export function formatDecimal({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  return `${units < 0n ? '-' : ''}${whole}${scale ? `.${digits.slice(-scale)}` : ''}`;
}

/** '1234567.50' → '1,234,567.50' */
export function groupDigits(text: string): string {
  const [whole = '', fraction] = text.split('.');
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (fraction === undefined ? '' : `.${fraction}`);
}

/** A rate as people read and type it: 0.0525 → 5.25, exactly; other text stays as it is. */
export function toPercent<V>(rate: V): V | number {
  return typeof rate === 'number' ? shifted(rate, 2) : rate;
}

/** 5.25 → 0.0525, exactly; what is no number stays as it is. */
export function fromPercent<V>(percent: V): V | number {
  return typeof percent === 'number' ? shifted(percent, -2) : percent;
}

function shifted(value: number, places: number): number {
  const decimal = parseDecimal(value);
  if (!decimal) return value;
  const scale = decimal.scale - places;
  return toNumber(scale < 0 ? { units: unitsAt(decimal, decimal.scale - scale), scale: 0 } : { units: decimal.units, scale });
}

/** The number nearest to the decimal; the same decimal again for all of at most 15 digits. */
export function toNumber(value: Decimal): number {
  return Number(formatDecimal(value));
}

function unitsAt({ units, scale }: Decimal, wanted: number): bigint {
  return units * 10n ** BigInt(wanted - scale);
}
