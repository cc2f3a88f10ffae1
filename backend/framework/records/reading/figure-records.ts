import type { FieldModel, JsonValue, ObjectModel } from '#codegen/model.ts';
import { besideOf, type Executor } from '#framework/data/engine/connect.ts';
import { countEach } from '#framework/data/queries/counts.ts';
import { figureRows, type Grouping, groupRows } from '#framework/data/queries/sums.ts';
import { type Reader, readerFor } from '#framework/data/rows/reader.ts';
import type { Figure, Figures, GroupFigures, RowCell, RowCounts, RowGroup, RowGroups } from '#framework/records/wire.ts';
import type { Scalar } from '#kinds/kind.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { hasFigures } from '#rules/queries/figures.ts';
import type { Filter } from '#rules/queries/filter.ts';
import { filterOfGroup, fitGroup } from '#rules/queries/groups.ts';
import { emptyOf, isNumberField } from '#rules/records/record.ts';
import { currencyOf } from '#rules/values/currency.ts';
import { add as addDecimals, formatDecimal, meanOf, parseDecimal } from '#rules/values/decimal.ts';
import { Refusal } from '#rules/words/problem.ts';
import { modelFor, type RecordTools } from '../record-tools.ts';
import { readQuestion } from './list-records.ts';

/** Fields asked for at once. */
const mostFields = 20;

/**
 * Number, sum, mean, least and greatest of chosen fields over the rows that the list would show; amounts apart for each currency. One statement, and one more
 * for each field that names currencies.
 * @throws Refusal param.filter, param.fields, field.list, field.filter, field.operator (400), msg.forbidden
 */
export async function figureRecords(tools: RecordTools, actor: Actor, object: string, filter: string | undefined, of: string | undefined): Promise<Figures[]> {
  const model = modelFor(tools, actor, object, 'list');
  const reader = readerFor(model, actor.roles, tools.db.kind, 'list');
  const { filter: asked, names = [] } = readQuestion({ filter, fields: of }, model, actor, tools.now());
  const fields = figureFields(reader, names);
  const found: Figures[] = [];
  for (const [by, together] of apartBy(model, reader, fields)) {
    const groups = await figureRows(besideOf(tools.db, 'figures'), reader, asked, together, by ? [by] : []);
    found.push({ by: by ? [by.name] : [], fields: together.map(({ name }) => name), groups });
  }
  return found;
}

/** Fields by the one that names their currency. */
function apartBy(model: ObjectModel, reader: Reader, fields: readonly FieldModel[]): Map<FieldModel | undefined, FieldModel[]> {
  const apart = new Map<FieldModel | undefined, FieldModel[]>();
  for (const field of fields) {
    const named = currencyOf(field);
    const by = reader.fields.find(({ name, column }) => name === named && column);
    // Amounts of currencies that the asker may not see would be added up across them.
    if (!by && model.fields.some(({ name }) => name === named)) continue;
    apart.set(by, [...(apart.get(by) ?? []), field]);
  }
  return apart;
}

function figureFields(reader: Reader, names: readonly string[]): FieldModel[] {
  const fields = reader.fields.filter(({ name }) => names.includes(name));
  const wrong = fields.find((field) => !hasFigures(field));
  if (wrong || fields.length > mostFields)
    throw new Refusal(wrong ? 'field.list' : 'param.fields', { values: { label: wrong?.name ?? '', field: wrong?.name ?? 'of' } });
  return fields;
}

/** Filters counted at once. */
const mostFilters = 20;

/**
 * How many of the list's rows each filter of `of` (a JSON array of filters) would leave: the numbers beside quick filters. One statement over at most ten
 * thousand rows.
 * @throws Refusal param.filter, field.filter, field.operator, filter.deep, filter.many, msg.badrequest (400), msg.forbidden
 */
export async function countRecords(tools: RecordTools, actor: Actor, object: string, filter: string | undefined, of: unknown): Promise<RowCounts> {
  const model = modelFor(tools, actor, object, 'list');
  const reader = readerFor(model, actor.roles, tools.db.kind, 'list');
  const question = (text: string | undefined) => readQuestion({ ...(text !== undefined && { filter: text }) }, model, actor, tools.now()).filter;
  if (!Array.isArray(of) || of.length > mostFilters) throw new Refusal('msg.badrequest', { values: { field: 'of' } });
  const parts = of.map((part) => question(JSON.stringify(part)));
  return countEach(tools.db, reader, question(filter), parts);
}

/** Groups in one answer, and across. */
const mostGroups = 200;
const mostAcross = 40;
/** Currencies of them in one answer. */
const mostApart = 20;

/** By which field rows are set apart, as it was asked for. */
export interface Axis {
  by: string;
  step?: string | undefined;
}

/**
 * The list's rows by the values of one field, with how many each group has and the figures of chosen fields; by those of a second field across as well. One
 * statement for each field, and one for the figures, or for each field that names their currencies; three of these across where groups are left out.
 * @throws Refusal param.filter, param.fields, field.list, field.filter, field.operator (400), msg.forbidden
 */
export async function groupRecords(
  tools: RecordTools,
  actor: Actor,
  object: string,
  { filter, of, by, across }: { filter?: string; of?: string; by: Axis; across?: Axis | undefined },
): Promise<RowGroups> {
  const model = modelFor(tools, actor, object, 'list');
  const reader = readerFor(model, actor.roles, tools.db.kind, 'list');
  const { filter: asked, names = [] } = readQuestion({ filter, fields: of }, model, actor, tools.now());
  const axes = [by, ...(across ? [across] : [])].map((axis) => groupingOf(axis, model, reader, actor));
  if (across && axes[0]?.field === axes[1]?.field) throw new Refusal('field.list', { values: { label: across.by, field: across.by } });
  const fields = figureFields(reader, names);
  const db = besideOf(tools.db, 'figures');
  const sides: Side[] = [];
  for (const [index, grouping] of axes.entries()) sides.push(await sideOf(db, reader, asked, grouping, index ? mostAcross : mostGroups));
  const cells = new Map<RowGroup, RowCell[]>();
  const cellAt = (row: RowGroup, column: number): RowCell => {
    const held = cells.get(row) ?? [];
    const cell = held.find((one) => one.column === column) ?? { column, count: 0, figures: {} };
    cells.set(row, held.includes(cell) ? held : [...held, cell]);
    return cell;
  };
  const amounts = new Map<RowGroup | RowCell, Map<string, Apart>>();
  const hold = (place: RowGroup | RowCell | undefined, name: string, figure: Figure | undefined, { key, by }: { key: string; by: JsonValue }): void => {
    if (!place || !figure) return;
    const own = amounts.get(place) ?? new Map<string, Apart>();
    amounts.set(place, own);
    const known = own.get(`${name} ${key}`);
    if (known) known.figure = ofBoth(known.figure, figure);
    else {
      const one = { by, figure };
      own.set(`${name} ${key}`, one);
      place.figures[name] = [...(place.figures[name] ?? []), one];
    }
  };
  /** Whom rows with these keys belong to: a group of one side, or the cell of two. */
  const placeOf = (of: readonly Side[], keys: readonly string[]): RowGroup | RowCell | undefined => {
    const [row, column] = of.map((side, index) => side.groups.get(keys[index] ?? ''));
    if (of.length < 2 || !row) return row;
    return column && cellAt(row, sides[1]?.shown.indexOf(column) ?? -1);
  };
  // A total is of all rows of its group, those of groups on the other side that are left out too.
  const found = (some: readonly Side[], of: FieldModel[], by: Grouping[], most: number) => figureRows(db, reader, some.reduce(narrowed, asked), of, by, most);
  const parts = fields.length ? [...apartBy(model, reader, fields)] : across ? [[undefined, []] as const] : [];
  const isWhole = sides.every(({ isCut }) => !isCut);
  for (const [index, [currency, together]] of parts.entries()) {
    // Where no group is left out, the cells add up to their rows and columns: one look at the table instead of three.
    const adds = isWhole && together.every(isNumberField);
    for (const some of !across || adds ? [sides] : [sides.slice(0, 1), sides.slice(1), sides]) {
      const by = [...some.map(({ grouping }) => grouping), ...(currency ? [{ field: currency }] : [])];
      const most = mostGroups * mostApart * (some.length > 1 ? mostAcross : 1);
      for (const { keys = [], values, count, figures } of await found(some, [...together], by, most)) {
        const held = placeOf(some, keys);
        if (across && index === 0 && some.length > 1) add(held, count);
        const totals = across && adds ? some.map((side, at) => side.groups.get(keys[at] ?? '')) : [];
        for (const { name } of together)
          for (const place of [held, ...totals]) hold(place, name, figures[name], { key: keys[some.length] ?? '', by: values[some.length] ?? null });
      }
    }
  }
  // As the database orders them: what adds up came in the order of the cells.
  for (const { figures } of amounts.keys())
    for (const apart of Object.values(figures)) apart.sort((a, b) => (String(a.by ?? '') < String(b.by ?? '') ? -1 : 1));
  const [rows, columns] = sides;
  const groups = (rows?.shown ?? []).map((one) => (across ? { ...one, cells: cells.get(one) ?? [] } : one));
  return { groups, isCut: rows?.isCut ?? false, ...(columns && { across: { groups: columns.shown, isCut: columns.isCut } }) };
}

/** A figure of one currency. */
type Apart = GroupFigures[string][number];

/** One field's groups. */
interface Side {
  grouping: Grouping;
  /** by the keys of statements; what says nothing may be stored in two ways */
  groups: Map<string, RowGroup>;
  shown: RowGroup[];
  isCut: boolean;
}

function groupingOf({ by, step }: Axis, model: ObjectModel, reader: Reader, actor: Actor): Grouping {
  const group = fitGroup({ path: by, step }, model, actor.roles);
  const field = reader.fields.find(({ name }) => name === group?.path);
  if (!field || (step !== undefined && step !== group?.step)) throw new Refusal('field.list', { values: { label: by, field: by } });
  return { field, step: group?.step };
}

async function sideOf(db: Executor, reader: Reader, filter: Filter, grouping: Grouping, most: number): Promise<Side> {
  const { field, step } = grouping;
  const rows = await groupRows(db, reader, filter, grouping, most);
  const groups = new Map<string, RowGroup>();
  for (const { key, value, count } of rows.slice(0, most)) {
    const known = groups.get(key) ?? [...groups.values()].find((one) => value === null && one.value === null);
    if (known) known.count += count;
    groups.set(key, known ?? { value, filter: filterOfGroup(field, step, value), count, figures: {} });
  }
  return { grouping, groups, shown: [...new Set(groups.values())], isCut: rows.length > most };
}

/** Of very many groups the rows of those that are answered. */
function narrowed(filter: Filter, { grouping: { field, step }, shown, isCut }: Side): Filter {
  if (!isCut) return filter;
  const values = shown.map(({ value }) => value);
  if (!step) return namedIn(filter, field, values);
  // The latest are answered; what has no day comes after all of them.
  const first = values.filter((value) => value !== null).sort()[0] ?? null;
  return { kind: 'and', of: [filter, { kind: 'compare', field: field.name, op: 'gte', value: first as Scalar }] }; // a day
}

/** Figures of a number field over the rows of both. */
function ofBoth(a: Figure, b: Figure): Figure {
  const [count, sum] = [a.count + b.count, sumOf(a.sum ?? '0', b.sum ?? '0')];
  const edge = (of: 'min' | 'max') => {
    const [one, other] = [a[of], b[of]];
    if (one === null || other === null) return one ?? other;
    return Math[of](Number(one), Number(other));
  };
  return { count, min: edge('min'), max: edge('max'), sum, ...(count > 0 && { mean: meanOf(sum, count) }) };
}

/** Exact where both are decimals. */
function sumOf(a: string, b: string): string {
  const [one, other] = [parseDecimal(a), parseDecimal(b)];
  return one && other ? formatDecimal(addDecimals(one, other)) : String(Number(a) + Number(b));
}

function add(held: RowGroup | RowCell | undefined, count: number): void {
  if (held) held.count += count;
}

function namedIn(filter: Filter, field: FieldModel, values: readonly JsonValue[]): Filter {
  const named: Filter = { kind: 'compare', field: field.name, op: 'in', value: values.map((value) => (value === null ? emptyOf(field) : value)) as Scalar[] }; // a column of one value
  return { kind: 'and', of: [filter, named] };
}
