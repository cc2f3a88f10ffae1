/** Meetings placed, moved, swapped, locked and removed by hand: all moves of a call, or none (S06, V04-V07, K05). */

import { lastEntry } from '#framework/data/rows/entries.ts';
import { sortableId } from '#framework/records/create-record.ts';
import type { RecordTools } from '#framework/records/record-tools.ts';
import type { Pairing } from '#generated/objects.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { completeRow, defaultsOf } from '#rules/records/record.ts';
import { type ProblemCode, Refusal } from '#rules/words/problem.ts';
import type { BoardChanges, Move } from '../rules/board-facts.ts';
import { boardPairing } from '../rules/board-state.ts';
import { reseated } from '../rules/reseat.ts';
import { changesIn } from './board-changes.ts';
import { type BoardWork, onBoard, saveBoard } from './save-board.ts';
import { type MeetingStep, pushStep } from './steps.ts';

/**
 * Carries out the moves in order. The answer has the changes since `version`, or those of this call where none is given.
 * @throws Refusal with the rule's own code and its field (`moves/0/start`), msg.datamodi (K05) with the meeting as it is now, msg.nochange (K08)
 */
export function movePairings(tools: RecordTools, actor: Actor, cid: string, moves: readonly Move[], version: number | undefined): Promise<BoardChanges> {
  return onBoard(tools, actor, cid, 'board', async (board) => {
    const { job } = board;
    const since = version ?? (await lastEntry(job.tx));
    await applyMoves(board, cid, moves);
    return changesIn(job.tx, tools.registry, cid, since);
  });
}

/** The same as a part of a larger change of the board; after a refusal nothing is written. @throws Refusal as `movePairings` */
export async function applyMoves(board: BoardWork, cid: string, moves: readonly Move[]): Promise<MeetingStep[]> {
  const kinds = new Set(moves.map((move) => move.do));
  const [only] = kinds;
  const { next, movedBy } = nextOf(board, cid, moves);
  const steps = await saveBoard(board, next, (id) => `moves/${movedBy.get(id) ?? 0}/`);
  if (!steps.length) throw new Refusal('msg.nochange');
  await pushStep(board.job, cid, kinds.size === 1 && only ? only : 'mixed', steps);
  return steps;
}

interface Next {
  next: Map<string, Pairing>;
  /** meeting → the last move that changed it */
  movedBy: Map<string, number>;
}

function nextOf({ job, slots, existing }: BoardWork, cid: string, moves: readonly Move[]): Next {
  const next = new Map(existing);
  const movedBy = new Map<string, number>();
  /** meetings that get a table after all times are set, and meetings whose table was requested */
  const [seatless, chosen] = [new Set<string>(), new Set<string>()];
  const model = job.model('pairing');

  for (const [index, move] of moves.entries()) {
    const refuse = (code: ProblemCode, field: string, data: unknown = null): never => {
      throw new Refusal(code, { fields: [{ path: `moves/${index}/${field}`, code }], data });
    };
    const meeting = (id: string, ver: number, field: string): Pairing => {
      const row = next.get(id);
      if (!row) throw new Refusal('msg.notfound', { values: { object: 'pairing', id }, fields: [{ path: `moves/${index}/${field}`, code: 'rule.removed' }] });
      const known = existing.get(id);
      if (known && known.ver !== ver) refuse('msg.datamodi', field, boardPairing(known));
      return row;
    };
    const put = (row: Pairing, patch: Partial<Pairing>) => {
      next.set(row.id, { ...row, ...patch });
      movedBy.set(row.id, index);
    };
    const seat = (start: string, room: string | undefined) => {
      const slot = slots.find((one) => one.start === start) ?? refuse('rule.slot', 'start');
      if (room && slot.rooms.length && !slot.rooms.includes(room)) refuse('field.option', 'room');
      return { start: slot.start, end: slot.end, ...(room !== undefined && { room }) };
    };
    switch (move.do) {
      case 'place': {
        const id = sortableId(job.now);
        const place = seat(move.start, move.room);
        const row = completeRow({ ...defaultsOf(model), id, cid, dm: move.dm, pitch: move.pitch, mode: 'manual', ...place }, model.fields);
        put({ ...row, ver: 1, create_at: job.at } as Pairing, {}); // complete
        if (move.room === undefined) seatless.add(id);
        break;
      }
      case 'move': {
        const row = meeting(move.pairing, move.ver, 'pairing');
        if (row.locked) refuse('rule.locked', 'pairing');
        // A new table alone does not make the meeting manual: the next run may still give it another time.
        put(row, { ...seat(move.start, move.room), tableChosen: move.room !== undefined, ...(row.start !== move.start && { mode: 'manual' as const }) });
        (move.room === undefined ? seatless : chosen).add(move.pairing);
        break;
      }
      case 'swap': {
        const [a, b] = [meeting(move.a, move.verA, 'a'), meeting(move.b, move.verB, 'b')];
        if (a.locked) refuse('rule.locked', 'a');
        if (b.locked) refuse('rule.locked', 'b');
        put(a, { ...placeOf(b), tableChosen: false, mode: 'manual' });
        put(b, { ...placeOf(a), tableChosen: false, mode: 'manual' });
        for (const id of [move.a, move.b]) seatless.add(id);
        break;
      }
      case 'lock':
      case 'unlock':
        put(meeting(move.pairing, move.ver, 'pairing'), { locked: move.do === 'lock' });
        break;
      case 'remove':
        if (meeting(move.pairing, move.ver, 'pairing').locked) refuse('rule.locked', 'pairing');
        next.delete(move.pairing);
    }
  }
  const asked = seatless.size + chosen.size;
  const [first = 0] = movedBy.values();
  for (const [id, room] of asked ? reseated(slots, [...next.values()], seatless, chosen) : []) {
    const row = next.get(id);
    if (row) next.set(id, { ...row, room, tableChosen: false });
    if (!movedBy.has(id)) movedBy.set(id, first);
  }
  return { next, movedBy };
}

function placeOf({ start, end, room }: Pairing) {
  return { start, end, room };
}
