/** The released timetable: what a new version changes for whom, and how often each meeting has changed. Pure. */
import type { Row } from '#codegen/model.ts';
import { idIn } from '#rules/records/facts.ts';
import { isObject } from '#rules/records/record.ts';
import type { Interval } from '#rules/values/intervals.ts';

/** A meeting as it was released; instants are 'YYYY-MM-DD hh:mm:ss' UTC, `room` '' where it needs no table. */
export interface Given extends Interval {
  dm: string;
  pitch: string;
  room: string;
}

/** The same, with the number of versions that changed it since the first that had it: a calendar's SEQUENCE. */
export interface Numbered extends Given {
  seq: number;
}

/** The content of a version: its meetings, and cancelled meetings of earlier versions. */
export interface Version {
  meetings: Numbered[];
  gone: Numbered[];
}

export type Side = 'dm' | 'pitch';

/** Time and table of a meeting. */
export type Place = Pick<Given, 'start' | 'end' | 'room'>;

/** `time` is another time, with or without another table; `room` another table at the same time. */
export interface Change {
  kind: 'new' | 'gone' | 'time' | 'room';
  dm: string;
  pitch: string;
  /** null where it did not exist before, or does not any more */
  before: Place | null;
  after: Place | null;
}

export interface PersonChanges {
  side: Side;
  id: string;
  /** in order of time */
  changes: Change[];
}

/** The differences between two timetables, in order of the later one's time. */
export function changesBetween(before: readonly Given[], after: readonly Given[]): Change[] {
  const [old, next] = [keyed(before), keyed(after)];
  const changes = [...new Set([...old.keys(), ...next.keys()])].flatMap((key): Change[] => {
    const [from, to] = [old.get(key), next.get(key)];
    const kind = kindOf(from, to);
    const named = to ?? from;
    return kind && named ? [{ kind, dm: named.dm, pitch: named.pitch, before: placeOf(from), after: placeOf(to) }] : [];
  });
  return changes.sort((a, b) => compare(orderOf(a), orderOf(b)));
}

/** The same by person: decision makers first, each with their own changes; people without changes are left out. */
export function changesByPerson(before: readonly Given[], after: readonly Given[]): PersonChanges[] {
  const changes = changesBetween(before, after);
  return (['dm', 'pitch'] as const).flatMap((side) => {
    const people = new Map<string, Change[]>();
    for (const change of changes) people.set(change[side], [...(people.get(change[side]) ?? []), change]);
    return [...people].map(([id, own]) => ({ side, id, changes: own }));
  });
}

/** One person's meetings, in the order of time. */
export function scheduleOf<T extends Given>(meetings: readonly T[], side: Side, id: string): T[] {
  return meetings.filter((meeting) => meeting[side] === id).sort((a, b) => compare(a.start, b.start));
}

/** The next version. A meeting that is new, moved or cancelled has one change more than before, also one that comes back. */
export function nextVersion(previous: Version | undefined, meetings: readonly Given[]): Version {
  const [stood, called] = [keyed(previous?.meetings ?? []), keyed(previous?.gone ?? [])];
  const now = keyed(meetings);
  const numbered = meetings.map((meeting): Numbered => {
    const [before, gone] = [stood.get(keyOf(meeting)), called.get(keyOf(meeting))];
    const seq = before ? before.seq + (kindOf(before, meeting) ? 1 : 0) : gone ? gone.seq + 1 : 0;
    return { ...given(meeting), seq };
  });
  const gone = [...called.values(), ...[...stood.values()].map((meeting) => ({ ...meeting, seq: meeting.seq + 1 }))].filter(
    (meeting) => !now.has(keyOf(meeting)),
  );
  return { meetings: numbered.sort(inOrder), gone: gone.sort(inOrder) };
}

/** Meetings of rows of `pairing`, or of a stored version's lists. */
export function givenOf(rows: unknown): Numbered[] {
  if (!Array.isArray(rows)) return [];
  return rows.filter(isObject).map((row: Row) => ({
    dm: idIn(row, 'dm'),
    pitch: idIn(row, 'pitch'),
    start: idIn(row, 'start'),
    end: idIn(row, 'end'),
    room: idIn(row, 'room'),
    seq: Number(row.seq ?? 0),
  }));
}

/** A row of pairing_release as a version. */
export function versionOf(row: Row): Version {
  return { meetings: givenOf(row.meetings), gone: givenOf(row.gone) };
}

function kindOf(from: Given | undefined, to: Given | undefined): Change['kind'] | undefined {
  if (!from || !to) return from ? 'gone' : 'new';
  if (from.start !== to.start || from.end !== to.end) return 'time';
  return from.room === to.room ? undefined : 'room';
}

function placeOf(meeting: Given | undefined): Place | null {
  return meeting ? { start: meeting.start, end: meeting.end, room: meeting.room } : null;
}

function given({ dm, pitch, start, end, room }: Given): Given {
  return { dm, pitch, start, end, room };
}

function keyed<T extends Given>(meetings: readonly T[]): Map<string, T> {
  return new Map(meetings.map((meeting) => [keyOf(meeting), meeting]));
}

/** A decision maker meets a pitch once. */
function keyOf({ dm, pitch }: Pick<Given, 'dm' | 'pitch'>): string {
  return `${dm} ${pitch}`;
}

function orderOf({ dm, pitch, before, after }: Change): string {
  return `${after?.start ?? before?.start} ${dm} ${pitch}`;
}

function inOrder(a: Given, b: Given): number {
  return compare(`${a.start} ${keyOf(a)}`, `${b.start} ${keyOf(b)}`);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
