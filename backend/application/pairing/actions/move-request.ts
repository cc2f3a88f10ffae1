/** Checks a call of the board before anything is done with it. */
import type { Row } from '#codegen/model.ts';
import { isObject } from '#rules/records/record.ts';
import { type ProblemCode, Refusal, type Values } from '#rules/words/problem.ts';
import type { Move } from '../rules/board-facts.ts';

/** Most moves in one call. */
const mostMoves = 500;
const longestId = 64;

type Kind = 'text' | 'whole' | 'room';
/** The fields of each move; the room is optional. */
const shapes: Record<Move['do'], Record<string, Kind>> = {
  place: { dm: 'text', pitch: 'text', start: 'text', room: 'room' },
  move: { pairing: 'text', start: 'text', room: 'room', ver: 'whole' },
  swap: { a: 'text', b: 'text', verA: 'whole', verB: 'whole' },
  lock: { pairing: 'text', ver: 'whole' },
  unlock: { pairing: 'text', ver: 'whole' },
  remove: { pairing: 'text', ver: 'whole' },
};

export interface MoveRequest {
  version: number | undefined;
  moves: Move[];
}

/** @throws Refusal msg.badrequest for no object, msg.invalid with the field */
export function moveRequestOf(body: unknown): MoveRequest {
  if (!isObject(body)) throw new Refusal('msg.badrequest');
  const { version, moves, ...rest } = body;
  for (const path of Object.keys(rest)) refuse(path, 'field.unknown');
  if (version !== undefined && !isWhole(version)) refuse('version', 'field.integer');
  if (!Array.isArray(moves) || !moves.length) return refuse('moves', 'field.items', { limit: 1 });
  if (moves.length > mostMoves) refuse('moves', 'field.toomany', { limit: mostMoves });
  return { version: isWhole(version) ? version : undefined, moves: moves.map(moveOf) };
}

function moveOf(given: unknown, index: number): Move {
  const at = (field: string) => `moves/${index}/${field}`;
  if (!isObject(given)) return refuse(`moves/${index}`, 'field.type');
  const shape = Object.hasOwn(shapes, String(given.do)) ? shapes[given.do as Move['do']] : refuse(at('do'), 'field.option'); // one of its own keys
  for (const field of Object.keys(given)) if (field !== 'do' && !Object.hasOwn(shape, field)) refuse(at(field), 'field.unknown');
  for (const [field, kind] of Object.entries(shape)) {
    const value = given[field];
    if (kind === 'room' && value === undefined) continue;
    if (value === undefined) refuse(at(field), 'field.required');
    if (kind === 'whole' ? !isWhole(value) : typeof value !== 'string') refuse(at(field), 'field.type');
    if (typeof value === 'string' && value.length > longestId) refuse(at(field), 'field.long', { limit: longestId });
  }
  return given as Row as Move; // every field of its shape was checked
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function refuse(path: string, code: ProblemCode, values: Values = {}): never {
  throw new Refusal('msg.invalid', { fields: [{ path, code, values }] });
}
