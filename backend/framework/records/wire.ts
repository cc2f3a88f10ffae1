/** What the calls of rows and objects (/api/pb, /api/objects) answer: one list of shapes for the server and the browser. Types only; instants are 'YYYY-MM-DD hh:mm:ss' UTC. */
import type { JsonSchema, JsonValue, ObjectModel, Role, Row, ShapeLevel, Text } from '#codegen/model.ts';
import type { Bare, Bytes } from '#rules/answer.ts';

export interface ListedObject {
  name: string;
  model: ObjectModel;
  schema: JsonSchema;
  /** address of the compiled validator */
  validator: string;
}

/** A row by what it is called. */
export type Title = { id: string; title: string };

export interface Group {
  /** the value that sets the group apart, null where nothing does */
  value: JsonValue;
  /** rows in it */
  count: number;
  /** as a text, for it may have more digits than a number */
  sum: string;
}

/** Of the rows in which the field says something. */
export interface Figure {
  count: number;
  min: JsonValue;
  max: JsonValue;
  /** of numbers, as texts */
  sum?: string;
  mean?: string;
}

export interface FigureGroup {
  /** the values that set the group apart, in the order of `by` */
  values: JsonValue[];
  /** rows in it */
  count: number;
  figures: Record<string, Figure>;
}

/** Of each field its figures, apart for each currency where its amounts have several: then `by` names the field of the currency. */
export interface Figures {
  by: string[];
  fields: string[];
  groups: FigureGroup[];
}

/** Figures of each field, apart for each currency. */
export type GroupFigures = Record<string, { by: JsonValue; figure: Figure }[]>;

/** Rows of one value, or of one step of days. */
export interface RowGroup {
  /** null: they say nothing; of days the first one of their step */
  value: JsonValue;
  /** the conditions that leave its rows */
  filter: Row;
  count: number;
  figures: GroupFigures;
  /** its rows by the values of a second field; one without rows is left out */
  cells?: RowCell[];
}

/** Rows of a group that belong to one across. */
export interface RowCell {
  /** the place of that group in `across` */
  column: number;
  count: number;
  figures: GroupFigures;
}

export interface RowGroups {
  groups: RowGroup[];
  /** there are more groups than these */
  isCut: boolean;
  /** the same rows by the second field */
  across?: RowGroups;
}

/** Numbers in the order that was asked for. */
export interface RowCounts {
  counts: number[];
  /** not all rows were looked at: each number is reached or exceeded */
  isCut: boolean;
}

export interface ChildSums {
  /** the values that set the group apart, in the order of `by` */
  values: JsonValue[];
  /** rows of the object, not of its child table */
  count: number;
  sums: Record<string, string>;
}

export interface Sum {
  field: string;
  by: string | null;
  groups: Group[];
  /** which rows count, as the schema says; the list's other rows are so many */
  counts?: { filter: Row; left: number };
}

export interface Related {
  object: string;
  /** dotted path of the reference: 'customer', 'lines.film' */
  field: string;
  count: number;
  exact: boolean;
  /** what the object's list is to be filtered by */
  filter: Row;
  /** the first in the list's own order */
  rows: Row[];
  /** money of the child rows that point here, apart for each value of `by` */
  sums?: { by: string[]; fields: string[]; groups: ChildSums[] };
}

export type Changes = Record<string, [JsonValue, JsonValue]>;

export interface HistoryEntry {
  /** its id: later entries have higher ones; the row as this entry left it goes by it */
  entry: number;
  /** 'YYYY-MM-DD hh:mm:ss' UTC */
  at: string;
  by: string;
  /** of a person who is no staff: the title of their account, or of their own row, written through their link */
  name?: string;
  action: string;
  ver: number;
  changes: Changes;
}

/** What left the server as a file with personal data in it. */
export interface ExportNote {
  format: string;
  /** names of the fields; none where it has the application's own columns */
  fields: string[];
  /** other objects whose rows are in it */
  with?: string[];
  /** as it was asked for */
  filter: string;
  /** null where the file was never whole */
  count: number | null;
}

/** An entry of any row, found among all. */
export interface FoundChange extends HistoryEntry {
  object: string;
  /** its key, '' of an export */
  row: string;
  /** its key where the row is gone */
  title: string;
  isThere: boolean;
  export?: ExportNote;
}

export interface FoundChanges {
  entries: FoundChange[];
  /** what to ask `below` for the page after this one; null at the end. A page may be short, or empty, before the end. */
  next: number | null;
  /** of a feed: what to ask `since` for what comes behind these, now or at any later time */
  cursor?: string;
  /** of a feed: there is more behind them now */
  isMore?: boolean;
}

/** A row that has values of an earlier version again. */
export interface Reverted {
  row: Row;
  /** fields that were otherwise then and stay as they are, since nobody, or not this person, may write them */
  left: string[];
}

/** One thing that a verb does, with how often: rows made, changed or deleted; with `field`, values of it changed or cleared. */
export interface Effect {
  do: 'create' | 'change' | 'clear' | 'delete';
  object: string;
  field?: string;
  count: number;
  /** of what is done later: from when on, 'YYYY-MM-DD hh:mm:ss' UTC, '' while nobody knows */
  from?: string;
}

/** What may be done with a row now. */
export interface OpenAction {
  name: string;
  kind: 'transition' | 'action';
  label: Text;
  /** what it does, asked before it is done */
  confirm?: Text;
  /** wants its preview looked at and a name typed */
  destructive: boolean;
  /** fields that it asks for */
  asks: string[];
  /** the state that it leads to */
  to?: string;
  /** whose it is, and whether that includes who asks */
  roles: Role[];
  allowed: boolean;
}

export interface ActionResult {
  row: Row;
  effects: Effect[];
}

/** One row of many that could not be done, with its reason in the asker's language. */
export interface Failure {
  id: string;
  code: string;
  message: string;
}

/** What would be done to one row or to many. */
export interface ActionPreview {
  effects: Effect[];
  /** what has to be typed */
  typed?: string;
  failed?: Failure[];
}

/** What was done to many rows; what could not be done is an answer, and no failure of the call. */
export interface BulkOutcome {
  ids: string[];
  effects: Effect[];
  failed: Failure[];
}

/** What became of each row of a bulk deletion. */
export interface BulkDeletion {
  deleted: string[];
  /** `data` names the rows in the way */
  failed: (Failure & { data: unknown })[];
}

/** Rows of an object that a deletion takes along, or leaves without a reference; `object` is '' where the asker may not know of it. */
export interface Taken {
  object: string;
  count: number;
  /** the first of them */
  rows: Title[];
}

export interface DeletionPreview {
  takes: Taken[];
  clears: Taken[];
}

/** A record found by words, of any object. */
export interface Found {
  object: string;
  id: string;
  title: string;
}

/** The keys of the records beside one in its list; absent at the list's ends. */
export interface Neighbours {
  previous?: string;
  next?: string;
}

export interface RecordCalls {
  /** fields=title: a `Title` of each; expand=studio,lines.film: what the rows refer to under `_expand` (decision 075) */
  'GET /api/pb/:object': Bare<Row[]>;
  'POST /api/pb/:object': Bare<Row>;
  'DELETE /api/pb/:object': BulkDeletion;
  'GET /api/pb/:object/export': Bytes;
  'GET /api/pb/:object/sums': Bare<Sum[]>;
  /** of the fields `of`, over the rows of `filter` */
  'GET /api/pb/:object/figures': Bare<Figures[]>;
  /** the rows of `filter` by the values of `by`, days by `step`, with the figures of the fields `of` */
  'GET /api/pb/:object/groups': Bare<RowGroups>;
  /** how many of the rows of `filter` each filter of the array `of` would leave */
  'GET /api/pb/:object/counts': Bare<RowCounts>;
  /** what deleting the rows of `filter={"id": […]}` would do to others */
  'GET /api/pb/:object/deletion': DeletionPreview;
  'GET /api/pb/:object/:id': Bare<Row>;
  'PUT /api/pb/:object/:id': Bare<Row>;
  'DELETE /api/pb/:object/:id': Bare<Row>;
  /** `below`: the entries before that one */
  'GET /api/pb/:object/:id/history': Bare<HistoryEntry[]>;
  'POST /api/pb/:object/:id/revert': Reverted;
  /**
   * all changes that one may read of: `object`, `row`, `by`, `field`, `action`, `since` and `before` (ms), `below`; with a cursor as `since` a feed, the oldest first (decision 075)
   * @group house
   * @id changes
   * @query object=book row=an-id by=an-id field=name action=update since=0 before=4102444800000 below=1000000
   */
  'GET /api/changes': FoundChanges;
  'POST /api/pb/:object/:id/restore': Bare<Row>;
  'GET /api/pb/:object/:id/related': Bare<Related[]>;
  /** in the list of `filter` and `sort` */
  'GET /api/pb/:object/:id/neighbours': Neighbours;
  /**
   * by the words `q`, over all objects
   * @group house
   * @id find
   * @query q!=an
   */
  'GET /api/find': Found[];
  /** @group house */
  'GET /api/pb/:object/:id/print': Bytes;
  'GET /api/pb/:object/:id/actions': { actions: OpenAction[]; locked: readonly string[] };
  'GET /api/pb/:object/:id/actions/:name': ActionPreview;
  'POST /api/pb/:object/:id/actions/:name': ActionResult | ActionPreview;
  'POST /api/pb/:object/actions/:name': BulkOutcome | ActionPreview;
  'GET /api/objects': Bare<ListedObject[]>;
  /**
   * @group house
   * @query ref!=%23
   */
  'GET /api/objects/:obj/shape': ShapeLevel;
  'GET /api/objects/:obj/:file': Bytes;
  /** the rows that have the key: none or one */
  'POST /api/query': Record<string, string>[];
}

/** With what a transition or an operation is asked for. */
export interface ActionOrder {
  input?: Row;
  /** the word typed to confirm */
  confirm?: string;
  ver?: number;
}

/** Which values a row shall have again: those that it had right after that entry of its history, of these fields or of all. */
export interface RevertOrder {
  to: number;
  fields?: string[];
}

/** What the calls are sent. */
export interface RecordBodies {
  'POST /api/pb/:object': Row;
  'PUT /api/pb/:object/:id': Row;
  /** with If-Match, as a PUT */
  'POST /api/pb/:object/:id/revert': RevertOrder;
  'POST /api/pb/:object/:id/actions/:name': ActionOrder & { preview?: boolean };
  'POST /api/pb/:object/actions/:name': ActionOrder & { ids?: string[]; filter?: unknown; preview?: boolean };
  'POST /api/query': { options: { sql: string }; log: Row };
}
