import { cursorAt, readCursor } from '#backend/data/cursor.ts';
import { readerFor } from '#backend/data/reader.ts';
import { loadPage } from '#backend/data/records.ts';
import type { FieldModel, Row } from '#codegen/model.ts';
import type { Actor } from '#domain/actor.ts';
import { csvLine } from '#domain/csv.ts';
import { type ListParameters, readQuestion } from './list-records.ts';
import { modelFor, type RecordTools } from './record-tools.ts';

/** Rows fetched at once; the file is written as they come, so that its length costs no memory. */
const batch = 500;

export type ExportFormat = 'csv' | 'json';

/**
 * The rows of a filtered, sorted list as a file, piece by piece, in the fields that these roles may read and that have an export surface.
 * An export of personal data is recorded (safety section 15).
 */
export async function* exportRecords(
  tools: RecordTools,
  actor: Actor,
  object: string,
  parameters: ListParameters,
  format: ExportFormat,
): AsyncGenerator<string> {
  const model = modelFor(tools, actor, object, 'export');
  const reader = readerFor(model, actor.roles, tools.db.kind, 'export');
  const { filter, sort } = readQuestion({ filter: parameters.filter, sort: parameters.sort }, model, actor);
  const fields = reader.fields.filter((field) => field.surfaces.export && (field.column || field.child));
  if (fields.some(isPersonal)) tools.log.info({ object, user: actor.id, format, filter: parameters.filter ?? '' }, 'export of personal data');
  let count = 0;
  let cursor: ReturnType<typeof readCursor>;
  if (format === 'csv') yield `\ufeff${csvLine(fields.map((field) => field.name))}`;
  for (;;) {
    const rows: Row[] = await loadPage(tools.db, reader, { filter, sort, limit: batch, offset: 0, cursor: cursor && { at: cursor, backwards: false } });
    if (rows.length) yield format === 'csv' ? rows.map((row) => csvLine(fields.map((field) => row[field.name]))).join('') : jsonPart(rows, fields, count);
    count += rows.length;
    const last = rows.at(-1);
    if (!last || rows.length < batch) break;
    cursor = readCursor(cursorAt(last, model, sort), sort);
  }
  if (format === 'json') yield count ? '\n]\n' : '[]\n';
}

function jsonPart(rows: Row[], fields: FieldModel[], before: number): string {
  const lines = rows.map((row) => JSON.stringify(Object.fromEntries(fields.map((field) => [field.name, row[field.name]]))));
  return (before ? ',\n' : '[\n') + lines.join(',\n');
}

function isPersonal(field: FieldModel): boolean {
  return field.personal || (field.fields ?? []).some(isPersonal);
}
