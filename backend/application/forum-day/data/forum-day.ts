/** Rows of `_forum_day`: the presses of a campaign's forum day, in the order that everybody sees. Rows are never changed or deleted; an undo is a row, too. */

import type { Executor, RawRow } from '#framework/data/engine/connect.ts';
import { padded, table } from '#framework/data/engine/table.ts';
import { stampOf } from '#framework/time.ts';
import { type DayAction, type DayEvent, subjectOf } from '../rules/events.ts';

/** An event with its position in the order. */
export interface NumberedEvent {
  seq: number;
  event: DayEvent;
}

/** A campaign's events of a day after `since`, oldest first. */
export async function dayEvents(db: Executor, campaign: string, day: string, since = 0): Promise<NumberedEvent[]> {
  const rows = await table(db, '_forum_day').where({ campaign, day }).where('seq', '>', since).orderBy('seq');
  return rows.map((row) => ({ seq: Number(row.seq), event: eventOf(row) }));
}

/** The events of all days of a campaign that move meetings, oldest first: delays, and the undoing of presses. */
export async function delayEvents(db: Executor, campaign: string): Promise<{ day: string; event: DayEvent }[]> {
  const rows = await table(db, '_forum_day').where({ campaign }).whereIn('kind', ['delay', 'undo', 'clear']).orderBy('seq');
  return rows.map((row) => ({ day: String(row.day), event: eventOf(row) }));
}

export interface NewEvent {
  press: string;
  action: DayAction;
  /** ms */
  at: number;
  by: string;
}

/** Writes them in one statement. The caller has the campaign's lock, so the order is the order in which they become visible. */
export async function addDayEvents(tx: Executor, campaign: string, day: string, added: readonly NewEvent[]): Promise<void> {
  if (!added.length) return;
  const rows = added.map(({ press, action, at, by }) => ({
    ...{ press, campaign, day, kind: action.kind, subject: subjectOf(action), state: stateOf(action) },
    ...{ data: JSON.stringify(action), at, by },
  }));
  await table(tx, '_forum_day').insert(rows);
}

/** Which of these presses of the campaign are recorded already, on any day. */
export async function knownPresses(db: Executor, campaign: string, presses: readonly string[]): Promise<Set<string>> {
  if (!presses.length) return new Set();
  return new Set(await table(db, '_forum_day').where({ campaign }).whereIn('press', padded(presses)).pluck('press'));
}

function eventOf(row: RawRow): DayEvent {
  const action = JSON.parse(String(row.data)) as DayAction; // written by addDayEvents
  return { ...action, id: String(row.press), at: stampOf(Number(row.at)), by: String(row.by) };
}

function stateOf(action: DayAction): string {
  return 'state' in action ? action.state : action.kind === 'delay' ? String(action.minutes) : '';
}
