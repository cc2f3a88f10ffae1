/** What an expression works with: exact numbers, texts (days and instants too), flags, lists, rows with their fields, and null for what is empty. Pure. */
import type { FieldModel, JsonValue, Row } from '#codegen/model.ts';
import { type Decimal, formatDecimal, parseDecimal } from '#rules/values/decimal.ts';
import type { Link } from './outside.ts';

/** A row, or an object of fields in one. */
export class Place {
  readonly row: Row;
  readonly fields: readonly FieldModel[];
  constructor(row: Row, fields: readonly FieldModel[] = []) {
    this.row = row;
    this.fields = fields;
  }

  /** The value of a field; null where there is none or nothing is chosen. */
  part(name: string): Value {
    if (!Object.hasOwn(this.row, name)) return null;
    const field = this.fields.find((candidate) => candidate.name === name);
    const value = this.row[name];
    return field?.unset !== undefined && value === field.unset ? null : toValue(value, field?.fields);
  }
}

/** A row of another object. An object in quarantine goes on with formulas that may name what the other has no more: that is no empty value. */
export class OtherRow extends Place {
  /** @throws Unread of a field that the object does not have */
  override part(name: string): Value {
    if (!Object.hasOwn(this.row, name) && !this.fields.some((field) => field.name === name)) throw new Unread(name);
    return super.part(name);
  }
}

export class Unread extends Error {}

/** What is known around one record; a row that is not there is null. */
export interface Outside {
  row(object: string, id: string): Place | null;
  /** rows of the object whose field names this record */
  children(object: string, field: string): Place[];
  /** where not all is at hand: can a formula of these ways out be worked out over the row? It stays as it is else */
  isKnown?(links: readonly Link[], row: Row): boolean;
}

export type Value = Decimal | string | boolean | null | Value[] | Place;

/** Why an expression has no result: values of kinds that do not go together, or numbers, texts and lists beyond all measure. */
export type Failure = 'formula.kind' | 'formula.size';

export class Failed extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure);
    this.failure = failure;
  }
}

/** Characters that a text may come to, and entries of a list. */
const longest = 20_000;
/** Beyond it is no amount that anybody meant. */
const largest = 10n ** 80n;
const finest = 60;

/** A value of a row. @throws Failed of a number that no decimal is */
export function toValue(value: JsonValue | undefined, fields?: readonly FieldModel[]): Value {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'number') return numberOf(value);
  if (Array.isArray(value)) return value.map((entry) => toValue(entry, fields));
  return typeof value === 'object' ? new Place(value, fields) : value;
}

function numberOf(value: number | string): Decimal {
  const decimal = parseDecimal(value);
  if (!decimal) throw new Failed('formula.size');
  return decimal;
}

export function isNumber(value: Value): value is Decimal {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Place);
}

/** null, '', an empty list, an object of nothing but empties. */
export function isBlank(value: Value): boolean {
  if (value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return value instanceof Place && Object.keys(value.row).every((name) => isBlank(value.part(name)));
}

/** The value, where it is of a size that is worked with. @throws Failed */
export function measured<V extends Value>(value: V): V {
  if (typeof value === 'string' || Array.isArray(value)) {
    if (value.length > longest) throw new Failed('formula.size');
  } else if (isNumber(value) && (value.scale > finest || value.units > largest || value.units < -largest)) throw new Failed('formula.size');
  return value;
}

/** '12.5': a number without the zeros that its way of coming about left behind it. */
export function plainNumber(value: Decimal): string {
  const text = formatDecimal(value);
  return value.scale ? text.replace(/\.?0+$/, '') : text;
}

/** Nothing is the same as nothing; numbers by their value. */
export function isSame(a: Value, b: Value): boolean {
  if (isBlank(a) || isBlank(b)) return isBlank(a) && isBlank(b);
  if (isNumber(a) && isNumber(b)) return plainNumber(a) === plainNumber(b);
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((entry, index) => isSame(entry, b[index] ?? null));
  return a === b;
}
