/** What the framework's own tables hold of a row or an account beside the row itself, taken out for good. Counts, dates and who did what stay. */

import type { Changes } from '#framework/records/wire.ts';
import type { Executor, Transaction } from '../../engine/connect.ts';
import { padded, raw, table } from '../../engine/table.ts';
import { eraseHidden } from '../../evolve/erase-hidden.ts';
import { everyName, readRenames } from '../../evolve/journal.ts';
import { takeFromTrash } from '../../rows/trash.ts';
import { forgetRow } from '../comments.ts';

/** Empties what the history says of a row, and removes its way back: undo, its copies in the trash, what removed fields held of it, comments, what webhooks and automations hold of it. */
export async function emptyTraces(tx: Transaction, object: string, id: string): Promise<void> {
  await table(tx, '_history').where({ obj: object, row_id: id }).update({ changes: '{}' });
  await table(tx, '_undo').where({ obj: object, row_id: id }).del();
  await takeFromTrash(tx, { object, row: id });
  await eraseHidden(tx, object, id);
  await forgetRow(tx, { object, id });
  await removeFound(tx, '_change', { obj: object, row_id: id });
  await removeFound(tx, '_automation_run', { object, row_id: id });
  await removeFound(tx, '_webhook_delivery', { row: id });
}

/** Found first and removed by key: no index leads there, and a search that removes would lock all it passes. */
async function removeFound(tx: Transaction, name: string, where: Record<string, string>): Promise<void> {
  const ids = await table(tx, name).where(where).pluck('id');
  if (ids.length) await table(tx, name).whereIn('id', padded(ids)).del();
}

/** Every value that a text field of the row ever had, by its history. */
export async function formerTexts(db: Executor, object: string, id: string, field: string): Promise<string[]> {
  const entries: string[] = await table(db, '_history').where({ obj: object, row_id: id }).pluck('changes');
  const names = everyName(field, (await readRenames(db, [object])).get(object) ?? []);
  const values = entries.flatMap((text) => names.flatMap((name) => (JSON.parse(text) as Changes)[name] ?? [])); // written by noteHistory
  return values.filter((value): value is string => typeof value === 'string' && value !== '');
}

/** Keys of deleted rows, in the trash still, that pointed at a row by this field, whatever it was called then. */
export async function trashedPointers(db: Executor, object: string, field: string, to: string): Promise<string[]> {
  const renames = (await readRenames(db, [object])).get(object) ?? [];
  const said = everyName(field, renames).map((name) => `${JSON.stringify(name)}:${JSON.stringify(to)}`); // as putInTrash writes it
  const found = table(db, '_trash')
    .where({ obj: object })
    .where((either) => void said.map((one) => either.orWhere(raw(db, 'INSTR(??, ?) > 0', ['data', one]))));
  return (await found.pluck('row_id')).map(String);
}

/** Ends the account's sessions, spends its codes, and forgets its tries at signing in and its repeated requests. */
export async function forgetAccount(tx: Transaction, realm: string, id: string, addresses: readonly string[]): Promise<void> {
  await table(tx, '_session').where({ realm, user: id }).del();
  await table(tx, '_sign_in').where({ realm, account: id }).del();
  await table(tx, '_secret')
    .where({ realm })
    .whereIn('account', padded([id, ...addresses]))
    .del();
  await table(tx, '_idempotency').where({ actor: id }).del();
  if (addresses.length)
    await table(tx, '_attempt')
      .whereIn('realm', padded([realm, `${realm}-ask`, `${realm}-try`]))
      .whereIn('account', padded(addresses))
      .del();
}
