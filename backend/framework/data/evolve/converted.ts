/** A stored value as a value of the column that it is converted to. */
import type { JsonValue } from '#codegen/model.ts';
import { isEqual } from '#rules/values/json-value.ts';
import type { Executor, RawRow } from '../engine/connect.ts';
import { decode } from '../rows/codec.ts';
import { columnModelOf, convertValue } from './convert.ts';
import type { Conversion } from './step.ts';

/** An existing raw value as a value of the new column; undefined where it has no equal. */
export function converted({ from, to, previous, old }: Conversion, raw: RawRow, source: string, kind: Executor['kind']): JsonValue | undefined {
  const value = decode(columnModelOf(from), raw[source], kind);
  const column = to.field?.column ?? columnModelOf(to);
  // A value that was converted the other way before is restored whole, if it has not changed since.
  if (previous) {
    const before = decode(columnModelOf(previous), raw[previous.name], kind);
    if (before !== null && before !== '' && isEqual(convertValue(before, columnModelOf(from), old), value)) return convertValue(before, column, to.field);
  }
  return convertValue(value, column, to.field);
}

/** The columns that a conversion reads. */
export function readBy({ previous }: Conversion, source: string): string[] {
  return ['id', source, ...(previous ? [previous.name] : [])];
}
