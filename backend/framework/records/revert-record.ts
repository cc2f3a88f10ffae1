/** Gives a row the values that it had once: a save like any other, of what its history says. */
import type { Row } from '#codegen/model.ts';
import { loadHistory } from '#framework/data/rows/history.ts';
import { readerFor } from '#framework/data/rows/reader.ts';
import type { Reverted, RevertOrder } from '#framework/records/wire.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { sameValue } from '#rules/records/record.ts';
import { revertOf, valuesAt } from '#rules/records/versions.ts';
import { lockedFields } from '#rules/records/workflow.ts';
import { type Problem, Refusal } from '#rules/words/problem.ts';
import { lockOf } from './check-payload.ts';
import { fitEarlier } from './earlier-values.ts';
import { readRecord } from './reading/read-record.ts';
import { modelFor, type RecordTools, refuseProblems } from './record-tools.ts';
import { stale, updateRecord } from './update-record.ts';

/** Entries that a revert goes back over. */
const mostEntries = 5_000;

/**
 * Writes the earlier values as a new version, under the rights and rules of every save. Of the whole row, what cannot be had again stays and is named; of fields
 * that are asked for by name, each has to be one that can.
 * @param version of the row that was looked at
 * @throws Refusal msg.notfound where the row has no such entry, msg.invalid with fields, and what `updateRecord` throws
 */
export async function revertRecord(
  tools: RecordTools,
  actor: Actor,
  object: string,
  id: string,
  { to, fields }: RevertOrder,
  version: number | undefined,
): Promise<Reverted> {
  const model = modelFor(tools, actor, object, 'update');
  if (version === undefined) throw new Refusal('msg.version', { fields: [{ path: 'ver', code: 'field.required' }] });
  const row: Row = await readRecord(tools, actor, object, id);
  if (row.ver !== version) throw stale(tools, actor, model, row);
  const entries = await loadHistory(tools.db, readerFor(model, actor.roles, tools.db.kind), id, mostEntries, { from: to });
  if (entries.at(-1)?.entry !== to) throw new Refusal('msg.notfound', { values: { object, id } });
  const values = valuesAt(entries, to);
  const known = (name: string) => model.fields.find((field) => field.name === name);
  const wanted = fields ? Object.fromEntries(Object.entries(values).filter(([name]) => fields.includes(name))) : values;
  const { patch, left } = revertOf(model, actor.roles, row, wanted);
  const { row: then, unfit, problems } = await fitEarlier(tools, model, { ...row, ...patch }, Object.keys(patch));
  // What the schema takes no longer, be it of the same kind, cannot be had again either.
  const stuck = new Map(unfit);
  for (const name of Object.keys(patch)) {
    const wrong = problems.filter(({ path }) => path.split('/')[0] === name);
    if (wrong.length) stuck.set(name, wrong);
  }
  if (fields || stuck.size === Object.keys(patch).length) refuseProblems([...stuck.values()].flat());
  for (const name of Object.keys(patch)) {
    const [field, value] = [known(name), then[name]];
    if (stuck.has(name)) left.push(name);
    if (!field || value === undefined || stuck.has(name) || sameValue(field, value, row[name])) delete patch[name];
    else patch[name] = value;
  }
  const { conditions } = await tools.registry.validator(object);
  const locked = new Set(lockedFields(model, row));
  for (const name of Object.keys(patch)) {
    const field = known(name);
    if (!field || !lockOf(field, model, locked, (one) => conditions[`readonly:${one}`]?.(row) ?? false)) continue;
    delete patch[name];
    left.push(name);
  }
  if (fields) {
    const problems = fields.flatMap((path): Problem[] =>
      known(path) ? (left.includes(path) ? [{ path, code: 'field.readonly' }] : []) : [{ path, code: 'field.unknown', values: { field: path } }],
    );
    if (problems.length) throw new Refusal('msg.invalid', { fields: problems });
  }
  if (!Object.keys(patch).length) throw new Refusal(left.length ? 'revert.none' : 'msg.nochange', { values: { object } });
  return { row: await updateRecord(tools, actor, object, id, patch, version, { action: 'revert' }), left };
}
