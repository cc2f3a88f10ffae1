/** S06: removes all pairings of a campaign, or only the automatic ones, as an operation of its own. Locked ones stay, as in every run. */

import { lastEntry } from '#framework/data/rows/entries.ts';
import type { RecordTools } from '#framework/records/record-tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { Refusal } from '#rules/words/problem.ts';
import type { BoardChanges } from '../rules/board-facts.ts';
import { type ClearRequest, isCleared } from '../rules/clear.ts';
import { changesIn } from './board-changes.ts';
import { onBoard, saveBoard } from './save-board.ts';
import { pushStep } from './steps.ts';

/**
 * One step of the board, so that it can be undone. The answer has the changes since `version`, or those of this call where none is given.
 * @throws Refusal msg.nothing where there is none to remove, msg.datamodi where the number differs from the one that the person confirmed
 */
export function clearPairings(tools: RecordTools, actor: Actor, cid: string, { what, count, version }: ClearRequest): Promise<BoardChanges> {
  return onBoard(tools, actor, cid, 'board_clear', async (board) => {
    const { job, existing } = board;
    const since = version ?? (await lastEntry(job.tx));
    const next = new Map([...existing].filter(([, row]) => !isCleared(what, { mode: String(row.mode), locked: row.locked === true })));
    const cleared = existing.size - next.size;
    if (!cleared) throw new Refusal('msg.nothing');
    if (cleared !== count) throw new Refusal('msg.datamodi', { data: { count: cleared } });
    await pushStep(job, cid, 'clear', await saveBoard(board, next, () => ''));
    return changesIn(job.tx, tools.registry, cid, since);
  });
}
