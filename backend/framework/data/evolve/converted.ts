/** A stored value as a value of the column that it is converted to. */
import type { JsonValue } from '#codegen/model.ts';
import { isEqual } from '#rules/json-value.ts';
import type { Executor, RawRow } from '../engine/connect.ts';
import { decode } from '../rows/codec.ts';
import { columnModelOf, convertValue } from './convert.ts';
import type { Conversion } from './step.ts';

/** A standing raw value as a value of the new column; undefined where it has no equal. */
export function converted({ from, to, kept, old }: Conversion, raw: RawRow, source: string, kind: Executor['kind']): JsonValue | undefined {
  const value = decode(columnModelOf(from), raw[source], kind);
  const column = to.field?.column ?? columnModelOf(to);
  // What was converted the other way before comes back whole, if nobody has changed it since.
  if (kept) {
    const before = decode(columnModelOf(kept), raw[kept.name], kind);
    if (before !== null && before !== '' && isEqual(convertValue(before, columnModelOf(from), old), value)) return convertValue(before, column, to.field);
  }
  return convertValue(value, column, to.field);
}

/** The columns that a conversion reads. */
export function readBy({ kept }: Conversion, source: string): string[] {
  return ['id', source, ...(kept ? [kept.name] : [])];
}
