/**
 * Locks that the other nodes of a cluster know of. A node tells them what it writes, never what it has read or locked, so that a rule that counts under
 * `FOR UPDATE` would hold at each node by itself only. So the lock is a write: of two transactions that claim one row, at whichever nodes, the later one is
 * undone and does its work again, on what the first has written. On one server nothing is written: there the row's own lock serves.
 */
import type { Executor } from '../engine/connect.ts';
import { raw, table } from '../engine/table.ts';

/** Rows of `_lock`: two claims that meet in one by chance wait for each other without need. */
const slots = 65_536;

/** Before what the claim is for is read. */
export async function claimRows(db: Executor, object: string, ids: readonly string[]): Promise<void> {
  if (!db.claims || !ids.length) return;
  // In one order, so that two who claim several do not wait for each other in a circle.
  const wanted = [...new Set(ids.map((id) => slotOf(`${object} ${id}`)))].sort((a, b) => a - b);
  const rows = wanted.map((slot) => ({ slot, n: 1 }));
  await table(db, '_lock')
    .insert(rows)
    .onConflict('slot')
    .merge({ n: raw(db, 'n + 1') });
}

/** FNV-1a; keys that the database takes for the same, 'a' and 'A', have one. */
function slotOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const sign of name.toLowerCase()) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0) % slots;
}
