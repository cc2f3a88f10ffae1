/** Exact arithmetic and order of an expression's values. Pure. */
import { compare, type Decimal } from '#rules/values/decimal.ts';
import { Failed, isNumber, type Value } from './value.ts';

/** Places of a quotient that does not come out even. */
const quotientPlaces = 20;

/** To 20 places, a half away from zero; by nought it is empty. */
export function divided(a: Decimal, b: Decimal): Decimal | null {
  if (b.units === 0n) return null;
  const top = a.units * 10n ** BigInt(b.scale + quotientPlaces);
  const under = b.units * 10n ** BigInt(a.scale);
  const size = magnitude(top);
  const by = magnitude(under);
  const whole = (size * 2n + by) / (by * 2n);
  return { units: top < 0n === under < 0n ? whole : -whole, scale: quotientPlaces };
}

/** What a division into whole parts leaves, with the sign of `a`; by nought it is empty. */
export function remainder(a: Decimal, b: Decimal): Decimal | null {
  if (b.units === 0n) return null;
  const scale = Math.max(a.scale, b.scale);
  return { units: (a.units * 10n ** BigInt(scale - a.scale)) % (b.units * 10n ** BigInt(scale - b.scale)), scale };
}

/** Down to the whole number below. */
export function floored({ units, scale }: Decimal): Decimal {
  const step = 10n ** BigInt(scale);
  const whole = units / step;
  return { units: units < 0n && whole * step !== units ? whole - 1n : whole, scale: 0 };
}

export function negated({ units, scale }: Decimal): Decimal {
  return { units: -units, scale };
}

/** Negative, zero or positive; texts by their characters, so that days and instants are in order. @throws Failed where they have none */
export function ordered(a: Value, b: Value): number {
  if (isNumber(a) && isNumber(b)) return compare(a, b);
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  throw new Failed('formula.kind');
}

function magnitude(units: bigint): bigint {
  return units < 0n ? -units : units;
}
