/** What an expression makes of the entries of a list: `lines.sum(line, line.amount)`. An entry whose value is empty counts for nothing. Pure. */
import { add, type Decimal } from '#rules/values/decimal.ts';
import { divided, ordered } from './arithmetic.ts';
import { Failed, isBlank, isNumber, measured, type Value } from './value.ts';

/** What comes of the entries and of what the body says of each. */
type Gather = (entries: Value[], values: Value[]) => Value;

const zero: Decimal = { units: 0n, scale: 0 };
const count = (length: number): Decimal => ({ units: BigInt(length), scale: 0 });

export const gathers: Readonly<Record<string, Gather>> = {
  sum: (_, values) => numbers(values).reduce((sum, value) => measured(add(sum, value)), zero),
  mean: (_, values) => {
    const found = numbers(values);
    return divided(
      found.reduce((sum, value) => measured(add(sum, value)), zero),
      count(found.length),
    );
  },
  min: (_, values) => extreme(values, -1),
  max: (_, values) => extreme(values, 1),
  count: (_, values) => count(values.filter((value) => value === true).length),
  all: (_, values) => values.every((value) => value !== false),
  exists: (_, values) => values.some((value) => value === true),
  filter: (entries, values) => entries.filter((_, index) => values[index] === true),
  map: (_, values) => values,
};

export const eachNames: readonly string[] = Object.keys(gathers);

function numbers(values: Value[]): Decimal[] {
  return values.flatMap((value) => {
    if (isBlank(value)) return [];
    if (!isNumber(value)) throw new Failed('formula.kind');
    return [value];
  });
}

function extreme(values: Value[], side: 1 | -1): Value {
  return values.reduce<Value>((best, value) => {
    if (isBlank(value)) return best;
    return best === null || ordered(value, best) * side > 0 ? value : best;
  }, null);
}
