/** Checks what a person sends from their personal page: every value has its type, nothing is unknown (safety section 3). Pure. */

import type { Slot } from '#application/pairing/rules/grid.ts';
import type { Side } from '#application/release/rules/release.ts';
import type { Row } from '#codegen/model.ts';
import { idIn } from '#rules/records/facts.ts';
import { isObject } from '#rules/records/record.ts';
import { type Problem, Refusal } from '#rules/words/problem.ts';
import { gridName, isOffered, paintedRow } from './my-facts.ts';

/** One field in each request: the painted cells, or the whole list of wishes in order. */
export type MyChange = { ver: number } & ({ cells: string; grid: string } | { priority: string[] });

const mostWishes = 200;

/** @throws Refusal msg.badrequest for another form, msg.invalid with field.unknown or field.type */
export function myChangeOf(payload: unknown, side: Side): MyChange {
  if (!isObject(payload)) throw new Refusal('msg.badrequest');
  const { ver, cells, grid, priority } = payload;
  const known = side === 'dm' && priority !== undefined ? ['ver', 'priority'] : ['ver', 'cells', 'grid'];
  const problems: Problem[] = Object.keys(payload)
    .filter((key) => !known.includes(key))
    .map((path) => ({ path, code: 'field.unknown' }));
  if (typeof ver !== 'number' || !Number.isSafeInteger(ver)) problems.push({ path: 'ver', code: 'field.integer' });
  const isList = Array.isArray(priority) && priority.every((id): id is string => typeof id === 'string' && id.length <= 64);
  if (known.includes('priority')) {
    if (!isList) problems.push({ path: 'priority', code: 'field.type' });
    else if (new Set(priority).size < priority.length) problems.push({ path: 'priority', code: 'field.unique' });
    else if (priority.length > mostWishes) problems.push({ path: 'priority', code: 'field.toomany', values: { limit: mostWishes } });
  } else {
    if (typeof cells !== 'string' || !/^[01]{0,5000}$/.test(cells)) problems.push({ path: 'cells', code: 'field.type' });
    if (typeof grid !== 'string') problems.push({ path: 'grid', code: 'field.type' });
  }
  if (problems.length) throw new Refusal('msg.invalid', { fields: problems });
  // The checks above leave these types only.
  return isList && known.includes('priority') ? { ver: ver as number, priority } : { ver: ver as number, cells: cells as string, grid: grid as string };
}

/** The fields to save. @throws Refusal msg.datamodi where the grid has changed */
export function patchOf(change: MyChange, side: Side, person: Row, slots: readonly Slot[]): Row {
  if ('priority' in change) return { priority: change.priority };
  if (change.grid !== gridName(slots) || change.cells.length !== slots.length) throw new Refusal('msg.datamodi');
  return paintedRow(side, person, slots, change.cells);
}

/** A new wish must be for a pitch that is offered to this campaign's decision makers; an existing wish may stay and move. `pitches` are the campaign's. */
export function wishProblems(wishes: readonly string[], before: readonly string[], pitches: readonly Row[]): Problem[] {
  const offered = new Set(pitches.filter(isOffered).map((row) => idIn(row, 'id')));
  return wishes.flatMap((id, index): Problem[] => (offered.has(id) || before.includes(id) ? [] : [{ path: `priority/${index}`, code: 'rule.notoffered' }]));
}
