/** What the calls of the trash answer. Types only; instants are 'YYYY-MM-DD hh:mm:ss' UTC. */
import type { Failure } from '#framework/records/wire.ts';

/** A row that somebody deleted, as far as who asks may know of it. */
export interface TrashEntry {
  id: number;
  object: string;
  /** its key while it was there */
  row: string;
  title: string;
  at: string;
  by: string;
  /** what it took along, by object; '' for one that the person may not know of */
  taken: { object: string; count: number }[];
  /** whether its object is still there, so that it can come back */
  isKnown: boolean;
}

export interface TrashPage {
  entries: TrashEntry[];
  /** what to ask `below` for the page after this one; null at the end */
  next: number | null;
  /** that have something in the trash */
  objects: string[];
  people: string[];
  /** days until a row is gone for good, 0 where it stays until somebody empties the trash */
  days: number;
}

/** What of a row did not come back: fields that the schema does not have any more, values that it does not take any more, or a reference to it that somebody has written over. */
export interface LeftOut {
  /** '' where the person may not know of the row, and nothing else of it is said then */
  object: string;
  id: string;
  title: string;
  fields: string[];
  why: 'schema' | 'unmet' | 'changed';
}

/** A row that is back. */
export interface RestoredRow {
  object: string;
  id: string;
  title: string;
  /** with what it had taken along */
  count: number;
  left: LeftOut[];
}

/** What became of taking something back. */
export interface Undone {
  /** rows that are as they were */
  count: number;
  /** rows that stay as they are, for a reason that `failed` says of the first of them */
  refused: number;
  /** rows not tried, for it was cancelled or the database was away */
  left: number;
  /** out of the trash, the first of them */
  restored: RestoredRow[];
  /** `id` is the row's */
  failed: (Failure & { title: string })[];
}

export interface TrashCalls {
  /**
   * @group house
   * @id trash
   * @query object=book by=an-id since=0 before=4102444800000 below=1000000
   */
  'GET /api/trash': TrashPage;
  /**
   * `id` of a failure is that of the entry
   * @group house
   * @id restoreTrash
   */
  'POST /api/trash/restore': { restored: RestoredRow[]; failed: Failure[] };
  /**
   * what one's own page did under that X-Changeset; of many rows a job, whose result is the outcome
   * @group house
   */
  'POST /api/changes/:id/undo': Undone | { job: string };
  /**
   * @group administration
   * @for administrators
   */
  'POST /api/trash/empty': { count: number };
}

/** What the calls are sent. */
export interface TrashBodies {
  'POST /api/trash/restore': { ids: number[] };
}
