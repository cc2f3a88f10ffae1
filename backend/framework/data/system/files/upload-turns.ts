/** Rows of `_upload_turn`: who appends to an upload now, among all processes of one database. `beat` grows while they do; no clock is compared. */
import type { Executor } from '../../engine/connect.ts';
import { insertNew, table } from '../../engine/table.ts';

export interface HeldTurn {
  holder: string;
  beat: number;
}

/** Takes the turn if it is free. */
export async function takeTurn(db: Executor, id: string, holder: string): Promise<boolean> {
  return insertNew(db, '_upload_turn', { id, holder, beat: 0 });
}

export async function findTurn(db: Executor, id: string): Promise<HeldTurn | undefined> {
  const row = await table(db, '_upload_turn').where({ id }).first();
  return row && { holder: String(row.holder), beat: Number(row.beat) };
}

/** Takes the turn from a holder without a sign of life since `held` was read. */
export async function takeOverTurn(db: Executor, id: string, held: HeldTurn, holder: string): Promise<boolean> {
  return (await table(db, '_upload_turn').where({ id, holder: held.holder, beat: held.beat }).update({ holder, beat: 0 })) > 0;
}

/** False where another process has it by now. */
export async function keepTurn(db: Executor, id: string, holder: string): Promise<boolean> {
  return (await table(db, '_upload_turn').where({ id, holder }).increment('beat')) > 0;
}

export async function leaveTurn(db: Executor, id: string, holder: string): Promise<void> {
  await table(db, '_upload_turn').where({ id, holder }).del();
}

/** Turns of uploads that no longer exist: of processes that were killed. */
export async function forgetTurns(db: Executor): Promise<void> {
  await table(db, '_upload_turn').whereNotIn('id', table(db, '_upload').select('id')).del();
}
