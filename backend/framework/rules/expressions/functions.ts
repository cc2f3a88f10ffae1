/**
 * The functions and operators of expressions: what each takes and gives, for the lint, and what it does. What is empty makes arithmetic, order and texts' parts
 * empty, as in SQL; two texts are joined as if the empty one were not there. Pure.
 */
import { addDays, addMonths, instant, isDay, weekday } from '#framework/time.ts';
import { add, type Decimal, multiply, parseDecimal, round, subtract, toNumber } from '#rules/values/decimal.ts';
import { divided, floored, negated, ordered, remainder } from './arithmetic.ts';
import { Failed, isBlank, isNumber, isSame, measured, type Outside, plainNumber, type Value } from './value.ts';

/** number, text, day or instant, flag, list; 'any' takes all; `as1` gives what its first argument is, `as2` its second. */
export type Sort = 'number' | 'text' | 'day' | 'flag' | 'list' | 'any';

export interface Ability {
  takes: readonly (Sort | readonly Sort[])[];
  /** arguments that may be left out, from the end; 'more': the last may be repeated */
  optional?: number | 'more';
  gives: Sort | 'as1' | 'as2';
  /** of what is going on around: not known to a value that is stored and has to stay right */
  around?: 'now' | 'me';
  run(args: Value[], around: Around): Value;
}

/** What an expression is asked in. */
export interface Around {
  /** 'YYYY-MM-DD' in the house's own zone */
  today?: string;
  /** 'YYYY-MM-DD hh:mm:ss' UTC */
  now?: string;
  /** id of who writes */
  me?: string;
  /** other rows, for a formula that reads them */
  outside?: Outside;
  /** rows that are called by a name, where no field is called so: `old`, what an automation made */
  names?: ReadonlyMap<string, Value>;
}

const comparable: readonly Sort[] = ['number', 'text', 'day'];
const two: readonly Sort[] = ['number', 'number'];

/** Of numbers, none of them empty. */
function arithmetic(work: (a: Decimal, b: Decimal) => Decimal | null): Ability {
  return { takes: two, gives: 'number', run: ([a, b]) => (isBlank(a ?? null) || isBlank(b ?? null) ? null : measured(work(number(a), number(b)))) };
}

/** Of one value that is not empty, and its companions. */
function ofOne(takes: Ability['takes'], gives: Ability['gives'], run: (value: Value, rest: Value[]) => Value, optional?: number): Ability {
  return { takes, gives, ...(optional && { optional }), run: ([value = null, ...rest]) => (isBlank(value) ? null : measured(run(value, rest))) };
}

function comparison(holds: (order: number) => boolean): Ability {
  const run = ([a = null, b = null]: Value[]): Value => (isBlank(a) || isBlank(b) ? null : holds(ordered(a, b)));
  return { takes: [comparable, comparable], gives: 'flag', run };
}

function extreme(side: 1 | -1): Ability {
  const run = (args: Value[]): Value => {
    const given = args.flatMap((value) => (Array.isArray(value) ? value : [value])).filter((value) => !isBlank(value));
    return given.reduce<Value>((best, value) => (best === null || ordered(value, best) * side > 0 ? value : best), null);
  };
  return { takes: [[...comparable, 'list'], comparable], optional: 'more', gives: 'as1', run };
}

function searching(found: (text: string, part: string) => boolean): Ability {
  return { takes: ['text', 'text'], gives: 'flag', run: ([a = null, b = null]) => (isBlank(a) || isBlank(b) ? null : found(text(a), text(b))) };
}

export const functions: Readonly<Record<string, Ability>> = {
  '+': {
    takes: [
      ['number', 'text'],
      ['number', 'text'],
    ],
    gives: 'as1',
    run: ([a = null, b = null]) => {
      if (typeof a === 'string' || typeof b === 'string') return measured(text(a ?? '') + text(b ?? ''));
      return isBlank(a) || isBlank(b) ? null : measured(add(number(a), number(b)));
    },
  },
  '-': arithmetic(subtract),
  '*': arithmetic(multiply),
  '/': arithmetic(divided),
  '%': arithmetic(remainder),
  '-_': ofOne(['number'], 'number', (value) => negated(number(value))),
  '<': comparison((order) => order < 0),
  '<=': comparison((order) => order <= 0),
  '>': comparison((order) => order > 0),
  '>=': comparison((order) => order >= 0),
  '==': { takes: ['any', 'any'], gives: 'flag', run: ([a = null, b = null]) => isSame(a, b) },
  '!=': { takes: ['any', 'any'], gives: 'flag', run: ([a = null, b = null]) => !isSame(a, b) },
  in: { takes: ['any', 'list'], gives: 'flag', run: ([a = null, list = null]) => entries(list).some((entry) => isSame(a, entry)) },
  '!_': ofOne(['flag'], 'flag', (value) => !flag(value)),
  // These three ask no more of their arguments than they need: evaluate.ts
  '&&': { takes: ['flag', 'flag'], gives: 'flag', run: unasked },
  '||': { takes: ['flag', 'flag'], gives: 'flag', run: unasked },
  '?:': { takes: ['flag', 'any', 'any'], gives: 'as2', run: unasked },
  ifEmpty: { takes: ['any', 'any'], gives: 'as1', run: ([value = null, other = null]) => (isBlank(value) ? other : value) },
  isEmpty: { takes: ['any'], gives: 'flag', run: ([value = null]) => isBlank(value) },
  has: { takes: ['any'], gives: 'flag', run: ([value = null]) => !isBlank(value) },
  round: ofOne(two, 'number', (value, [places = null]) => round(number(value), within(places, 0, 20)), 1),
  floor: ofOne(['number'], 'number', (value) => floored(number(value))),
  ceil: ofOne(['number'], 'number', (value) => negated(floored(negated(number(value))))),
  abs: ofOne(['number'], 'number', (value) => (number(value).units < 0n ? negated(number(value)) : value)),
  min: extreme(-1),
  max: extreme(1),
  number: ofOne([['text', 'number']], 'number', (value) => (typeof value === 'string' ? (parseDecimal(value) ?? null) : number(value))),
  text: ofOne(['any'], 'text', text),
  size: {
    takes: [['list', 'text']],
    gives: 'number',
    run: ([value = null]) => ({ units: BigInt(Array.isArray(value) ? value.length : [...text(value ?? '')].length), scale: 0 }),
  },
  upper: ofOne(['text'], 'text', (value) => text(value).toUpperCase()),
  lower: ofOne(['text'], 'text', (value) => text(value).toLowerCase()),
  trim: ofOne(['text'], 'text', (value) => text(value).trim()),
  substring: ofOne(
    ['text', 'number', 'number'],
    'text',
    (value, [from = null, to = null]) => [...text(value)].slice(within(from, 0, 20_000), to === null ? undefined : within(to, 0, 20_000)).join(''),
    1,
  ),
  replace: ofOne(['text', 'text', 'text'], 'text', (value, [part = null, by = null]) =>
    isBlank(part)
      ? value
      : text(value)
          .split(text(part))
          .join(text(by ?? '')),
  ),
  join: ofOne(
    ['list', 'text'],
    'text',
    (value, [by = null]) =>
      entries(value)
        .filter((entry) => !isBlank(entry))
        .map(text)
        .join(by === null ? ', ' : text(by)),
    1,
  ),
  contains: searching((whole, part) => whole.includes(part)),
  startsWith: searching((whole, part) => whole.startsWith(part)),
  endsWith: searching((whole, part) => whole.endsWith(part)),
  date: ofOne([['day', 'text']], 'day', (value) => day(value)),
  addDays: ofOne(['day', 'number'], 'day', (value, [count = null]) =>
    count === null ? null : (addDays(day(value), within(count, -4_000_000, 4_000_000)) ?? null),
  ),
  addMonths: ofOne(['day', 'number'], 'day', (value, [count = null]) =>
    count === null ? null : (addMonths(day(value), within(count, -120_000, 120_000)) ?? null),
  ),
  daysBetween: {
    takes: ['day', 'day'],
    gives: 'number',
    run: ([a = null, b = null]) => (isBlank(a) || isBlank(b) ? null : { units: BigInt(Math.round((noon(b) - noon(a)) / 86_400_000)), scale: 0 }),
  },
  year: ofOne(['day'], 'number', (value) => whole(day(value).slice(0, 4))),
  month: ofOne(['day'], 'number', (value) => whole(day(value).slice(5, 7))),
  day: ofOne(['day'], 'number', (value) => whole(day(value).slice(8, 10))),
  weekday: ofOne(['day'], 'number', (value) => whole(String(weekday(day(value)) + 1))),
  children: {
    takes: ['text', 'text'],
    gives: 'list',
    run: ([object = null, field = null], { outside }) => measured(outside?.children(text(object), text(field)) ?? []),
  },
  today: { takes: [], gives: 'day', around: 'now', run: (_, { today = null }) => today },
  now: { takes: [], gives: 'day', around: 'now', run: (_, { now = null }) => now },
  me: { takes: [], gives: 'text', around: 'me', run: (_, { me = null }) => me },
};

function unasked(): never {
  throw new Failed('formula.kind');
}

function number(value: Value | undefined): Decimal {
  if (value === undefined || !isNumber(value)) throw new Failed('formula.kind');
  return value;
}

function flag(value: Value): boolean {
  if (typeof value !== 'boolean') throw new Failed('formula.kind');
  return value;
}

function text(value: Value): string {
  if (typeof value === 'string') return value;
  if (isNumber(value)) return plainNumber(value);
  if (typeof value === 'boolean') return String(value);
  throw new Failed('formula.kind');
}

function entries(value: Value): Value[] {
  if (value === null) return [];
  if (!Array.isArray(value)) throw new Failed('formula.kind');
  return value;
}

/** The day of a day or an instant. */
function day(value: Value): string {
  const found = text(value).slice(0, 10);
  if (!isDay(found)) throw new Failed('formula.kind');
  return found;
}

function noon(value: Value): number {
  return instant(`${day(value)} 12:00:00`);
}

function whole(digits: string): Decimal {
  return { units: BigInt(digits), scale: 0 };
}

/** A whole number in a range; an empty one is 0. */
function within(value: Value, least: number, most: number): number {
  if (value === null) return 0;
  const found = toNumber(number(value));
  if (!Number.isInteger(found) || found < least || found > most) throw new Failed('formula.size');
  return found;
}
