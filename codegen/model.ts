/**
 * The object model: what `describe` makes of one schema file, read at run time by the server and, over `GET /api/objects`, by the back office. Plain JSON, no
 * functions, so that both sides share it. All code depends on these shapes; they are the contract of the house.
 */
import type { Lang } from '#generated/languages.ts';
import type { ObjectName, Objects, Reads } from '#generated/objects.ts';

/** The folders of locales/. */
export type { Lang };
/** A text in every language; one that says nothing falls back as its language.json says, then to the schema's `title`. */
export type Text = Record<Lang, string>;
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };
export type JsonSchema = { [keyword: string]: JsonValue };
/** A row of any object, as the API speaks it: empty strings for empty text, date and reference fields, null for empty numbers. */
export type Row = { [field: string]: JsonValue };
/** A whole row of the object of that name; of a name that is known at run time alone, any row. */
export type RowOf<O extends string> = O extends ObjectName ? Objects[O] : Row;
/** The same as a person may read it: fields that some roles may not read may be missing. */
export type ReadOf<O extends string> = O extends ObjectName ? Reads[O] : Row;
/** A row that nobody has validated yet, as a form has one: the names are the schema's, the values may be anything. */
export type Unchecked<T> = { [K in keyof T]?: JsonValue };
/** A condition over the whole record: a JSON Schema (draft-07), see x-visibleWhen and its kin. */
export type Condition = JsonSchema;

/** An expression as its parser read it (backend/framework/rules/expressions): plain JSON, so that the browser evaluates it without a parser. */
export type Tree =
  /** a constant; the digits of a number, as written */
  | { is: 'text' | 'number'; text: string }
  | { is: 'flag'; flag: boolean }
  | { is: 'empty' }
  /** a field, `self`, `record`, or the name that `each` gives an entry */
  | { is: 'name'; name: string }
  | { is: 'part'; of: Tree; name: string }
  | { is: 'entry'; of: Tree; at: Tree }
  | { is: 'list'; items: Tree[] }
  /** a function or an operator */
  | { is: 'call'; name: string; args: Tree[] }
  /** over the entries of a list: `lines.sum(l, l.amount)` */
  | { is: 'each'; name: string; of: Tree; as: string; body: Tree };

/** An expression of a schema, as written and as read. */
export interface Expression {
  text: string;
  /** absent where it cannot be read, which the lint says */
  tree?: Tree;
}

export type Role = string; // '[]' administrator, '[gs]' guest, '[op]' operator, or a dropped-in one
export type Verb = 'list' | 'read' | 'create' | 'update' | 'delete' | 'export' | 'import';

/** How a field behaves on screen, in filters and in the codec. */
export type FieldKind =
  | 'string' // one line; `format` says email, uri, phone, telephone, id, digits, identifier
  | 'text' // several lines
  | 'html' // sanitised on save and on show
  | 'password' // writeOnly, stored as a hash by an action
  | 'integer'
  | 'decimal' // exact: `column.precision`, `column.scale`; a JS number of at most 15 digits
  | 'number' // double
  | 'boolean'
  | 'date' // 'YYYY-MM-DD' or ''
  | 'time' // 'HH:MM:SS' or ''
  | 'datetime' // 'YYYY-MM-DD hh:mm:ss' UTC or ''
  | 'select' // one of `options`
  | 'multiselect' // array of option values
  | 'tags' // array of free strings
  | 'reference' // id of a row of `relation.to`, or ''
  | 'references' // array of ids
  | 'files' // array of attachments
  | 'object' // nested object, `fields`
  | 'list' // array of objects, `fields`; with `child` rows of their own in a child table
  | 'json'; // anything else

/** How the value is stored in the table: each has its face in backend/framework/kinds (`columns.ts`), and backend/framework/data asks that and nothing else. */
export type ColumnType =
  | ('string' | 'text' | 'integer' | 'bigint' | 'decimal' | 'double' | 'boolean' | 'date' | 'time' | 'datetime' | 'json')
  /** the key of an object whose ids are numbers: a text in the table */
  | 'numericKey'
  /** options of several types: a text in the table that says which */
  | 'mixed';
export interface ColumnModel {
  name: string;
  type: ColumnType;
  /** characters, for 'string' */
  length?: number;
  /** digits in all and after the point, for 'decimal' */
  precision?: number;
  scale?: number;
  /** Text is never null ('' is empty); numbers, dates, references and json may be. */
  nullable: boolean;
  /** Compared byte by byte (ids, references, e-mails, codes): MariaDB utf8mb4_nopad_bin. Other text: utf8mb4_unicode_ci-like. */
  binary: boolean;
  index: boolean;
  unique: boolean;
  /** former names of its field, newest first (x-was); codegen/describe/column-names.ts says what their columns were called */
  was: string[];
}

export interface Option {
  value: string | number | boolean;
  label: Text;
  /** edition or editions that it applies to; 999 or absent = every edition */
  version?: number | number[];
  /** and every edition from this one on, up to and with `to` */
  from?: number;
  to?: number;
  deprecated?: boolean;
  color?: string;
}
export interface Relation {
  to: string;
  many: boolean;
  filter?: Row;
  onDelete: 'restrict' | 'null' | 'cascade';
  /** own field → field of the referenced row, copied when one is chosen or when it is left empty; 'commission.{branch}' uses an own field's code */
  copies?: Record<string, string>;
}
export interface FileRule {
  purpose: string;
  kinds: string[]; // 'image' | 'pdf' | 'video' | 'document' | mime types
  /** bytes a file */
  maxSize: number;
  maxCount: number;
  public: boolean;
}
export interface Ui {
  widget?: string;
  width?: 'full' | 'half' | 'third' | 'quarter';
  placeholder?: Text;
  prefix?: string;
  suffix?: string;
  rows?: number;
  options?: Row;
}
export type Surface = 'create' | 'edit' | 'show' | 'list' | 'filter' | 'sort' | 'search' | 'export' | 'import' | 'history';

/** A shape that stays shared, or contains itself, where a field uses it. */
export interface SharedShape {
  /** pointer in the schema: '#/definitions/branch' */
  ref: string;
  /** the value is a list of them */
  many: boolean;
}
/** One level of a shared shape: its fields, of which those of shared shapes end again. */
export interface ShapeLevel {
  fields: FieldModel[];
}

/** An object whose keys are chosen by whoever fills it in. */
export interface Pairs {
  /** fields of its own beside them */
  fields?: FieldModel[];
  /** what stands behind a key that fits the pattern: the first that does counts; without a pattern, behind any other */
  values: { pattern?: string; field: FieldModel }[];
  /** what every key is like */
  keys?: { pattern?: string; minLength?: number; maxLength?: number; options?: string[] };
}

export interface FieldModel {
  name: string;
  kind: FieldKind;
  /** standard JSON Schema `format` for strings */
  format?: string;
  label: Text;
  help?: Text;
  required: boolean;
  /** Default of a new record: '' for text, '-' for a string select without one, [] for arrays, null for numbers without one. */
  default: JsonValue;
  /** the value that means 'nothing chosen' for a select ('-', or x-unset: 0 for company.type) */
  unset?: string | number;
  /** of a select of texts: what means nothing chosen is null, which its schema has among the options */
  orNull?: true;
  readOnly: boolean;
  writeOnly: boolean;
  deprecated: boolean;
  setOnce: boolean;
  /** x-pii */
  personal: boolean;
  /** x-lang: the language that its text is written in, as HTML says it ('zh-Hant-TW') */
  lang?: string;
  /** x-copy: cleared on duplicate when false */
  copy: boolean;
  /** absent for fields stored nowhere (x-db: {store: false}) and for x-child lists */
  column?: ColumnModel;
  options?: Option[];
  /** the code list's name under schemas/codes */
  codes?: string;
  /** a pattern: of a select of texts, values of it are taken besides its options */
  openTo?: string;
  relation?: Relation;
  file?: FileRule;
  /** children of 'object', 'list', 'files' */
  fields?: FieldModel[];
  /** of 'object' and 'list': the value may hold more than its fields, which is stored and given back as it is (additionalProperties: true) */
  open?: true;
  /** of 'json': what a row holds beside its fields; over the API its members stand beside them too (rules/queries/rest.ts). 'said': by a rule of the file; 'allowed': as nothing forbids it, and a form shows it where it holds something */
  rest?: 'said' | 'allowed';
  /** of 'json': the definition that its value, or each row of it, has the shape of; one level of it is asked for at a time */
  shape?: SharedShape;
  /** of 'json': an object of pairs, which a form shows as such */
  pairs?: Pairs;
  /** former names, newest first (x-was): of a field in a column, a list or another field */
  was?: string[];
  /** x-child: rows in a table of their own, named `{object}__{field}` */
  child?: { table: string };
  ui: Ui;
  display?: string;
  /** surfaces that show the field; computed from x-surfaces and the kind */
  surfaces: Record<Surface, boolean>;
  visibleWhen?: Condition;
  requiredWhen?: Condition;
  readOnlyWhen?: Condition;
  optionsWhen?: { when: Condition; options: (string | number)[] }[];
  /** name of a computed field of the application (backend/application/rules.ts) */
  computed?: string;
  /** x-formula: what its value is worked out from */
  formula?: Expression;
  /** x-default: what a new record begins with, where nothing else is said */
  initial?: Expression;
  /** roles that may read or write; absent = as the object */
  access?: { read?: Role[]; write?: Role[] };
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
  minItems?: number;
  maxItems?: number;
  /** the same entry may stand in it twice (`uniqueItems: false`) */
  repeats?: true;
}

export interface FormSection {
  key: string;
  label: Text;
  fields: string[];
}
export interface FormTab {
  key: string;
  label: Text;
  sections: FormSection[];
}
export interface Sort {
  field: string;
  order: 'ASC' | 'DESC';
}
export interface QuickFilter {
  key: string;
  label: Text;
  filter: Row;
}
export interface Transition {
  name: string;
  label: Text;
  from: string[];
  to: string;
  roles: Role[];
  requires?: Condition;
  confirm?: Text;
  locks?: string[];
  /** fields to fill in with the transition, read-only otherwise: the message of a sending back */
  asks?: string[];
  /** fields that it sets: instants, and in texts who took it */
  stamps?: string[];
  /** fields that it empties: what an earlier step stamped or asked for and what no longer holds */
  clears?: string[];
}
export interface ActionModel {
  name: string;
  label: Text;
  bulk: boolean;
  row: boolean;
  confirm?: Text;
  /** says beforehand what it will clear, and wants the row's name typed */
  destructive: boolean;
  roles: Role[];
  /** rows that it is open for; absent = every row */
  when?: Condition;
  verb: string;
}

/** Icons that x-entity may name; the menu draws them. */
export type IconName =
  | 'business'
  | 'megaphone'
  | 'category'
  | 'event'
  | 'calendar'
  | 'gavel'
  | 'log'
  | 'handshake'
  | 'image'
  | 'mail'
  | 'movie'
  | 'people'
  | 'group'
  | 'person'
  | 'user'
  | 'play'
  | 'receipt'
  | 'settings'
  | 'slideshow'
  | 'star'
  | 'article'
  | 'badge'
  | 'book'
  | 'box'
  | 'building'
  | 'camera'
  | 'cart'
  | 'chart'
  | 'clock'
  | 'flag'
  | 'flight'
  | 'globe'
  | 'heart'
  | 'hotel'
  | 'link'
  | 'microphone'
  | 'money'
  | 'music'
  | 'note'
  | 'person-add'
  | 'phone'
  | 'place'
  | 'school'
  | 'tag'
  | 'task'
  | 'ticket'
  | 'tool'
  | 'trophy'
  | 'truck';

export interface ObjectModel<O extends string = string> {
  name: O;
  label: Text;
  /** what several of them are called: 'Films'; in Chinese the same as one */
  plural: Text;
  help?: Text;
  entity: {
    group: string;
    icon: string;
    order: number;
    /** staff route alias: '/erp/bookman' */
    route?: string;
    key: string;
    singleton: boolean;
    virtual: boolean;
    /** expected to be large: sort and filter surfaces need an index */
    big: boolean;
  };
  /** '{cname} {ename}' */
  titleTemplate: string;
  /** where a language has a title of its own */
  titles?: Partial<Record<Lang, string>>;
  fields: FieldModel[];
  list: {
    columns: string[];
    sort: Sort;
    filters: string[];
    quick: QuickFilter[];
    pageSize: number;
    rowColor: { when: Condition; color: string }[];
    /** fields added up over the filtered rows, apart for each value of `by`; `filter` says which rows count, the others are shown beside the figure */
    sums?: { field: string; by?: string; filter?: Row }[];
  };
  form: { tabs: FormTab[]; sidebar: string[] };
  search: string[];
  /** fields by which rows are compared for likely doubles (x-duplicates); absent = the title and addresses of mail */
  duplicates?: string[];
  indexes: string[][];
  uniques: string[][];
  /** `on`: the state of the workflow in which the number is given; absent = with the row */
  naming?: { field: string; pattern: string; on?: string };
  access: {
    verbs: Record<Verb, Role[]>;
    actions: Record<string, Role[]>;
    /** role → condition a row must meet; absent = every row */
    rows: Record<Role, Condition>;
  };
  workflow?: { field: string; states: Option[]; transitions: Transition[] };
  actions: ActionModel[];
  history: boolean;
  trash: boolean;
  /** views of its list that come with the schema (x-views) */
  views?: ShippedView[];
  /** what people are reminded of (x-reminders) */
  reminders?: Reminder[];
  /** what happens by itself (x-on) */
  automations?: Automation[];
  /** what has to hold of each row (x-rules) */
  rules?: RowRule[];
  /** former names of the object, newest first (x-was): it takes their rows over */
  was?: string[];
  /** the printed form of the application that a row can be had in */
  print?: string;
  /** sha-256 of the bundled schema and the labels: the version of everything derived */
  hash: string;
}

/** A column of a list as a view shows it; the pinned ones stay in sight while the others scroll. */
export interface ViewColumn {
  /** dotted path of the field: 'contract.start' */
  path: string;
  /** px */
  width?: number;
  pin?: boolean;
}

/** Rows of one value stand together; days of one week, month, quarter or year. */
export interface GroupedBy {
  path: string;
  step?: 'day' | 'week' | 'month' | 'quarter' | 'year';
}

/** With a second field across they are a table of both. */
export interface ViewGroup extends GroupedBy {
  across?: GroupedBy;
}

/** How the rows of a list stand other than in a table, and by which field. */
export interface ViewLayout {
  kind: 'gallery' | 'board' | 'calendar';
  field: string;
  /** of a calendar: the field that holds the last day or moment of a row, which then lasts until it */
  until?: string;
}

/** What a view says of a list; without columns or an order those of the schema. */
export interface ViewSettings {
  filter: Row;
  sort?: Sort;
  group?: ViewGroup;
  layout?: ViewLayout;
  columns: ViewColumn[];
  density: 'compact' | 'normal' | 'roomy';
}

export interface ShippedView {
  key: string;
  label: Text;
  isDefault: boolean;
  settings: ViewSettings;
}

/** Says that something of a row is due, by a day that the row has. */
export interface Reminder {
  name: string;
  label: Text;
  /** `field`: dotted path of a date. Below 0: so many days before it, and it stays `until` days after it; else so many days after it, for `until` days where that is said. */
  when: { field: string; days: number; until?: number };
  /** the rows that it is about */
  filter: Row;
  /** whom it is for: people with one of the roles, and those whom one of the fields points at; both empty: everybody who may list the object */
  roles: Role[];
  fields: string[];
}

/** What happens by itself (x-on). */
export interface Automation {
  name: string;
  label: Text;
  when: AutomationMoment;
  /** asked of the row as it is then; of one that was deleted, as it was */
  condition?: Expression;
  steps: AutomationStep[];
}

/**
 * `moved`: of the workflow's state; `at`: `days` after the date of the field (below 0: before it); `every`: by the clock of the house, without a row: `on` is the
 * day of the week (Monday is 1) or of the month (of a shorter one its last).
 */
export type AutomationMoment =
  | { is: 'created' | 'deleted' }
  | { is: 'changed'; fields: string[] }
  | { is: 'moved'; from?: string; to?: string }
  | { is: 'at'; field: string; days: number }
  | ({ is: 'every' } & Clockwork);

/** A moment that comes again: `on` is the day of the week (Monday is 1) or of the month (of a shorter one its last), `at` 'HH:MM' of the house's clock. */
export interface Clockwork {
  every: 'day' | 'week' | 'month';
  on?: number;
  at: string;
}

export type AutomationStep =
  | { do: 'mail'; roles: Role[]; fields: string[]; subject: Text; text: Text }
  | { do: 'webhook'; hook: string }
  | { do: 'set'; values: Record<string, Expression> }
  | { do: 'create'; object: string; values: Record<string, Expression> /** what later steps call the record */; as?: string };

/** What has to hold of a row; not asked where `when` is said and not true. */
export interface RowRule {
  name: string;
  when?: Expression;
  rule: Expression;
  /** dotted path of the field that its message stands at */
  field: string;
  message: Text;
}

/** What the registry hands out for one object. */
export interface ObjectEntry<O extends string = string> {
  model: ObjectModel<O>;
  /** bundled: every $ref points into its own `definitions`; what RJSF renders */
  schema: JsonSchema;
  /** the effective schema that is compiled: see docs/decisions/002 */
  validation: JsonSchema;
  /** shapes that fields end with, by their `ref`; apart from the model, since a page asks for one when somebody fills it in */
  shapes?: Record<string, ShapeLevel>;
}
