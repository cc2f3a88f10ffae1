/** Rows of `_forum_day`: the presses of a campaign's forum day, in the order that everybody sees. Rows are never changed or deleted; an undo is a row, too. */

import type { Executor } from '#framework/data/engine/connect.ts';
import { stampOf } from '#framework/time.ts';
import { type DayAction, type DayEvent, subjectOf } from '../rules/events.ts';

/** An event with its position in the order. */
export interface NumberedEvent {
  seq: number;
  event: DayEvent;
}

/** A campaign's events of a day after `since`, oldest first. */
export async function dayEvents(db: Executor, campaign: string, day: string, since = 0): Promise<NumberedEvent[]> {
  const sql = 'SELECT `seq`, `press`, `data`, `at`, `by` FROM `_forum_day` WHERE `campaign` = ? AND `day` = ? AND `seq` > ? ORDER BY `seq`';
  return (await db.query<StoredEvent>(sql, [campaign, day, since])).map((row) => ({ seq: row.seq, event: eventOf(row) }));
}

/** The events of all days of a campaign that move meetings, oldest first: delays, and the undoing of presses. */
export async function delayEvents(db: Executor, campaign: string): Promise<{ day: string; event: DayEvent }[]> {
  const sql = "SELECT `day`, `press`, `data`, `at`, `by` FROM `_forum_day` WHERE `campaign` = ? AND `kind` IN ('delay', 'undo', 'clear') ORDER BY `seq`";
  return (await db.query<StoredEvent>(sql, [campaign])).map((row) => ({ day: row.day, event: eventOf(row) }));
}

export interface NewEvent {
  press: string;
  action: DayAction;
  /** ms */
  at: number;
  by: string;
}

/** Writes them in one statement. The caller has the campaign's lock, so the order is the order in which they become visible. */
export async function addDayEvents(tx: Executor, campaign: string, day: string, events: readonly NewEvent[]): Promise<void> {
  if (!events.length) return;
  const marks = events.map(() => '(?, ?, ?, ?, ?, ?, ?, ?, ?)').join(', ');
  await tx.run(
    `INSERT INTO \`_forum_day\` (\`press\`, \`campaign\`, \`day\`, \`kind\`, \`subject\`, \`state\`, \`data\`, \`at\`, \`by\`) VALUES ${marks}`,
    events.flatMap(({ press, action, at, by }) => [press, campaign, day, action.kind, subjectOf(action), stateOf(action), JSON.stringify(action), at, by]),
  );
}

/** Which of these presses of the campaign are recorded already, on any day. */
export async function knownPresses(db: Executor, campaign: string, presses: readonly string[]): Promise<Set<string>> {
  if (!presses.length) return new Set();
  const rows = await db.query<Pick<StoredEvent, 'press'>>(
    `SELECT \`press\` FROM \`_forum_day\` WHERE \`campaign\` = ? AND \`press\` IN (${presses.map(() => '?').join(', ')})`,
    [campaign, ...presses],
  );
  return new Set(rows.map((row) => row.press));
}

interface StoredEvent {
  seq: number;
  day: string;
  press: string;
  data: string;
  at: number;
  by: string;
}

function eventOf(row: StoredEvent): DayEvent {
  const action = JSON.parse(row.data) as DayAction; // written by addDayEvents
  return { ...action, id: row.press, at: stampOf(row.at), by: row.by };
}

function stateOf(action: DayAction): string {
  return 'state' in action ? action.state : action.kind === 'delay' ? String(action.minutes) : '';
}
