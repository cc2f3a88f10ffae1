/** What a sheet's way in is told by. Types only. */
import type { Bytes } from '#rules/answer.ts';
import type { ImportColumn } from '#rules/records/import.ts';

/** 'check' writes nothing and says what 'write' would do. */
export type ImportMode = 'check' | 'write';

export type LineOutcome = 'create' | 'update' | 'same' | 'refused';

export interface ImportReport {
  mode: ImportMode;
  columns: ImportColumn[];
  counts: Record<LineOutcome, number>;
  /** those refused, all of them up to 500, and of the others the first 50, in the order of the sheet; `line` as the spreadsheet numbers it */
  lines: { line: number; do: LineOutcome; id: string; title: string; problems: { path: string; code: string; message: string }[] }[];
  /** the line before which it was cancelled, 0 where it came to its end */
  cutAt: number;
  /** lines that are listed nowhere else, because the database was unavailable or locked by others: no fault of the file. `lines` is what `only` takes, '' where none is left */
  left: { count: number; lines: string };
}

export interface ImportCalls {
  'GET /api/pb/:object/import/template': Bytes;
  /** the job's result is an ImportReport */
  'POST /api/pb/:object/import': { job: string };
}

/** What the calls are sent. */
export interface ImportBodies {
  'POST /api/pb/:object/import': Blob;
}
