/** The rows that others refer to, sent along with them (`expand`, decision 075): one statement a reference, whatever the number of rows. */

import type { JsonValue, ObjectModel, Row } from '#codegen/model.ts';
import { narrowReader, type Reader, readerFor } from '#framework/data/rows/reader.ts';
import { loadRows } from '#framework/data/rows/records.ts';
import { type RelationPath, relationsOf } from '#framework/data/rows/references.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { may, readableFields } from '#rules/accounts/permission.ts';
import { idsAlong } from '#rules/expressions/outside.ts';
import { pathOf } from '#rules/records/field-path.ts';
import { type Problem, Refusal } from '#rules/words/problem.ts';
import type { RecordTools } from '../record-tools.ts';

/** References expanded at once, and rows that one of them brings: no answer shall grow beyond what a page is for. */
const limits = { references: 10, rows: 5_000 } as const;

/** Where known: tables that wait for a migration are not read. */
export type ExpandTools = RecordTools & { tables?: { blocked(object: string): unknown } };

/** A reference whose rows are wanted. */
export interface Expansion {
  /** its dotted path, as asked for: 'studio', 'lines.film' */
  name: string;
  relation: RelationPath;
  /** of the object it points at, for these roles; without its child rows */
  reader: Reader;
}

/**
 * The references of `expand=studio,lines.film`. One that these roles may not read, or that points at what they may not read, is as unknown as one that is
 * not there.
 * @throws Refusal field.expand, several under msg.badrequest; param.expand for too many of them
 */
export function readExpand(tools: ExpandTools, actor: Actor, model: ObjectModel, text: string | undefined): Expansion[] {
  const names = namesIn(text);
  if (!names.length) return [];
  if (names.length > limits.references) throw new Refusal('param.expand', { values: { limit: limits.references } });
  const known = new Map(relationsOf({ ...model, fields: readableFields(model, actor.roles) }).map((relation) => [pathOf(relation.path), relation]));
  const problems: Problem[] = [];
  const expansions = names.flatMap((name): Expansion[] => {
    const relation = known.get(name);
    const target = relation && tools.registry.get(relation.relation.to)?.model;
    if (relation && target && !target.entity.virtual && may(target, actor.roles, 'read') && tools.tables?.blocked(target.name) === undefined) {
      const whole = readerFor(target, actor.roles, tools.db.kind);
      const own = new Set(whole.fields.filter(({ child }) => !child).map((field) => field.name));
      return [{ name, relation, reader: narrowReader(whole, own) }];
    }
    problems.push({ path: name, code: 'field.expand', values: { field: name } });
    return [];
  });
  if (problems.length)
    throw new Refusal(problems.length === 1 ? 'field.expand' : 'msg.badrequest', { fields: problems, values: { field: problems[0]?.path ?? '' } });
  return expansions;
}

/** The names of a list with commas, each once. */
export function namesIn(text: string | undefined): string[] {
  const names = (text ?? '').split(',').map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ''))];
}

/** The fields that have to be read for them. */
export function fieldsOf(expansions: readonly Expansion[]): string[] {
  return expansions.map(({ relation }) => relation.path[0] ?? '');
}

/**
 * The rows with what they refer to under `_expand`: a row or null for a single reference of the row itself; for several, or inside a list or object, the rows
 * in the order in which they are named, each once. What is gone or not for this reader is left out.
 * @throws Refusal param.expand where a page refers to more rows than one answer holds
 */
export async function expandRows(tools: RecordTools, rows: readonly Row[], expansions: readonly Expansion[]): Promise<Row[]> {
  const found = new Map<Expansion, Map<string, Row>>();
  for (const expansion of expansions) {
    const { reader, relation } = expansion;
    const ids = [...new Set(rows.flatMap((row) => idsOf(row, relation)))];
    if (ids.length > limits.rows) throw new Refusal('param.expand', { values: { limit: limits.rows } });
    const targets = (await loadRows(tools.db, reader, ids)) as Row[]; // as every reader's
    found.set(expansion, new Map(targets.map((row) => [String(row[reader.model.entity.key]), row])));
  }
  return rows.map((row) => {
    const shown = expansions.map((expansion): [string, JsonValue] => {
      const targets = idsOf(row, expansion.relation).flatMap((id) => found.get(expansion)?.get(id) ?? []);
      return [expansion.name, expansion.relation.place === 'column' ? (targets[0] ?? null) : targets];
    });
    return { ...row, _expand: Object.fromEntries(shown) };
  });
}

function idsOf(row: Row, { path }: RelationPath): string[] {
  return [...new Set(idsAlong(row, path))];
}
