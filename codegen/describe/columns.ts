/** How a field lies in the table (docs/decisions/002). Pure. */
import { schemaFaces } from '#kinds/schemas.ts';
import { defaultLength, keyLength, longestString, rowBytes } from '../lint/vocabulary.ts';
import type { ColumnModel, ColumnType, FieldKind, FieldModel, JsonSchema } from '../model.ts';
import { asNumber, asObject, asString, strings } from '../schema-node.ts';
import type { FieldContext } from './field-context.ts';

const comparedByByte = ['id', 'identifier', 'digits', 'email'];
const textNeverNull: readonly ColumnType[] = ['string', 'text', 'boolean', 'numericKey', 'mixed'];

export function columnOf(name: string, kind: FieldKind, node: JsonSchema, context: Pick<FieldContext, 'key' | 'indexed' | 'uniques' | 'columns'>): ColumnModel {
  const db = asObject(node['x-db']);
  const unique = db?.unique === true;
  const face = schemaFaces[kind];
  const index = db?.index === true || unique || face.points === true || context.indexed.has(name);
  // A width that nobody chose counts against no row.
  const isNumericKey = name === context.key && (kind === 'integer' || kind === 'number');
  const type = isNumericKey
    ? 'numericKey'
    : kind === 'string' && db?.open === true && (asNumber(node.maxLength) ?? 0) > longestString
      ? 'text'
      : face.column(node, index);
  const isString = type === 'string' || type === 'text' || type === 'mixed';
  const isExact = name === context.key || face.exact || unique || context.uniques.has(name) || comparedByByte.includes(asString(node.format) ?? '');
  const column: ColumnModel = {
    name: context.columns.get(name) ?? name,
    type,
    nullable: (face.points === true && name !== context.key) || (!textNeverNull.includes(type) && name !== 'ver') || face.nullable?.(node) === true,
    binary: isString && isExact,
    index: index && name !== context.key,
    unique,
    was: formerNames(node),
  };
  if (type === 'numericKey') return { ...column, length: keyLength, binary: true };
  if (isString) column.length = asNumber(node.maxLength) ?? face.width?.(node) ?? defaultLength;
  return Object.assign(column, face.digits?.(node));
}

/** x-was: newest first. */
export function formerNames(node: JsonSchema): string[] {
  return typeof node['x-was'] === 'string' ? [node['x-was']] : strings(node['x-was']);
}

/** MariaDB counts every VARCHAR against one row's limit: past the budget the widest ones that no index needs become TEXT. */
export function fitRow(fields: FieldModel[]): void {
  const strings = fields.flatMap(({ column }) => (column?.type === 'string' ? [column] : []));
  let used = strings.reduce((sum, { length = defaultLength }) => sum + length * 4 + 2, 0);
  for (const column of strings.filter(({ index, unique, binary }) => !index && !unique && !binary).sort((a, b) => (b.length ?? 0) - (a.length ?? 0))) {
    if (used <= rowBytes) return;
    used -= (column.length ?? defaultLength) * 4 - 10;
    column.type = 'text';
  }
}
