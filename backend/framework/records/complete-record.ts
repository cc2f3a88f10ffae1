/** Completes a row before it is checked: empty fields take the values that references copy to them, and computed values are computed. HTML is cleaned. */

import type { FieldModel, JsonValue, ObjectModel, Row } from '#codegen/model.ts';
import { readerFor, readRow } from '#framework/data/rows/reader.ts';
import { loadRawRows } from '#framework/data/rows/records.ts';
import { relationsOf } from '#framework/data/rows/references.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { may } from '#rules/accounts/permission.ts';
import { computeRow } from '#rules/records/computed.ts';
import { copiedValue } from '#rules/records/copies.ts';
import { isEmpty, isObject, sameValue } from '#rules/records/record.ts';
import { cleanHtml } from './clean-html.ts';
import type { RecordTools } from './record-tools.ts';

/** The row complete; `previous` is undefined for a new one. An unchanged reference copies nothing: what was emptied on purpose stays empty. */
export async function completeRecord(tools: RecordTools, actor: Actor, model: ObjectModel, next: Row, previous: Row | undefined): Promise<Row> {
  const filled = await fillCopies(tools, actor, model, next, previous);
  return computeRow(await cleanHtml(model, filled, previous), model);
}

async function fillCopies(tools: RecordTools, actor: Actor, model: ObjectModel, next: Row, previous: Row | undefined): Promise<Row> {
  let row = next;
  for (const { path, relation } of relationsOf(model)) {
    const [top, inner] = path;
    const field = model.fields.find((candidate) => candidate.name === top);
    if (!relation.copies || relation.many || !field || !top || path.length > 2) continue;
    if (previous && sameValue(field, previous[top], next[top])) continue;
    const scopes = inner === undefined ? [row] : Array.isArray(row[top]) ? row[top].filter(isObject) : [];
    const fields = inner === undefined ? model.fields : (field.fields ?? []);
    const name = inner ?? top;
    const wanting = scopes.filter((scope) => scope[name] && Object.keys(relation.copies ?? {}).some((own) => isOpen(fields, scope, own)));
    if (!wanting.length) continue;
    const sources = await rowsOf(tools, actor, relation.to, [...new Set(wanting.map((scope) => String(scope[name])))]);
    const fill = (scope: Row): Row => {
      const source = sources.get(String(scope[name]));
      return source ? copied(scope, fields, relation.copies ?? {}, source) : scope;
    };
    if (inner === undefined) row = fill(row);
    else row = { ...row, [top]: (row[top] as JsonValue[]).map((entry) => (isObject(entry) ? fill(entry) : entry)) }; // an array: scopes were found in it
  }
  return row;
}

function copied(scope: Row, fields: FieldModel[], copies: Record<string, string>, source: Row): Row {
  const values = Object.entries(copies).flatMap(([own, from]) => {
    const value = isOpen(fields, scope, own) ? copiedValue(source, from, scope) : undefined;
    return value === undefined || value === null ? [] : [[own, value] as const];
  });
  return values.length ? { ...scope, ...Object.fromEntries(values) } : scope;
}

function isOpen(fields: FieldModel[], scope: Row, own: string): boolean {
  const field = fields.find((candidate) => candidate.name === own);
  return field !== undefined && !field.readOnly && isEmpty(field, scope[own]);
}

/** The rows named, by id, as far as this actor may read them. */
async function rowsOf(tools: RecordTools, actor: Actor, object: string, ids: string[]): Promise<Map<string, Row>> {
  const model = tools.registry.get(object)?.model;
  if (!model || model.entity.virtual || !may(model, actor.roles, 'read')) return new Map();
  const reader = readerFor(model, actor.roles, tools.db.kind);
  const rows = (await loadRawRows(tools.db, reader, ids)).map((raw) => readRow(reader, raw));
  return new Map(rows.map((row) => [String(row[model.entity.key]), row]));
}
