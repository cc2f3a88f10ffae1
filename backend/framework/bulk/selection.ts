/** Which rows are meant: those named, or those that a list's filter finds at this moment. */
import { createHash } from 'node:crypto';
import type { ObjectModel } from '#codegen/model.ts';
import { readerFor } from '#framework/data/rows/reader.ts';
import { loadKeys } from '#framework/data/rows/records.ts';
import { readQuestion } from '#framework/records/reading/list-records.ts';
import { modelFor, type RecordTools } from '#framework/records/record-tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { Refusal } from '#rules/words/problem.ts';
import type { Selection } from './wire.ts';

/** Rows of one act; more belong into a script. */
export const mostSelected = 100_000;

/**
 * The keys of the rows, read in one statement and so of one moment: what meets the filter later is not among them.
 * @throws Refusal msg.noselect (K07), msg.manyrows, what the list's parameters are refused for
 */
export async function selectedKeys(tools: RecordTools, actor: Actor, model: ObjectModel, selection: Selection): Promise<string[]> {
  const keys = 'ids' in selection ? [...new Set(selection.ids)] : await keysOf(tools, actor, model, selection);
  if (!keys.length) throw new Refusal('msg.noselect');
  if (keys.length > mostSelected) throw new Refusal('msg.manyrows', { values: { most: mostSelected } });
  return keys;
}

async function keysOf(tools: RecordTools, actor: Actor, model: ObjectModel, selection: Exclude<Selection, { ids: string[] }>): Promise<string[]> {
  modelFor(tools, actor, model.name, 'list');
  const sort = selection.sort && { sort: JSON.stringify(selection.sort) };
  const question = readQuestion({ filter: JSON.stringify(selection.filter), ...sort }, model, actor, tools.now());
  const limit = Math.min(selection.first ?? Number.POSITIVE_INFINITY, mostSelected + 1);
  return loadKeys(tools.db, readerFor(model, actor.roles, tools.db.kind, 'list'), { ...question, limit });
}

/** Names the rows, whatever their order. */
export function nameOfKeys(keys: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([...keys].sort()))
    .digest('base64url');
}
