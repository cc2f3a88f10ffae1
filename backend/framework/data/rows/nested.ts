/**
 * Comparisons with what lies inside: in an object or a list of a JSON column, in a row of a child table, or in both. Of a list some entry has to be so.
 * References are asked of `_ref` or of the child's own column, where an index knows them.
 */
import type { FieldModel, ObjectModel } from '#codegen/model.ts';
import { utcText } from '#framework/time.ts';
import { shapeOf } from '#kinds/index.ts';
import type { Scalar } from '#kinds/kind.ts';
import { isZoned } from '#kinds/string.ts';
import { type Compare, fieldsAlong, foldsCase, meansEmpty } from '#rules/queries/filter.ts';
import { emptyOf, isArrayField, isNumberField } from '#rules/records/record.ts';
import { type DatabaseKind, ident, type SqlValue } from '../engine/connect.ts';
import { col, escaped, type Fragment, inList, joined, listed, literal, never, notSql } from '../queries/fragment.ts';
import { utcSql } from '../queries/instant-sql.ts';
import { encode } from './codec.ts';

/** What a value at the end of the path has to be, as SQL over it. */
type Test = (value: string) => Fragment;

interface Place {
  field: FieldModel;
  model: ObjectModel;
  path: readonly FieldModel[];
  kind: DatabaseKind;
}

/** A comparison with a path; see `Compare` for what it asks of lists. */
export function nestedSql(filter: Compare, model: ObjectModel, kind: DatabaseKind): Fragment {
  const path = fieldsAlong(model.fields, filter.field);
  const field = path?.at(-1);
  if (!path || !field) return never;
  const place: Place = { field, model, path, kind };
  const values = listed(filter);
  switch (filter.op) {
    case 'null':
      return values[0] === true ? notSql(filled(place)) : filled(place);
    case 'eq':
    case 'in':
    case 'has':
      return oneOf(place, filter, values);
    case 'ne':
    case 'nin':
      return notSql(oneOf(place, filter, values));
    default:
      return some(place, ordered(place, filter.op, values));
  }
}

function oneOf(place: Place, filter: Compare, values: Scalar[]): Fragment {
  const said = filter.op === 'has' ? values : values.filter((value) => !meansEmpty(place.field, value));
  const parts: Fragment[] = [];
  if (said.length) parts.push(place.field.relation ? pointing(place, filter.field, said.map(String)) : some(place, isIn(place, said)));
  if (said.length < values.length) parts.push(notSql(filled(place)));
  return joined(parts, 'OR');
}

/** Rows that point at one of these ids from inside: from a row of a child table, or from a value whose references lie in `_ref`. */
function pointing({ path, field, model }: Place, name: string, ids: string[]): Fragment {
  const list = inList(ids);
  const [owner] = path;
  const key = col(model.entity.key);
  if (owner?.child && path.length === 2 && !field.relation?.many && field.column) {
    const sql = `EXISTS (SELECT 1 FROM ${ident(owner.child.table)} c WHERE c.\`parent\` = ${key} AND c.${ident(field.column.name)} IN ${list.sql})`;
    return { sql, params: list.params };
  }
  const sql = `EXISTS (SELECT 1 FROM \`_ref\` r WHERE r.obj = ? AND r.row_id = ${key} AND r.field = ? AND r.to_id IN ${list.sql})`;
  return { sql, params: [model.name, name, ...list.params] };
}

function filled(place: Place): Fragment {
  const { field } = place;
  if (shapeOf(field) === 'entries') return some(place, () => ({ sql: '1 = 1', params: [] }));
  const empty = emptyOf(field);
  if (isNumberField(field))
    return some(place, (value) => ({
      sql: typeof empty === 'number' ? `${value} <> ?` : `${value} IS NOT NULL`,
      params: typeof empty === 'number' ? [bound(place, empty)] : [],
    }));
  const blank = typeof empty === 'string' && empty !== '' ? ['', empty] : [''];
  // A moment of a child's own column is compared with no text but a moment: there it is null.
  if (field.column && !['string', 'text'].includes(field.column.type)) return some(place, (value) => ({ sql: `${value} IS NOT NULL`, params: [] }));
  return some(place, (value) => ({ sql: blank.map(() => `${value} <> ?`).join(' AND '), params: blank }));
}

function isIn(place: Place, said: Scalar[]): Test {
  const list = inList(said.map((value) => bound(place, value)));
  return (value) => {
    const whole = shapeOf(place.field) === 'flag' ? `COALESCE(${value}, 0)` : inPlace(place, value);
    return said.length === 1 ? { sql: `${whole} = ?`, params: list.params.slice(0, 1) } : { sql: `${whole} IN ${list.sql}`, params: list.params };
  };
}

function ordered(place: Place, op: Compare['op'], values: Scalar[]): Test {
  const [first = '', second = ''] = values;
  if (op === 'like') return (value) => ({ sql: `${value} LIKE ? ESCAPE '!'`, params: [`%${escaped(String(first))}%`] });
  if (op === 'starts') return (value) => ({ sql: `${value} LIKE ? ESCAPE '!'`, params: [`${escaped(String(first))}%`] });
  if (op === 'within')
    return (value) => ({ sql: `${inPlace(place, value)} >= ? AND ${inPlace(place, value)} < ?`, params: [bound(place, first), bound(place, second)] });
  const sign = { gt: '>', gte: '>=', lt: '<', lte: '<=' }[op as 'gt' | 'gte' | 'lt' | 'lte']; // the others have been dealt with
  const empty = emptyOf(place.field);
  // What says nothing is before no value.
  const isStored = typeof empty === 'number' || (typeof empty === 'string' && !place.field.column?.nullable);
  const params = [bound(place, first), ...(isStored ? [bound(place, empty)] : [])];
  return (value) => ({ sql: `${inPlace(place, value)} ${sign} ?${isStored ? ` AND ${value} <> ?` : ''}`, params });
}

/** What a value is compared by: of a moment with a zone the instant. */
function inPlace({ field, kind }: Place, value: string): string {
  return isZoned(field) ? utcSql(value, kind) : value;
}

/** As the place has it: by its column's codec, or as JSON reads it. */
function bound({ field, kind }: Place, value: Scalar): SqlValue {
  if (isZoned(field)) return utcText(String(value));
  if (field.column) return encode(field.column, value, kind) as SqlValue; // the codec gives what drivers take
  return typeof value === 'boolean' ? Number(value) : value;
}

/** Does a value at the end of the path pass the test? */
function some(place: Place, test: Test): Fragment {
  const [root, ...deeper] = place.path as [FieldModel, ...FieldModel[]]; // found along a path, which has a root
  if (!root.child) return inJson(place, col(root.column?.name ?? root.name), root, deeper, test);
  const [first, ...rest] = deeper;
  const inner = first?.column ? inJson(place, `c.${ident(first.column.name)}`, first, rest, test) : test('1');
  const sql = `EXISTS (SELECT 1 FROM ${ident(root.child.table)} c WHERE c.\`parent\` = ${col(place.model.entity.key)} AND (${inner.sql}))`;
  return { sql, params: inner.params };
}

/** `root` is the field of the column; one that is no JSON is the value itself. */
function inJson(place: Place, column: string, root: FieldModel, deeper: readonly FieldModel[], test: Test): Fragment {
  if (!deeper.length && !isArrayField(root)) return test(column);
  return place.kind === 'sqlite' ? inSqlite(place, column, root, deeper, test) : inMariadb(place, column, root, deeper, test);
}

/** Each list on the way is a json_each of its own. */
function inSqlite({ field }: Place, column: string, root: FieldModel, deeper: readonly FieldModel[], test: Test): Fragment {
  const sources: string[] = [];
  let base = column;
  let path = '$';
  for (const step of [root, ...deeper]) {
    if (step !== root) path += member(step.name);
    if (!isArrayField(step)) continue;
    sources.push(`json_each(${base}, ${literal(path, 'sqlite')}) e${sources.length}`);
    base = `e${sources.length - 1}.value`;
    path = '$';
  }
  const value = path === '$' ? base : `json_extract(${base}, ${literal(path, 'sqlite')})`;
  const tested = test(foldsCase(field) ? `${value} COLLATE NOCASE` : value);
  return sources.length ? { sql: `EXISTS (SELECT 1 FROM ${sources.join(', ')} WHERE ${tested.sql})`, params: tested.params } : tested;
}

/** One JSON_TABLE with a row for each entry of the innermost list; without a list, for the object. */
function inMariadb({ field }: Place, column: string, root: FieldModel, deeper: readonly FieldModel[], test: Test): Fragment {
  let rows = '$';
  let path = '';
  for (const step of [root, ...deeper]) {
    if (step !== root) path += member(step.name);
    if (!isArrayField(step)) continue;
    rows += `${path}[*]`;
    path = '';
  }
  const tested = test('j.v');
  const table = `JSON_TABLE(COALESCE(${column}, '{}'), ${literal(rows, 'mariadb')} COLUMNS (v ${typeOf(field)} PATH ${literal(`$${path}`, 'mariadb')})) j`;
  return { sql: `EXISTS (SELECT 1 FROM ${table} WHERE ${tested.sql})`, params: tested.params };
}

function typeOf(field: FieldModel): string {
  if (isNumberField(field)) return 'DOUBLE';
  if (shapeOf(field) === 'flag') return 'INT';
  return `LONGTEXT CHARACTER SET utf8mb4 COLLATE ${foldsCase(field) ? 'utf8mb4_unicode_ci' : 'utf8mb4_bin'}`;
}

/** `."name"` */
function member(name: string): string {
  return `.${JSON.stringify(name)}`;
}
