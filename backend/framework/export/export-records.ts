import type { FieldModel, Row } from '#codegen/model.ts';
import { cursorAt, readCursor } from '#framework/data/rows/cursor.ts';
import { readerFor } from '#framework/data/rows/reader.ts';
import { loadPage } from '#framework/data/rows/records.ts';
import { type ListParameters, readQuestion } from '#framework/records/list-records.ts';
import { modelFor, type RecordTools } from '#framework/records/record-tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { csvLine, demandColumns } from '#rules/values/csv.ts';
import { recordExport } from './record-export.ts';

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
  const { filter, sort } = readQuestion({ filter: parameters.filter, sort: parameters.sort }, model, actor, tools.now());
  const fields = reader.fields.filter((field) => field.surfaces.export && (field.column || field.child));
  if (format === 'csv') demandColumns(fields.length);
  const facts = { object, format, fields: fields.map(({ name }) => name), filter: parameters.filter ?? '' };
  const complete = fields.some(isPersonal) ? await recordExport(tools, actor, facts) : undefined;
  let count = 0;
  let cursor: ReturnType<typeof readCursor>;
  // Before the first rows are there nothing is given, not even the heads: a file that has begun can no longer say that it failed (K12).
  let heads = format === 'csv' ? `\ufeff${csvLine(fields.map((field) => field.name))}` : '';
  for (;;) {
    const rows: Row[] = await loadPage(tools.db, reader, { filter, sort, limit: batch, offset: 0, cursor: cursor && { at: cursor, backwards: false } });
    const part =
      format === 'csv' ? rows.map((row) => csvLine(fields.map((field) => row[field.name]))).join('') : rows.length ? jsonPart(rows, fields, count) : '';
    if (heads || part) yield heads + part;
    heads = '';
    count += rows.length;
    const last = rows.at(-1);
    if (!last || rows.length < batch) break;
    cursor = readCursor(cursorAt(last, model, sort), sort);
  }
  if (format === 'json') yield count ? '\n]\n' : '[]\n';
  await complete?.(count);
}

function jsonPart(rows: Row[], fields: FieldModel[], before: number): string {
  const lines = rows.map((row) => JSON.stringify(Object.fromEntries(fields.map((field) => [field.name, row[field.name]]))));
  return (before ? ',\n' : '[\n') + lines.join(',\n');
}

function isPersonal(field: FieldModel): boolean {
  return field.personal || (field.fields ?? []).some(isPersonal);
}
