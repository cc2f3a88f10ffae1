import type { FieldModel, JsonValue, ObjectModel } from '#codegen/model.ts';
import { countEach } from '#framework/data/queries/counts.ts';
import { figureRows, groupRows } from '#framework/data/queries/sums.ts';
import { type Reader, readerFor } from '#framework/data/rows/reader.ts';
import type { Figures, RowCounts, RowGroup, RowGroups } from '#framework/records/wire.ts';
import type { Scalar } from '#kinds/kind.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { hasFigures } from '#rules/queries/figures.ts';
import type { Filter } from '#rules/queries/filter.ts';
import { filterOfGroup, fitGroup } from '#rules/queries/groups.ts';
import { emptyOf } from '#rules/records/record.ts';
import { currencyOf } from '#rules/values/currency.ts';
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
    const groups = await figureRows(tools.db, reader, asked, together, by ? [by] : []);
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

/** Groups in one answer. */
const mostGroups = 200;
/** Currencies of them in one answer. */
const mostApart = 20;

/**
 * The list's rows by the values of one field, with how many each group has and the figures of chosen fields. One statement, and one more for the figures and
 * for each field that names currencies.
 * @throws Refusal param.filter, param.fields, field.list, field.filter, field.operator (400), msg.forbidden
 */
export async function groupRecords(
  tools: RecordTools,
  actor: Actor,
  object: string,
  { filter, of, by, step }: { filter?: string; of?: string; by: string; step?: string },
): Promise<RowGroups> {
  const model = modelFor(tools, actor, object, 'list');
  const reader = readerFor(model, actor.roles, tools.db.kind, 'list');
  const { filter: asked, names = [] } = readQuestion({ filter, fields: of }, model, actor, tools.now());
  const group = fitGroup({ path: by, step }, model, actor.roles);
  const field = reader.fields.find(({ name }) => name === group?.path);
  if (!field || (step !== undefined && step !== group?.step)) throw new Refusal('field.list', { values: { label: by, field: by } });
  const fields = figureFields(reader, names);
  const grouping = { field, step: group?.step };
  const rows = await groupRows(tools.db, reader, asked, grouping, mostGroups);
  const groups = new Map<string, RowGroup>();
  for (const { key, value, count } of rows.slice(0, mostGroups)) {
    const known = groups.get(key) ?? [...groups.values()].find((one) => value === null && one.value === null);
    // What says nothing may be stored in two ways.
    if (known) known.count += count;
    groups.set(key, known ?? { value, filter: filterOfGroup(field, group?.step, value), count, figures: {} });
  }
  const isCut = rows.length > mostGroups;
  const shown = [...new Set(groups.values())];
  const within =
    isCut && !group?.step
      ? namedIn(
          asked,
          field,
          shown.map(({ value }) => value),
        )
      : asked;
  for (const [currency, together] of fields.length ? apartBy(model, reader, fields) : []) {
    const found = await figureRows(tools.db, reader, within, together, [grouping, ...(currency ? [currency] : [])], mostGroups * mostApart);
    for (const { key = '', values, figures } of found) {
      const held = groups.get(key);
      for (const { name } of held ? together : []) {
        const figure = figures[name];
        if (held && figure) held.figures[name] = [...(held.figures[name] ?? []), { by: values[1] ?? null, figure }];
      }
    }
  }
  return { groups: shown, isCut };
}

/** Of very many groups those that are answered. */
function namedIn(filter: Filter, field: FieldModel, values: readonly JsonValue[]): Filter {
  const named: Filter = { kind: 'compare', field: field.name, op: 'in', value: values.map((value) => (value === null ? emptyOf(field) : value)) as Scalar[] }; // a column of one value
  return { kind: 'and', of: [filter, named] };
}
