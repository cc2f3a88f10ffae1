/** Meetings placed, moved, swapped, locked and removed by hand, all of a call or none (S06, V04-V07, K05). */
import { sortableId } from '#backend/actions/create-record.ts';
import type { RecordTools } from '#backend/actions/record-tools.ts';
import { lastEntry } from '#backend/data/entries.ts';
import type { Row } from '#codegen/model.ts';
import type { Actor } from '#domain/actor.ts';
import { idIn } from '#domain/facts.ts';
import type { BoardChanges, Move } from '#domain/pairing/board-facts.ts';
import type { Slot } from '#domain/pairing/grid.ts';
import { roomFor } from '#domain/pairing/moves.ts';
import { boardPairing } from '#domain/pairing/standing.ts';
import { type ProblemCode, Refusal } from '#domain/problem.ts';
import { completeRow, defaultsOf } from '#domain/record.ts';
import { changesIn } from './board-changes.ts';
import { type BoardWork, onBoard, saveBoard } from './save-board.ts';
import { keepStep, type Step } from './steps.ts';

/**
 * Carries the moves out in their order and answers what changed since `version`, or by this call where none is named.
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

/** The same within work on the board that goes on; what is refused has written nothing. @throws Refusal as `movePairings` */
export async function applyMoves(board: BoardWork, cid: string, moves: readonly Move[]): Promise<Step[]> {
  const kinds = new Set(moves.map((move) => move.do));
  const [only] = kinds;
  const { next, movedBy } = nextOf(board, cid, moves);
  const steps = await saveBoard(board, next, (id) => `moves/${movedBy.get(id) ?? 0}/`);
  if (!steps.length) throw new Refusal('msg.nochange');
  await keepStep(board.job, cid, kinds.size === 1 && only ? only : 'mixed', steps);
  return steps;
}

interface Next {
  next: Map<string, Row>;
  /** meeting → the move that touched it last */
  movedBy: Map<string, number>;
}

function nextOf({ job, slots, standing }: BoardWork, cid: string, moves: readonly Move[]): Next {
  const next = new Map(standing);
  const movedBy = new Map<string, number>();
  /** meetings that get a table once everything has its time */
  const seatless: string[] = [];
  const model = job.model('pairing');

  for (const [index, move] of moves.entries()) {
    const refuse = (code: ProblemCode, field: string, data: unknown = null): never => {
      throw new Refusal(code, { fields: [{ path: `moves/${index}/${field}`, code }], data });
    };
    const meeting = (id: string, ver: number, field: string): Row => {
      const row = next.get(id);
      if (!row) throw new Refusal('msg.notfound', { values: { object: 'pairing', id }, fields: [{ path: `moves/${index}/${field}`, code: 'msg.notfound' }] });
      const known = standing.get(id);
      if (known && known.ver !== ver) refuse('msg.datamodi', field, boardPairing(known));
      return row;
    };
    const put = (row: Row, patch: Row) => {
      next.set(idIn(row, 'id'), { ...row, ...patch });
      movedBy.set(idIn(row, 'id'), index);
    };
    const seat = (start: string, room: string | undefined): Row => {
      const slot = slots.find((one) => one.start === start) ?? refuse('rule.slot', 'start');
      if (room && slot.rooms.length && !slot.rooms.includes(room)) refuse('field.option', 'room');
      return { start: slot.start, end: slot.end, ...(room !== undefined && { room }) };
    };
    switch (move.do) {
      case 'place': {
        const id = sortableId(job.now);
        const place = seat(move.start, move.room);
        const row = completeRow({ ...defaultsOf(model), id, cid, dm: move.dm, pitch: move.pitch, mode: 'manual', ...place }, model.fields);
        put({ ...row, ver: 1, create_at: job.at }, {});
        if (move.room === undefined) seatless.push(id);
        break;
      }
      case 'move': {
        const row = meeting(move.pairing, move.ver, 'pairing');
        if (row.locked === true) refuse('rule.locked', 'pairing');
        put(row, { ...seat(move.start, move.room), mode: 'manual' });
        if (move.room === undefined) seatless.push(move.pairing);
        break;
      }
      case 'swap': {
        const [a, b] = [meeting(move.a, move.verA, 'a'), meeting(move.b, move.verB, 'b')];
        if (a.locked === true) refuse('rule.locked', 'a');
        if (b.locked === true) refuse('rule.locked', 'b');
        put(a, { ...placeOf(b), mode: 'manual' });
        put(b, { ...placeOf(a), mode: 'manual' });
        break;
      }
      case 'lock':
      case 'unlock':
        put(meeting(move.pairing, move.ver, 'pairing'), { locked: move.do === 'lock' });
        break;
      case 'remove':
        if (meeting(move.pairing, move.ver, 'pairing').locked === true) refuse('rule.locked', 'pairing');
        next.delete(move.pairing);
    }
  }
  for (const id of new Set(seatless)) if (next.has(id)) seatOne(next, slots, id);
  return { next, movedBy };
}

/** The same two in the same table would each find the other's taken: a meeting keeps its own where that is free. */
function seatOne(next: Map<string, Row>, slots: readonly Slot[], id: string): void {
  const row = next.get(id);
  const slot = slots.find(({ start }) => start === row?.start);
  if (!row || !slot) return;
  next.set(id, { ...row, room: roomFor(slot, idIn(row, 'dm'), [...next.values()].map(boardPairing), id) });
}

function placeOf({ start, end, room }: Row): Row {
  return { start: start ?? '', end: end ?? '', room: room ?? '' };
}
