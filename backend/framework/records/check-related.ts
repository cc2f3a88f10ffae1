/** The rules that need other rows, run inside the transaction that writes, so that what they read is still true when it commits. */

import type { ObjectModel, Row, RowOf } from '#codegen/model.ts';
import type { Executor } from '#framework/data/engine/connect.ts';
import { wholeReader } from '#framework/data/rows/reader.ts';
import { loadPage, loadRow } from '#framework/data/rows/records.ts';
import { lockedReferences } from '#framework/data/rows/references.ts';
import { rulesOf } from '#rules/application.ts';
import type { Filter } from '#rules/queries/filter.ts';
import { editionProblems, editionReference } from '#rules/records/edition.ts';
import type { Load } from '#rules/records/facts.ts';
import { type ObjectSource, type RecordTools, refuseProblems } from './record-tools.ts';

/** Rows that one rule may read; nothing real comes near it. */
const mostRows = 100_000;

/** @throws Refusal with the problems that other rows make: V04-V07, V23, S05, options of another edition */
export async function checkRelated(
  tools: RecordTools,
  tx: Executor,
  model: ObjectModel,
  next: Row,
  previous: Row | undefined,
  names: readonly string[],
): Promise<void> {
  const load = loadWith(tx, tools.registry);
  const problems = [...((await rulesOf(model.name).related?.(load, next, previous)) ?? [])];
  problems.push(...(await lockedReferences(tx, (object) => tools.registry.get(object)?.model, model, next, names)));
  const reference = editionReference(model);
  const of = reference && (await load.row(reference.object, String(next[reference.field] ?? '')));
  if (of) problems.push(...editionProblems(model, next, names, of));
  refuseProblems(problems);
}

/** How rules read: whole rows, by this transaction. An object that does not stand has no rows. */
export function loadWith(tx: Executor, registry: Pick<ObjectSource, 'get'>): Load {
  const readerOf = <O extends string>(object: O) => {
    const model = registry.get(object)?.model;
    return model && !model.entity.virtual ? wholeReader(model, tx.kind) : undefined;
  };
  return {
    async row<O extends string>(object: O, id: string, lock?: boolean): Promise<RowOf<O> | undefined> {
      const reader = readerOf(object);
      return reader && id ? loadRow(tx, reader, id, lock) : undefined;
    },
    async rows<O extends string>(object: O, filter: Filter): Promise<RowOf<O>[]> {
      const reader = readerOf(object);
      if (!reader) return [];
      return loadPage(tx, reader, { filter, sort: { field: reader.model.entity.key, order: 'ASC' }, limit: mostRows, offset: 0 });
    },
    model: (object) => registry.get(object)?.model,
  };
}
