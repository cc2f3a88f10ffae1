/** Values that were written while their fields were of another kind: of a row in the trash, of the history, of what is taken back. As what the columns were converted, so are they. */
import type { FieldModel, JsonValue, ObjectModel, Row } from '#codegen/model.ts';
import { convertValue, nestedValue } from '#framework/data/evolve/convert.ts';
import { visibleValue } from '#framework/data/evolve/inside.ts';
import { emptyOf, isObject } from '#rules/records/record.ts';
import { isEqual } from '#rules/values/json-value.ts';
import type { Problem } from '#rules/words/problem.ts';
import { schemaProblems } from './decide-record.ts';
import type { RecordTools } from './record-tools.ts';

export interface Fitted {
  row: Row;
  /** what the schema still says of it */
  problems: Problem[];
  /** fields that say less than they did */
  less: string[];
  /** fields whose value has no equal of the present kind, and that are empty now, with what it said of it */
  unfit: Map<string, Problem[]>;
}

/** The row with those of the named fields, which the schema does not take as they are, in their present kind. */
export async function fitEarlier(tools: Pick<RecordTools, 'registry' | 'now'>, model: ObjectModel, row: Row, names: readonly string[]): Promise<Fitted> {
  const problems = await schemaProblems(tools, model, row);
  const fitted: Fitted = { row, problems, less: [], unfit: new Map() };
  for (const field of model.fields) {
    const value = row[field.name];
    const wrong = problems.filter(({ path }) => path.split('/')[0] === field.name);
    if (!wrong.length || !names.includes(field.name) || field.name === model.entity.key || value === undefined) continue;
    // Members that no field has any more are laid under it again by the save.
    const present = inPresentKind(field, visibleValue(field, value));
    if (isEqual(present ?? null, value)) continue;
    if (present === undefined) fitted.unfit.set(field.name, wrong);
    else if (saysLess(value, present)) fitted.less.push(field.name);
    fitted.row = { ...fitted.row, [field.name]: present ?? emptyOf(field) };
  }
  if (fitted.row !== row) fitted.problems = await schemaProblems(tools, model, fitted.row);
  return fitted;
}

/** undefined where it has no equal. A text that stays one is as it was: what else the schema asks of it is a person's to mend. */
export function inPresentKind(field: FieldModel, value: JsonValue): JsonValue | undefined {
  const { column, child } = field;
  if (column) return typeof value === 'string' && (column.type === 'string' || column.type === 'text') ? value : convertValue(value, column, field);
  const entries = child && nestedValue(value, field);
  if (!Array.isArray(entries)) return entries;
  const whole = entries.map((entry) => (isObject(entry) ? presentEntry(field.fields ?? [], entry as Row) : undefined));
  return whole.every((entry) => entry !== undefined) ? whole : undefined;
}

function presentEntry(fields: readonly FieldModel[], entry: Row): Row | undefined {
  const present: Row = { ...entry };
  for (const field of fields) {
    const value = entry[field.name];
    const next = value === undefined ? undefined : inPresentKind(field, value);
    if (value !== undefined && next === undefined) return undefined;
    if (next !== undefined) present[field.name] = next;
  }
  return present;
}

/** A moment that became a day, unless it was midnight; a list of which the first entry is left. */
function saysLess(before: JsonValue, after: JsonValue): boolean {
  if (typeof before === 'string' && typeof after === 'string') return after.length < before.trim().replace(/ 00:00:00$/, '').length;
  return Array.isArray(before) && before.length > 1 && typeof after === 'object' && !Array.isArray(after);
}
