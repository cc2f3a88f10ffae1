import type { FieldModel } from '#codegen/model.ts';
import { readerFor } from '#framework/data/rows/reader.ts';
import { figureRows } from '#framework/data/rows/sums.ts';
import type { Figures } from '#framework/records/wire.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { hasFigures } from '#rules/records/figures.ts';
import { currencyOf } from '#rules/values/currency.ts';
import { Refusal } from '#rules/words/problem.ts';
import { readQuestion } from './list-records.ts';
import { modelFor, type RecordTools } from './record-tools.ts';

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
  const fields = reader.fields.filter(({ name }) => names.includes(name));
  const wrong = fields.find((field) => !hasFigures(field));
  if (wrong || fields.length > mostFields)
    throw new Refusal(wrong ? 'field.list' : 'param.fields', { values: { label: wrong?.name ?? '', field: wrong?.name ?? 'of' } });
  const apart = new Map<FieldModel | undefined, FieldModel[]>();
  for (const field of fields) {
    const named = currencyOf(field);
    const by = reader.fields.find(({ name, column }) => name === named && column);
    // Amounts of currencies that the asker may not see would be added up across them.
    if (!by && model.fields.some(({ name }) => name === named)) continue;
    apart.set(by, [...(apart.get(by) ?? []), field]);
  }
  const found: Figures[] = [];
  for (const [by, together] of apart) {
    const groups = await figureRows(tools.db, reader, asked, together, by ? [by] : []);
    found.push({ by: by ? [by.name] : [], fields: together.map(({ name }) => name), groups });
  }
  return found;
}
