/** What a sheet's way in is told by. Types only. */
import type { Bytes } from '#rules/answer.ts';
import type { ImportColumn, ImportTake, SheetEncoding } from '#rules/records/import.ts';

/** 'check' writes nothing and says what 'write' would do. */
export type ImportMode = 'check' | 'write';

export type LineOutcome = 'create' | 'update' | 'same' | 'refused';

export interface ImportReport {
  mode: ImportMode;
  take: ImportTake;
  columns: ImportColumn[];
  /** fields that a column may be, for this person */
  fields: string[];
  /** fields that a new row must have and that no column fills */
  missing: string[];
  /** the columns were said to be these fields by the same person before */
  isRemembered: boolean;
  /** how a sheet of plain text was read */
  encoding?: SheetEncoding;
  counts: Record<LineOutcome, number>;
  /** all that are refused, and of the others the first 50, in the order of the sheet; `line` as the spreadsheet numbers it */
  lines: { line: number; do: LineOutcome; id: string; title: string; problems: { path: string; code: string; message: string }[] }[];
  /** the line before which it was cancelled, 0 where it came to its end */
  cutAt: number;
  /** lines that are listed nowhere else, because the database was unavailable or locked by others: no fault of the file. `lines` is what `only` takes, '' where none is left */
  left: { count: number; lines: string };
  /** the job that goes on asking about the rows; its result is an AskedReport */
  asking?: { kind: string; job: string };
}

/** A job that asks somebody else about the rows that were imported, and what it has come to. */
export interface AskedReport {
  /** rows: as they should be, not so, of which nobody could say it, and whose host did not answer */
  asked: Record<AskedState, number>;
  /** those that are not fine, in the order of the sheet */
  lines: Pick<ImportReport['lines'][number], 'line' | 'id' | 'title' | 'problems'>[];
  /** rows that are not asked about: it was cancelled, or nobody answered any more */
  left: number;
}

export type AskedState = 'fine' | 'other' | 'unknown' | 'away';

export interface ImportCalls {
  'GET /api/pb/:object/import/template': Bytes;
  /** the job's result is an ImportReport */
  'POST /api/pb/:object/import': { job: string };
  /** the sheet of a job, sent again, with its faults marked */
  'POST /api/pb/:object/import/marked': Bytes;
}

/** What the calls are sent. */
export interface ImportBodies {
  'POST /api/pb/:object/import': Blob;
  'POST /api/pb/:object/import/marked': Blob;
}
