/** The rules that need other rows, asked inside the transaction that writes, so that what they saw still stands when it commits. */
import type { Executor } from '#backend/data/connect.ts';
import { wholeReader } from '#backend/data/reader.ts';
import { loadPage, loadRow } from '#backend/data/records.ts';
import type { ObjectModel, Row } from '#codegen/model.ts';
import type { Load } from '#domain/facts.ts';
import { campaignField, editionProblems } from '#domain/rules/edition.ts';
import { rulesOf } from '#domain/rules/index.ts';
import { type ObjectSource, type RecordTools, refuseProblems } from './record-tools.ts';

/** Rows that one rule may read; no campaign comes near it. */
const mostRows = 100_000;

/** @throws Refusal with the problems that other rows make: V04-V07, V23, S05, options of another edition */
export async function decideStanding(
  tools: RecordTools,
  tx: Executor,
  model: ObjectModel,
  next: Row,
  previous: Row | undefined,
  names: readonly string[],
): Promise<void> {
  const load = loadWith(tx, tools.registry);
  const problems = (await rulesOf(model.name).standing?.(load, next, previous)) ?? [];
  const toCampaign = campaignField(model);
  const campaign = toCampaign && (await load.row('campaign', String(next[toCampaign] ?? '')));
  if (campaign) problems.push(...editionProblems(model, next, names, campaign));
  refuseProblems(problems);
}

/** How rules read: whole rows, by this transaction. An object that does not stand has no rows. */
export function loadWith(tx: Executor, registry: Pick<ObjectSource, 'get'>): Load {
  const readerOf = (object: string) => {
    const model = registry.get(object)?.model;
    return model && !model.entity.virtual ? wholeReader(model, tx.kind) : undefined;
  };
  return {
    async row(object, id, lock) {
      const reader = readerOf(object);
      return reader && id ? loadRow(tx, reader, id, lock) : undefined;
    },
    async rows(object, filter) {
      const reader = readerOf(object);
      if (!reader) return [];
      return loadPage(tx, reader, { filter, sort: { field: reader.model.entity.key, order: 'ASC' }, limit: mostRows, offset: 0 });
    },
  };
}
