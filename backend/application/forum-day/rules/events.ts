/**
 * What organisers press on the forum day: one entry for each press, never rewritten; an undo is an entry, too. Instants are 'YYYY-MM-DD hh:mm:ss'
 * UTC. Pure.
 */

export type Side = 'dm' | 'pitch';

/** The key of a meeting on the day: two people meet once. */
export interface Pair {
  dm: string;
  pitch: string;
}

/** '' removes the mark. `since`: an absence does not affect meetings that were over by then; '' for the whole day. */
export interface Presence {
  kind: 'presence';
  side: Side;
  who: string;
  state: 'arrived' | 'absent' | '';
  since: string;
}

/** 'nodm', 'nopitch': that person did not come; '' removes the mark. */
export interface MeetingMark extends Pair {
  kind: 'meeting';
  state: 'running' | 'done' | 'nodm' | 'nopitch' | '';
}

/**
 * Minutes of delay (a negative number removes some), added up: for the slot that begins at `start`, for every slot from then on, or from then on for
 * one table, decision maker or pitch, which `who` names.
 */
export interface Delay {
  kind: 'delay';
  of: 'slot' | 'from' | 'room' | Side;
  who: string;
  start: string;
  minutes: number;
}

/** A meeting made on the day, for the person who waits at `instead`. */
export interface Substitute extends Pair {
  kind: 'substitute';
  instead: Pair;
  start: string;
  end: string;
  room: string;
  /** its row among the pairings, and the rows that it replaced */
  pairing: string;
  removed: (Pair & { start: string; room: string })[];
}

export interface Undo {
  kind: 'undo';
  /** the entry that no longer counts */
  press: string;
}

/** No earlier entry counts. */
export interface Clear {
  kind: 'clear';
}

export type DayAction = Presence | MeetingMark | Delay | Substitute | Undo | Clear;

/** One press. The device gave the `id`, so that the same press sent twice counts once. `rehearsal` where it was made in one. */
export type DayEvent = DayAction & { id: string; at: string; by: string; rehearsal?: true };

/** In a rehearsal all entries; else without the marks and delays of rehearsals. The meetings that those made, undid or cleared are everybody's. */
export function eventsFor(isRehearsal: boolean, events: readonly DayEvent[]): readonly DayEvent[] {
  if (isRehearsal) return events;
  return events.filter(({ kind, rehearsal }) => !rehearsal || (kind !== 'presence' && kind !== 'meeting' && kind !== 'delay'));
}

/** The entries that still count, in order. */
export function activeEvents(events: readonly DayEvent[]): DayEvent[] {
  const from = events.findLastIndex(({ kind }) => kind === 'clear') + 1;
  const rest = events.slice(from);
  const undone = new Set(rest.flatMap((event) => (event.kind === 'undo' ? [event.press] : [])));
  return rest.filter((event) => event.kind !== 'undo' && !undone.has(event.id));
}

/** The subject of an action, in one short text: the next action on the same subject replaces its mark. */
export function subjectOf(action: DayAction): string {
  switch (action.kind) {
    case 'presence':
      return `${action.side}:${action.who}`;
    case 'meeting':
    case 'substitute':
      return `meeting:${pairKey(action)}`;
    case 'delay':
      return `${action.of}:${action.who || action.start}`;
    case 'undo':
      return `press:${action.press}`;
    case 'clear':
      return '';
  }
}

export function pairKey({ dm, pitch }: Pair): string {
  return `${dm} ${pitch}`;
}

export type PresenceEvent = Extract<DayEvent, { kind: 'presence' }>;

/** 'dm:…' or 'pitch:…' → the mark that counts; people without a mark are missing. */
export function presenceOf(events: readonly DayEvent[]): Map<string, PresenceEvent> {
  const found = new Map<string, PresenceEvent>();
  for (const event of activeEvents(events)) {
    if (event.kind !== 'presence') continue;
    if (event.state === '') found.delete(subjectOf(event));
    else found.set(subjectOf(event), event);
  }
  return found;
}
