/**
 * A kind of field, in two faces that stand in one file each kind: what its values are (`Kind`, which the browser shares), and how a schema becomes it
 * (`SchemaFace`, which codegen asks). The third face, what is seen of it, is frontend/framework/fields/kinds. Pure.
 */
import type { ColumnModel, ColumnType, FieldKind, FieldModel, JsonSchema, JsonValue, Surface } from '#codegen/model.ts';
import type { ProblemCode } from '#rules/words/problem.ts';

/** What a value is made of; what need not know the kind goes by this. */
export type Shape =
  | 'text' // empty is ''
  | 'number' // empty is null
  | 'flag'
  | 'choice' // one of `options`
  | 'values' // array of texts or options
  | 'entries' // array of objects with `fields`
  | 'object' // with `fields`
  | 'any';

/** What is known of a field before its model is whole. */
export type Outline = Pick<FieldModel, 'unset' | 'orNull' | 'default' | 'options'>;

export type Comparison = 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'nin' | 'like' | 'starts' | 'null' | 'has';
export type Scalar = string | number | boolean;
/** As a sheet gives it: text, number, yes or no, a day and time. */
export type FilledCell = string | number | boolean | Date;

/** What values of the kind are: in a row, in a filter, in a sheet. */
export interface Kind<K extends FieldKind = FieldKind> {
  name: K;
  shape: Shape;
  /** the value that says nothing (decision 002) */
  empty(field: Outline): JsonValue;
  /** what stands in a new record without a default, where that is not the empty value */
  initial?(field: Outline): JsonValue;
  /** the operators that a field in a column answers; [] = it cannot be filtered by */
  operators(field: FieldModel): readonly Comparison[];
  /** a filter's value in the field's own type, undefined where it does not fit; empty, overlong and unsafe ones have been dealt with */
  asked(field: FieldModel, op: Comparison, value: Scalar): Scalar | undefined;
  /** a list can be in its order */
  sorts: boolean;
  /** what a cell of a sheet says, undefined where it cannot be read; a kind without it travels another way. `zone`: the clock of a moment that names none */
  read?(field: FieldModel, cell: FilledCell, zone?: string): JsonValue | undefined;
  /** the problem of a cell that cannot be read */
  misread: ProblemCode;
  /** kinds that hold every value of this one too */
  within?: readonly FieldKind[];
  /** one line that may name its row */
  line?: true;
  /** typed over several lines */
  long?: true;
  /** the browser has an input of its own for what is stored */
  input?: 'date' | 'time';
  /** characters of its column, where they are not those of what was typed */
  stored?: number;
  /** nobody is shown it */
  secret?: true;
  /** stays as it was typed */
  verbatim?: true;
  /** sanitised on save */
  markup?: true;
  /** a moment, in UTC */
  instant?: true;
  /** exact to the digits of its column */
  exact?: true;
  /** may be a rate, read and typed as percent */
  rate?: true;
  /** larger numbers than those that are told apart */
  vast?: true;
}

/** What a schema says where a field stands; `items` with their references followed. */
export interface Declared {
  node: JsonSchema;
  type: string | undefined;
  items: JsonSchema | undefined;
}

/** What codegen/emit/emit-types.ts provides for the type of a value. */
export interface TypeWriter {
  /** 'GenreCode' where the options are a closed list */
  codes(field: FieldModel): string | undefined;
  /** the id of a row of the object that the field refers to */
  id(field: FieldModel): JsonSchema;
  /** the type of the object that `fields` make */
  entry(field: FieldModel): JsonSchema;
  empty(field: FieldModel): JsonValue;
}

/** Whole numbers between two, both included. */
export interface Dice {
  int(low: number, high: number): number;
}

/** How a schema becomes the kind. */
export interface SchemaFace<K extends FieldKind = FieldKind> {
  name: K;
  /** asked in the order of the registry: the first that takes it has it */
  takes(declared: Declared): boolean;
  /** of list, filter, sort and search: where it stands unless x-surfaces says otherwise */
  stands: readonly Surface[];
  /** among the filters that a list has by itself */
  usualFilter?: true;
  /** x-search may name it */
  searched?: true;
  /** sums may be set apart by it */
  groups?: true;
  /** where its options are declared */
  optionsIn?: 'node' | 'items';
  /** rows of it may lie in a table of their own (x-child) */
  rows?: true;
  column(node: JsonSchema, indexed: boolean): ColumnType;
  /** characters of its column where the schema says no maxLength */
  width?(node: JsonSchema): number;
  /** digits of its column */
  digits?(node: JsonSchema): Pick<ColumnModel, 'precision' | 'scale'>;
  /** its column may hold null where others of its type do not */
  nullable?(node: JsonSchema): boolean;
  /** compared byte by byte */
  exact?: true;
  /** the id of another row: its column has an index, and null where it is empty */
  points?: true;
  /** what the model says of it beyond what it says of every field */
  describe?(node: JsonSchema, name: string): Partial<FieldModel>;
  /** the schema that a value is validated by; objects and arrays are put together of their fields */
  rule?(node: JsonSchema, required: boolean, isColumn: boolean): JsonSchema;
  /** of arrays: no value twice */
  distinct?: true;
  /** of arrays: how many at most, where the schema does not say */
  most?(node: JsonSchema): number;
  /** an invented value, where neither shape, options, format nor reference say what one looks like */
  sample?(random: Dice, index: number): JsonValue;
  /** the type of a value in a row, through json-schema-to-typescript */
  type(field: FieldModel, of: TypeWriter): JsonSchema;
}
