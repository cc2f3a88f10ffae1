/**
 * Rows as JSON text, straight from what the driver gave: lists are most of the traffic, and to parse arrays and build objects only to
 * write them out again would take twice the time of the rest. The text is that of `JSON.stringify(readRow(…))`.
 */
import type { ColumnModel, FieldModel } from '#codegen/model.ts';
import { faceOf } from '#kinds/columns.ts';
import { emptyOf } from '#rules/records/record.ts';
import type { DatabaseKind, RawRow } from '../engine/connect.ts';
import { isPruned, type Reader, readRow } from './reader.ts';

type Write = (raw: unknown) => string;
interface Part {
  /** `{"id":` or `,"name":` */
  head: string;
  column: string;
  write: Write;
}

const known = new WeakMap<Reader, Part[]>();

/** The rows as a JSON array; readers that see a part of nested values, or more than fields, go the long way. */
export function rowsText(reader: Reader, raws: readonly RawRow[]): string {
  if (isPruned(reader) || reader.spreads) return JSON.stringify(raws.map((raw) => readRow(reader, raw)));
  const parts = partsOf(reader);
  return `[${raws.map((raw) => rowText(parts, raw)).join(',')}]`;
}

function rowText(parts: readonly Part[], raw: RawRow): string {
  let text = '';
  for (const part of parts) text += part.head + part.write(raw[part.column]);
  return `${text}}`;
}

function partsOf(reader: Reader): Part[] {
  let parts = known.get(reader);
  if (!parts) {
    const stored = reader.fields.filter((field) => field.column);
    parts = stored.map((field, at) => ({
      head: `${at ? ',' : '{'}${JSON.stringify(field.name)}:`,
      column: field.column?.name ?? field.name,
      write: writerOf(field, field.column as ColumnModel, reader.kind), // stored fields have one
    }));
    known.set(reader, parts);
  }
  return parts;
}

function writerOf(field: FieldModel, column: ColumnModel, kind: DatabaseKind): Write {
  return faceOf(column.type).written(column, kind, JSON.stringify(emptyOf(field)));
}
