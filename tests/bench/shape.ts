/** What the two baselines know of the table: plain lists of columns, as somebody would write them down for one table. */
import type { JsonValue, ObjectEntry } from '#codegen/model.ts';

export interface Shape {
  table: string;
  columns: {
    name: string;
    /** value of the API that NULL stands for */
    empty: JsonValue;
    json: boolean;
    boolean: boolean;
    /** columns of numbers and dates take NULL for '' */
    nullable: boolean;
  }[];
  /** columns that a person may type words of the text filter into */
  text: string[];
  /** JSON Schema of a row as it is posted */
  validation: ObjectEntry['validation'];
}

const arrays = ['multiselect', 'tags', 'references', 'files', 'list'];

/** The stored fields of an object in the order in which the API answers them. */
export function shapeOf({ model, validation }: ObjectEntry): Shape {
  const columns = model.fields.flatMap((field) => {
    if (!field.column || field.writeOnly) return [];
    const { type, nullable, name } = field.column;
    const number = ['integer', 'bigint', 'decimal', 'double', 'boolean'].includes(type);
    const json = type === 'json';
    const empty: JsonValue = json ? (arrays.includes(field.kind) ? [] : field.kind === 'object' ? {} : null) : number ? null : '';
    return [{ name, empty, json, boolean: type === 'boolean', nullable: nullable || ['date', 'time', 'datetime'].includes(type) }];
  });
  return { table: model.name, columns, text: model.search.filter((name) => columns.some((column) => column.name === name && !column.json)), validation };
}

/** The same table with these columns only; each choice is made once. */
export function narrowed(shape: Shape, names: string): Shape {
  let narrow = choices.get(names);
  if (!narrow) {
    const wanted = new Set(names.split(','));
    narrow = { ...shape, columns: shape.columns.filter(({ name }) => wanted.has(name)) };
    choices.set(names, narrow);
  }
  return narrow;
}

const choices = new Map<string, Shape>();

/** A row of the driver as a row of the API; changes the row that it is given. */
export function present(row: Record<string, unknown>, { columns }: Shape): Record<string, unknown> {
  for (const { name, empty, json, boolean } of columns) {
    const value = row[name];
    if (value === null) row[name] = empty;
    else if (json && typeof value === 'string') row[name] = JSON.parse(value);
    else if (boolean) row[name] = value === 1;
  }
  return row;
}

/** The values of a posted row as the driver takes them, in the order of the columns. */
export function stored(row: Record<string, unknown>, { columns }: Shape): (string | number | null)[] {
  return columns.map(({ name, empty, json, nullable }) => {
    const value = row[name] ?? empty;
    if (value === '' && nullable) return null;
    return json && value !== null ? JSON.stringify(value) : (value as string | number | null); // what is not JSON is text or a number
  });
}
