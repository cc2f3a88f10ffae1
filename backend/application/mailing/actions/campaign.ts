/** The campaign of the mails, and the object `mail` to which they belong. */

import type { ObjectModel } from '#codegen/model.ts';
import type { Executor } from '#framework/data/engine/connect.ts';
import { loadWith } from '#framework/records/check-related.ts';
import type { Tools } from '#framework/tools.ts';
import type { Campaign } from '#generated/objects.ts';
import { Refusal } from '#rules/words/problem.ts';

/** @throws Refusal msg.notfound; msg.needsmigration while the table of the outbox has to be changed */
export async function campaignRow(tools: Pick<Tools, 'registry'>, db: Executor, id: unknown, lock = false): Promise<Campaign> {
  const row = typeof id === 'string' ? await loadWith(db, tools.registry).row('campaign', id, lock) : undefined;
  if (!row) throw new Refusal('msg.notfound', { values: { object: 'campaign' } });
  return row;
}

export function mailModel(tools: Pick<Tools, 'registry' | 'tables'>): ObjectModel<'mail'> {
  const model = tools.registry.get('mail')?.model;
  if (!model || tools.tables.blocked('mail') !== undefined) throw new Refusal('msg.needsmigration');
  return model;
}
