/** What the schema workbench is told and tells (/api/schemas, and /api/workbench for what belongs to no object yet): the files of the objects as they are written. Types only; instants are 'YYYY-MM-DD hh:mm:ss' UTC. */
import type { JsonValue, Lang, Row, Text } from '#codegen/model.ts';
import type { BulkMode } from '#framework/bulk/wire.ts';
import type { ImportReport } from '#framework/import/wire.ts';
import type { ListedObject } from '#framework/records/wire.ts';
import type { ShownFinding, ShownStep } from '#framework/system/wire.ts';
import type { Bytes } from '#rules/answer.ts';
import type { Problem } from '#rules/words/problem.ts';

/** One object's files, each as its text. */
export interface SchemaFiles {
  /** schemas/{name}.json */
  schema: string;
  /** locales/{lang}/{name}.json; a language that is left out has no file */
  labels: Partial<Record<Lang, string>>;
}

/** serving: as the file says; waiting: sound, and its table waits for a plan; quarantined: something is wrong with it, an earlier version may go on working */
export type SchemaState = 'serving' | 'waiting' | 'quarantined';

/** GET /api/schemas */
export interface SchemaList {
  /** false: all is for looking at only */
  isWritable: boolean;
  /** why it is not: by a setting, or a folder that cannot be written to */
  why?: 'setting' | 'folder';
  /** by menu order, then name */
  files: ListedSchema[];
  /** objects whose files were deleted, by name: their history has them, and a revert brings them back with their rows */
  gone: { name: string; at: string; by: string }[];
}

export interface ListedSchema {
  name: string;
  title: Text;
  state: SchemaState;
  group: string;
  icon: string;
  fields: number;
  /** null where it has no table that can be counted */
  rows: { count: number; estimated: boolean } | null;
  findings: ShownFinding[];
}

/** GET /api/schemas/:name */
export interface OpenSchema {
  name: string;
  state: SchemaState;
  files: SchemaFiles;
  /** of the files; a save says which one it was made from */
  version: string;
  findings: PlacedFinding[];
  /** steps that its table waits for */
  waiting: ShownStep[];
}

/** A finding with its place in the text of `file`, from 1. */
export interface PlacedFinding extends ShownFinding {
  line?: number;
  column?: number;
}

/** POST /api/workbench/check: nothing is written */
export interface CheckedSchema {
  /** of this object's files, and errors that others would get by it */
  findings: PlacedFinding[];
  /** what list and form are made of, as GET /api/objects has it; null as long as there is an error */
  entry: ListedObject | null;
  /** rows to look at */
  samples: Row[];
  /** whether they are the table's own, or made up */
  areReal: boolean;
  /** what saving would come to in the tables */
  plan: { steps: PlannedStep[] };
}

export interface PlannedStep extends ShownStep {
  /** rows that it does not suit; left out where it suits all, or where `unexamined` */
  refused?: { count: number; rows: { id: string; problems: Problem[] }[] };
  /** too many rows to look through while somebody types: they are when it is applied */
  unexamined?: true;
}

/** PUT /api/schemas/:name, POST /api/schemas/:name/revert */
export interface SavedSchema {
  name: string;
  version: string;
  state: SchemaState;
  files: SchemaFiles;
  /** what its table waits for now */
  waiting: ShownStep[];
}

/** `data` of msg.datamodi: the file has been changed since. null: it is gone */
export interface SchemaConflict {
  version: string;
  files: SchemaFiles | null;
}

/** GET /api/schemas/:name/history, newest first */
export interface SchemaVersion {
  id: string;
  at: string;
  /** '' for a file that was changed in its folder */
  by: string;
  /** found: changed in its folder, noted at the next look */
  action: 'create' | 'update' | 'delete' | 'revert' | 'found';
  /** as this version left them; null: deleted */
  files: SchemaFiles | null;
}

/** POST /api/schemas/:name/backfill: for the rows that the waiting plan refuses because of this field */
export type Backfill = { field: string; mode: BulkMode } & ({ value: JsonValue } | { /** another field, whose value each row gets */ from: string });

/** POST /api/workbench/guess */
export type GuessOrder = {
  /** what the object shall be called; made of what there is where it is not said */
  name?: string;
} & ({ from: 'empty' } | { from: 'sample' | 'schema'; text: string } | { from: 'table'; table: string });

/** POST /api/workbench/guess, and of a sheet POST /api/workbench/guess/sheet: files to go on with */
export interface GuessedSchema {
  /** a free one */
  name: string;
  files: SchemaFiles;
  /** that the sheet, sample or table has. A sheet is sent to POST /api/pb/:object/import once the object is saved, a table's rows are copied by POST /api/workbench/tables/:table/copy */
  rows: number;
  /** columns that are left out, for they hold bytes */
  left: string[];
  notes: PlacedFinding[];
}

/** What a copy of a table's rows has come to, since it was begun: a restart of the server or a cancellation in between counts nothing twice. */
export interface CopyReport extends Pick<ImportReport, 'counts' | 'lines'> {
  /** it was ended before the last row; asked for again it goes on from there */
  isCut: boolean;
}

/** GET /api/workbench/tables: of the database, which no object has made */
export interface ListedTable {
  table: string;
  columns: string[];
  rows: number;
}

/**
 * @group administration
 * @for administrators
 */
export interface WorkbenchCalls {
  /** @id guessSchema */
  'POST /api/workbench/guess': GuessedSchema;
  /** @query name=boat */
  'POST /api/workbench/guess/sheet': GuessedSchema;
  /** @id databaseTables */
  'GET /api/workbench/tables': ListedTable[];
  /** goes on where an earlier one ended, and answers one that runs; the job's result is a CopyReport */
  'POST /api/workbench/tables/:table/copy': { job: string };
  /** @id schemas */
  'GET /api/schemas': SchemaList;
  /** @id checkSchema */
  'POST /api/workbench/check': CheckedSchema;
  /** the validator of an entry that a check has answered, by the address in it */
  'GET /api/workbench/preview/:file': Bytes;
  /** @id schema */
  'GET /api/schemas/:name': OpenSchema;
  /** @id saveSchema */
  'PUT /api/schemas/:name': SavedSchema;
  /** @id deleteSchema */
  'DELETE /api/schemas/:name': null;
  /** @id schemaHistory */
  'GET /api/schemas/:name/history': SchemaVersion[];
  /** @id revertSchema */
  'POST /api/schemas/:name/revert': SavedSchema;
  /** a part of GET /api/system/archived back into the schema */
  'POST /api/schemas/:name/restore': SavedSchema;
  /** the job's result is a BulkReport; `count` rows are refused */
  'POST /api/schemas/:name/backfill': { job: string; count: number };
}

export interface WorkbenchBodies {
  'POST /api/workbench/guess': GuessOrder;
  /** bytes of an XLSX or CSV; ?name=… is what the object shall be called */
  'POST /api/workbench/guess/sheet': Blob;
  'POST /api/workbench/tables/:table/copy': { object: string };
  'POST /api/workbench/check': { name: string; files: SchemaFiles };
  /** `version`: of the files that these were made from, '' for a new object */
  'PUT /api/schemas/:name': { files: SchemaFiles; version: string };
  /** `typed`: the object's name */
  'DELETE /api/schemas/:name': { version: string; typed: string };
  /** `to`: the id of an earlier version; `version`: of the files that are there now */
  'POST /api/schemas/:name/revert': { to: string; version: string };
  /** `key`: of the archived part */
  'POST /api/schemas/:name/restore': { key: string; version: string };
  'POST /api/schemas/:name/backfill': Backfill;
}
