/** Checks a call with presses before anything is done with it. */

import type { Row } from '#codegen/model.ts';
import { isDay, isStamp } from '#framework/time.ts';
import { isObject } from '#rules/records/record.ts';
import { type ProblemCode, Refusal, type Values } from '#rules/words/problem.ts';
import type { DayPress } from '../rules/day-facts.ts';
import { type Seen, seenIn } from './read-day.ts';

/** Most presses in one call; those made without a connection are sent in several. */
export const mostPresses = 100;
/** A press that waited longer than this counts as made this long ago, ms. */
const longestAgo = 12 * 3_600_000;
/** The longest delay of a session that can be entered, minutes. */
const longestDelay = 240;
const longestId = 64;

type Kind = 'id' | 'side' | 'stamp' | 'stampornone' | 'minutes' | 'pair' | 'who' | readonly string[];

/** Fields of each press beside `id`, `ago`, `kind` and `rehearsal`. */
const shapes: Record<DayPress['kind'], Record<string, Kind>> = {
  presence: { side: ['dm', 'pitch'], who: 'id', state: ['arrived', 'absent', ''], since: 'stampornone' },
  meeting: { dm: 'id', pitch: 'id', state: ['running', 'done', 'nodm', 'nopitch', ''] },
  delay: { of: ['slot', 'from', 'room', 'dm', 'pitch'], who: 'who', start: 'stamp', minutes: 'minutes' },
  substitute: { dm: 'id', pitch: 'id', instead: 'pair' },
  undo: { press: 'id' },
  clear: {},
};

export interface PressRequest {
  day: string;
  since: Seen | undefined;
  presses: DayPress[];
}

/** @throws Refusal msg.badrequest for no object, msg.invalid with the field */
export function pressRequestOf(body: unknown): PressRequest {
  if (!isObject(body)) throw new Refusal('msg.badrequest');
  const { day, since, presses, ...rest } = body;
  for (const path of Object.keys(rest)) refuse(path, 'field.unknown');
  if (typeof day !== 'string' || !isDay(day)) return refuse('day', 'field.date');
  const seen = typeof since === 'string' ? seenIn(since) : undefined;
  if (since !== undefined && !seen) refuse('since', 'field.pattern');
  if (!Array.isArray(presses) || !presses.length) return refuse('presses', 'field.items', { limit: 1 });
  if (presses.length > mostPresses) refuse('presses', 'field.toomany', { limit: mostPresses });
  return { day, since: seen, presses: presses.map(pressOf) };
}

function pressOf(given: unknown, index: number): DayPress {
  const at = (field: string) => `presses/${index}/${field}`;
  if (!isObject(given)) return refuse(`presses/${index}`, 'field.type');
  const kind = String(given.kind);
  const shape = Object.hasOwn(shapes, kind) ? shapes[kind as DayPress['kind']] : refuse(at('kind'), 'field.option'); // one of its own keys
  const known = new Set(['id', 'ago', 'kind', 'rehearsal', ...Object.keys(shape)]);
  for (const field of Object.keys(given)) if (!known.has(field)) refuse(at(field), 'field.unknown');
  check(given.id, 'id', at('id'));
  const ago = given.ago ?? 0;
  if (!isWhole(ago)) return refuse(at('ago'), 'field.integer');
  if (given.rehearsal !== undefined && given.rehearsal !== true) throw typeOf(at('rehearsal'));
  for (const [field, wanted] of Object.entries(shape)) check(given[field], wanted, at(field));
  if (kind === 'delay' && (given.who === '') !== (given.of === 'slot' || given.of === 'from'))
    refuse(at('who'), given.who === '' ? 'field.required' : 'field.unknown');
  return { ...given, ago: Math.min(ago, longestAgo) } as Row as DayPress; // every field of its shape was checked
}

function check(value: unknown, wanted: Kind, path: string): void {
  if (value === undefined) refuse(path, 'field.required');
  if (wanted === 'minutes') {
    if (!Number.isSafeInteger(value)) refuse(path, 'field.integer');
    if (value === 0) refuse(path, 'field.zero');
    if (Math.abs(Number(value)) > longestDelay) throw range(path);
    return;
  }
  if (wanted === 'pair') {
    if (!isObject(value)) throw typeOf(path);
    for (const field of Object.keys(value)) if (field !== 'dm' && field !== 'pitch') refuse(`${path}/${field}`, 'field.unknown');
    for (const field of ['dm', 'pitch']) check(value[field], 'id', `${path}/${field}`);
    return;
  }
  if (typeof value !== 'string') throw typeOf(path);
  if (typeof wanted === 'object') {
    if (!wanted.includes(value)) refuse(path, 'field.option');
  } else if (wanted === 'stamp' || (wanted === 'stampornone' && value !== '')) {
    if (!isStamp(value)) refuse(path, 'field.datetime');
  } else if (value.length > longestId) refuse(path, 'field.long', { limit: longestId });
  else if (wanted === 'id' && value === '') refuse(path, 'field.required');
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function typeOf(path: string): Refusal {
  return new Refusal('msg.invalid', { fields: [{ path, code: 'field.type' }] });
}

function range(path: string): Refusal {
  return new Refusal('msg.invalid', { fields: [{ path, code: 'field.range', values: { min: -longestDelay, max: longestDelay } }] });
}

function refuse(path: string, code: ProblemCode, values: Values = {}): never {
  throw new Refusal('msg.invalid', { fields: [{ path, code, values }] });
}
