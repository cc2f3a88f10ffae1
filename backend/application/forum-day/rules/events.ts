/** What organisers press on the forum day, one entry a press and none ever rewritten: taking back is an entry too. Instants are 'YYYY-MM-DD hh:mm:ss' UTC. Pure. */

export type Side = 'dm' | 'pitch';

/** A meeting's name on the day: two people meet once. */
export interface Pair {
  dm: string;
  pitch: string;
}

/** '' takes the mark off. `since`: an absence leaves alone what was over by then; '' for the whole day. */
export interface Presence {
  kind: 'presence';
  side: Side;
  who: string;
  state: 'arrived' | 'absent' | '';
  since: string;
}

/** 'nodm', 'nopitch': that one did not come; '' takes the mark off. */
export interface MeetingMark extends Pair {
  kind: 'meeting';
  state: 'running' | 'done' | 'nodm' | 'nopitch' | '';
}

/**
 * Minutes later than planned (fewer than 0 take some back), added up: of the slot that begins at `start`, of every slot from then on, or from then on of
 * one table, decision maker or pitch, which `who` names.
 */
export interface Delay {
  kind: 'delay';
  of: 'slot' | 'from' | 'room' | Side;
  who: string;
  start: string;
  minutes: number;
}

/** A meeting made on the day, for the one who waits at `instead`. */
export interface Substitute extends Pair {
  kind: 'substitute';
  instead: Pair;
  start: string;
  end: string;
  room: string;
  /** its row among the pairings, and the rows that gave way to it */
  pairing: string;
  removed: (Pair & { start: string; room: string })[];
}

export interface Undo {
  kind: 'undo';
  /** the entry that counts no more */
  press: string;
}

/** Nothing before it counts: a rehearsal is over. */
export interface Clear {
  kind: 'clear';
}

export type DayAction = Presence | MeetingMark | Delay | Substitute | Undo | Clear;

/** One press; `id` was given by the device, so that the same press sent twice is one. */
export type DayEvent = DayAction & { id: string; at: string; by: string };

/** What still counts, in its order. */
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

/** 'dm:…' or 'pitch:…' → the mark that counts; somebody without one is not in it. */
export function presenceOf(events: readonly DayEvent[]): Map<string, PresenceEvent> {
  const found = new Map<string, PresenceEvent>();
  for (const event of activeEvents(events)) {
    if (event.kind !== 'presence') continue;
    if (event.state === '') found.delete(subjectOf(event));
    else found.set(subjectOf(event), event);
  }
  return found;
}
