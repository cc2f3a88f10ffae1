/** Rows of `_upload_turn`: who appends to an upload now, among all processes of one database. `beat` grows while they do; no clock is compared. */
import type { Executor } from '../engine/connect.ts';

export interface HeldTurn {
  holder: string;
  beat: number;
}

/** Takes the turn if it is free. */
export async function takeTurn(db: Executor, id: string, holder: string): Promise<boolean> {
  const ignore = db.kind === 'sqlite' ? 'OR IGNORE' : 'IGNORE';
  return (await db.run(`INSERT ${ignore} INTO \`_upload_turn\` (\`id\`, \`holder\`, \`beat\`) VALUES (?, ?, 0)`, [id, holder])).changes > 0;
}

export async function findTurn(db: Executor, id: string): Promise<HeldTurn | undefined> {
  const [row] = await db.query('SELECT `holder`, `beat` FROM `_upload_turn` WHERE `id` = ?', [id]);
  return row && { holder: String(row.holder), beat: Number(row.beat) };
}

/** Takes the turn from a holder without a sign of life since `held` was read. */
export async function takeOverTurn(db: Executor, id: string, held: HeldTurn, holder: string): Promise<boolean> {
  const sql = 'UPDATE `_upload_turn` SET `holder` = ?, `beat` = 0 WHERE `id` = ? AND `holder` = ? AND `beat` = ?';
  return (await db.run(sql, [holder, id, held.holder, held.beat])).changes > 0;
}

/** False where another process has it by now. */
export async function keepTurn(db: Executor, id: string, holder: string): Promise<boolean> {
  return (await db.run('UPDATE `_upload_turn` SET `beat` = `beat` + 1 WHERE `id` = ? AND `holder` = ?', [id, holder])).changes > 0;
}

export async function leaveTurn(db: Executor, id: string, holder: string): Promise<void> {
  await db.run('DELETE FROM `_upload_turn` WHERE `id` = ? AND `holder` = ?', [id, holder]);
}

/** Turns of uploads that no longer exist: of processes that were killed. */
export async function forgetTurns(db: Executor): Promise<void> {
  await db.run('DELETE FROM `_upload_turn` WHERE `id` NOT IN (SELECT `id` FROM `_upload`)');
}
