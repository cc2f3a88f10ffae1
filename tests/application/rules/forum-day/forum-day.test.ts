import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayMeetings } from '#application/forum-day/rules/day-facts.ts';
import { type DayAction, type DayEvent, pairKey, presenceOf } from '#application/forum-day/rules/events.ts';
import { type DayState, freeNow, hasArrived, planSubstitute } from '#application/forum-day/rules/free-now.ts';
import { openingDay, slotGroups } from '#application/forum-day/rules/phases.ts';
import { clashesIn, later, type PlannedMeeting, tableClashesIn, withDay } from '#application/forum-day/rules/with-day.ts';
import { boardStateOf } from '#application/pairing/rules/board-state.ts';
import { overlap } from '#rules/values/intervals.ts';
import { rowOf } from '../../../support/schemas/row-of.ts';

const day = '2026-05-01';
const slot = (index: number) => ({
  start: `${day} ${['09:00', '09:30', '10:00', '10:30'][index]}:00`,
  end: `${day} ${['09:20', '09:50', '10:20', '10:50'][index]}:00`,
});
const dmIds = ['d0', 'd1', 'd2'];
const pitchIds = ['p0', 'p1', 'p2', 'p3'];
const days = [{ date: day, start: '09:00:00', end: '11:00:00', slot: 20, gap: 10, rooms: ['A', 'B', 'C'] }];
const campaign = rowOf('campaign', { id: 'c', zone: 'GMT', days });
const event = (action: DayAction, index: number): DayEvent => ({ ...action, id: `e${index}`, at: slot(0).start, by: 'op' });
const all = (actions: readonly DayAction[]) => actions.map(event);

const pair = { dm: fc.constantFrom(...dmIds), pitch: fc.constantFrom(...pitchIds) };
const mark = fc.record({
  kind: fc.constant('meeting' as const),
  ...pair,
  state: fc.constantFrom('running' as const, 'done' as const, 'nodm' as const, 'nopitch' as const, '' as const),
});
const presence = fc
  .tuple(fc.constantFrom('dm' as const, 'pitch' as const), fc.nat(3), fc.constantFrom('arrived' as const, 'arrived' as const, 'absent' as const, '' as const))
  .map(([side, at, state]): DayAction => ({ kind: 'presence', side, who: side === 'dm' ? dmIds[at % 3]! : pitchIds[at]!, state, since: '' }));
const delay = fc
  .record({
    of: fc.constantFrom('slot' as const, 'from' as const, 'room' as const, 'dm' as const, 'pitch' as const),
    at: fc.nat(3),
    minutes: fc.constantFrom(-5, 5, 10, 20),
  })
  .map(({ of, at, minutes }): DayAction & { kind: 'delay' } => {
    const who = { slot: '', from: '', room: 'ABC'[at % 3]!, dm: dmIds[at % 3]!, pitch: pitchIds[at]! }[of];
    return { kind: 'delay', of, who, start: slot(at).start, minutes };
  });
const actions = fc.array(fc.oneof(mark, presence, presence, delay), { maxLength: 14 });

/** A timetable without a clash: what would clash is left out. */
const timetable = fc.array(fc.record({ ...pair, at: fc.nat(3), locked: fc.boolean() }), { maxLength: 14 }).map((wanted) => {
  const picked: (PlannedMeeting & { locked: boolean })[] = [];
  for (const { dm, pitch, at, locked } of wanted) {
    const when = slot(at);
    const meanwhile = picked.filter((one) => one.start === when.start);
    if (picked.some((one) => one.dm === dm && one.pitch === pitch) || meanwhile.some((one) => one.dm === dm || one.pitch === pitch)) continue;
    const room = ['A', 'B', 'C'].find((name) => !meanwhile.some((one) => one.room === name));
    if (room) picked.push({ dm, pitch, ...when, room, locked });
  }
  return picked;
});
const wishes = fc.tuple(fc.shuffledSubarray(pitchIds), fc.shuffledSubarray(pitchIds), fc.shuffledSubarray(pitchIds));

function dayState(meetings: readonly (PlannedMeeting & { locked: boolean })[], lists: readonly string[][], events: readonly DayEvent[]): DayState {
  const dms = dmIds.map((id, index) =>
    rowOf('decision_maker', { id, cid: 'c', enabled: true, available: [{ start: `${day} 09:00:00`, end: `${day} 11:00:00` }], priority: [...lists[index]!] }),
  );
  const pitches = pitchIds.map((id) => rowOf('pitch', { id, cid: 'c' }));
  const pairings = meetings.map((meeting, index) => rowOf('pairing', { id: `m${index}`, ver: 1, cid: 'c', mode: 'auto', ...meeting }));
  return { meetings: withDay(meetings, events), presence: presenceOf(events), events, board: boardStateOf({ campaign, dms, pitches, pairings }) };
}

describe('withDay', () => {
  it('undoing any press gives the day without it, and the planned times never change', () => {
    fc.assert(
      fc.property(timetable, actions, fc.nat(), (meetings, done, at) => {
        const events = all(done);
        const shown = withDay(meetings, events);
        expect(shown.map(({ key, planned, room }) => `${key} ${planned.start} ${planned.end} ${room}`).sort()).toEqual(
          meetings.map((one) => `${pairKey(one)} ${one.start} ${one.end} ${one.room}`).sort(),
        );
        if (!events.length) return;
        const { id } = events[at % events.length]!;
        expect(withDay(meetings, [...events, event({ kind: 'undo', press: id }, 99)])).toEqual(
          withDay(
            meetings,
            events.filter((one) => one.id !== id),
          ),
        );
        expect(withDay(meetings, [...events, event({ kind: 'clear' }, 99)])).toEqual(withDay(meetings, []));
      }),
    );
  });

  it('delays add up in any order, and move nothing before its planned time', () => {
    fc.assert(
      fc.property(timetable, fc.array(delay, { maxLength: 6 }), (meetings, delays) => {
        const shown = withDay(meetings, all(delays));
        expect(withDay(meetings, all([...delays].reverse()))).toEqual(shown);
        for (const { start, end, planned, minutes } of shown) {
          expect(minutes).toBeGreaterThanOrEqual(0);
          expect([start, end]).toEqual([later(planned.start, minutes), later(planned.end, minutes)]);
        }
      }),
    );
    const meetings = [{ dm: 'd0', pitch: 'p0', ...slot(1), room: 'A' }];
    const late = (minutes: number): DayAction => ({ kind: 'delay', of: 'from', who: '', start: slot(1).start, minutes });
    expect(withDay(meetings, all([late(10), late(5)]))[0]).toMatchObject({ start: `${day} 09:45:00`, end: `${day} 10:05:00`, minutes: 15, planned: slot(1) });
    expect(withDay(meetings, all([late(10), late(-5)]))[0]?.minutes).toBe(5);
  });

  it('two meetings that a delay puts at one table are reported, and no others', () => {
    const meetings = [0, 1, 2].map((at) => ({ dm: `d${at}`, pitch: `p${at}`, ...slot(at), room: at === 2 ? 'B' : 'A' }));
    const late = (of: 'dm' | 'from', who: string): DayAction => ({ kind: 'delay', of, who, start: slot(0).start, minutes: 15 });
    expect([...tableClashesIn(withDay(meetings, []))]).toEqual([]);
    expect([...tableClashesIn(withDay(meetings, all([late('dm', 'd0')])))].sort()).toEqual(['d0 p0', 'd1 p1']);
    expect([...tableClashesIn(withDay(meetings, all([late('from', '')])))]).toEqual([]);
    expect([...clashesIn(withDay(meetings, all([late('dm', 'd0')])))]).toEqual([]);
    const over: DayAction = { kind: 'meeting', dm: 'd0', pitch: 'p0', state: 'done' };
    expect([...tableClashesIn(withDay(meetings, all([late('dm', 'd0'), over])))]).toEqual([]);
  });

  it('an absent person misses all later meetings; a mark on the meeting itself counts more', () => {
    const meetings = [0, 1].map((at) => ({ dm: 'd0', pitch: `p${at}`, ...slot(at), room: 'A' }));
    const absent: DayAction = { kind: 'presence', side: 'dm', who: 'd0', state: 'absent', since: `${day} 09:25:00` };
    expect(withDay(meetings, all([absent])).map(({ state }) => state)).toEqual(['planned', 'nodm']);
    expect(withDay(meetings, all([absent, { kind: 'meeting', dm: 'd0', pitch: 'p1', state: 'done' }]))[1]).toMatchObject({
      state: 'done',
      mark: { id: 'e1', isOwn: true },
    });
  });
});

describe('freeNow', () => {
  it('never books anybody twice: neither on the board nor by the present times', () => {
    let offered = 0;
    fc.assert(
      fc.property(timetable, wishes, actions, (meetings, lists, done) => {
        const events = all(done);
        const now = dayState(meetings, lists, events);
        const before = clashesIn(now.meetings);
        for (const waiting of now.meetings) {
          for (const { dm, pitch } of freeNow(now, waiting).candidates) {
            offered += 1;
            const plan = planSubstitute(now, waiting, { dm, pitch });
            if ('code' in plan) throw new Error(`offered, yet refused: ${plan.code}`);
            expect(lists[dmIds.indexOf(dm)]).toContain(pitch);
            expect(now.presence.get(`pitch:${pitch}`)?.state).not.toBe('absent');
            expect(now.presence.get(`dm:${dm}`)?.state).not.toBe('absent');
            if (dm === waiting.dm) expect(hasArrived(now, 'pitch', { dm, pitch })).toBe(true);
            const gone = new Set(plan.removed.map(({ id }) => id));
            const rows = now.board.pairings.filter(({ id }) => !gone.has(id));
            expect(rows.filter((row) => overlap(row, plan.slot) && (row.dm === dm || row.pitch === pitch))).toEqual([]);
            const placed = plan.moves.at(-1);
            const room = placed?.do === 'place' ? (placed.room ?? '') : '';
            const made: DayAction = { kind: 'substitute', dm, pitch, instead: waiting, ...waiting.planned, room, pairing: 'x', removed: [] };
            const after = withDay(meetings, [...events, event(made, 99)]);
            const fresh = after.find(({ key }) => key === pairKey({ dm, pitch }));
            expect(fresh).toMatchObject({ instead: { dm: waiting.dm, pitch: waiting.pitch }, press: 'e99' });
            for (const key of clashesIn(after)) expect(before.has(key)).toBe(true);
            expect(freeNow({ ...now, meetings: after }, after.find(({ key }) => key === waiting.key)!).side).toBeUndefined();
          }
        }
      }),
      { numRuns: 800 },
    );
    expect(offered).toBeGreaterThan(50);
  });

  it('offers a waiting decision maker their unmet wishes whose pitch is free and has arrived, highest priority first', () => {
    const meetings = [
      { dm: 'd0', pitch: 'p0', ...slot(0), room: 'A', locked: true },
      { dm: 'd1', pitch: 'p1', ...slot(0), room: 'B', locked: false },
    ];
    const lists = [['p0', 'p1', 'p3', 'p2'], ['p1'], ['p0', 'p2']];
    const here = (who: string): DayAction => ({ kind: 'presence', side: 'pitch', who, state: 'arrived', since: '' });
    const missed: DayAction = { kind: 'meeting', dm: 'd0', pitch: 'p0', state: 'nopitch' };
    const now = dayState(meetings, lists, all([missed, here('p1'), here('p2'), here('p3')]));
    const [waiting] = now.meetings;
    expect(freeNow(now, waiting!)).toMatchObject({
      side: 'dm',
      candidates: [
        { pitch: 'p3', rank: 3 },
        { pitch: 'p2', rank: 4 },
      ],
      notArrived: 0,
    });
    expect(freeNow(dayState(meetings, lists, all([missed, here('p2')])), waiting!)).toMatchObject({ candidates: [{ pitch: 'p2' }], notArrived: 1 });
    // The locked meeting that did not take place gives way, and its table stays.
    expect(planSubstitute(now, waiting!, { dm: 'd0', pitch: 'p3' })).toMatchObject({
      moves: [
        { do: 'unlock', pairing: 'm0', ver: 1 },
        { do: 'remove', pairing: 'm0', ver: 1 },
        { do: 'place', dm: 'd0', pitch: 'p3', start: slot(0).start, room: 'A' },
      ],
    });
    expect(planSubstitute(now, waiting!, { dm: 'd0', pitch: 'p1' })).toEqual({ code: 'rule.overlap' });
    expect(planSubstitute(now, waiting!, { dm: 'd2', pitch: 'p2' })).toEqual({ code: 'rule.notwaiting' });
  });

  it('offers a waiting pitch the people who wish for it and are free, those who have arrived first', () => {
    const meetings = [{ dm: 'd0', pitch: 'p0', ...slot(0), room: 'A', locked: false }];
    const lists = [['p0'], ['p1', 'p0'], ['p0']];
    const done: DayAction[] = [
      { kind: 'presence', side: 'dm', who: 'd0', state: 'absent', since: '' },
      { kind: 'presence', side: 'dm', who: 'd1', state: 'arrived', since: '' },
    ];
    const now = dayState(meetings, lists, all(done));
    expect(freeNow(now, now.meetings[0]!)).toMatchObject({
      side: 'pitch',
      candidates: [
        { dm: 'd1', rank: 2, hasArrived: true },
        { dm: 'd2', rank: 1, hasArrived: false },
      ],
    });
  });
});

describe('dayMeetings', () => {
  it('includes the missed meeting of a draft, whose row the substitute replaced', () => {
    const pitches = pitchIds.map((id) => rowOf('pitch', { id, cid: 'c' }));
    const row = rowOf('pairing', { id: 'm1', ver: 1, cid: 'c', mode: 'manual', dm: 'd0', pitch: 'p1', ...slot(0), room: 'A' });
    const board = boardStateOf({ campaign, dms: [], pitches, pairings: [row] });
    const made: DayAction = {
      kind: 'substitute',
      dm: 'd0',
      pitch: 'p1',
      instead: { dm: 'd0', pitch: 'p0' },
      ...slot(0),
      room: 'A',
      pairing: 'm1',
      removed: [{ dm: 'd0', pitch: 'p0', start: slot(0).start, room: 'A' }],
    };
    const events = all([{ kind: 'meeting', dm: 'd0', pitch: 'p0', state: 'nopitch' }, made]);
    const facts = { ...board, campaign: { id: 'c', title: '', etitle: '', zone: 'GMT' }, days: [day], day, release: null, released: [], events };
    expect(dayMeetings(facts).map(({ pitch, state, isReplaced, end }) => [pitch, state, isReplaced, end])).toEqual([
      ['p0', 'nopitch', true, slot(0).end],
      ['p1', 'planned', false, slot(0).end],
    ]);
  });
});

describe('slotGroups', () => {
  it('gives now, next and later by the present times; a meeting that still runs is not over', () => {
    const meetings = [0, 1, 2, 3].map((at) => ({ dm: 'd0', pitch: `p${at}`, ...slot(at), room: 'A' }));
    const phases = (events: DayEvent[], now: string) => slotGroups(withDay(meetings, events), now).map(({ phase }) => phase);
    expect(phases([], `${day} 09:35:00`)).toEqual(['past', 'now', 'next', 'later']);
    expect(phases([], `${day} 09:25:00`)).toEqual(['past', 'next', 'later', 'later']);
    expect(phases(all([{ kind: 'meeting', dm: 'd0', pitch: 'p0', state: 'running' }]), `${day} 09:35:00`)).toEqual(['now', 'now', 'next', 'later']);
    expect(phases(all([{ kind: 'delay', of: 'from', who: '', start: slot(1).start, minutes: 10 }]), `${day} 09:35:00`)).toEqual([
      'past',
      'next',
      'later',
      'later',
    ]);
  });

  it('opens on today, else the next day, else the last', () => {
    const days = ['2026-05-01', '2026-05-02'];
    expect([openingDay(days, '2026-05-02'), openingDay(days, '2026-04-01'), openingDay(days, '2027-01-01'), openingDay([], '2027-01-01')]).toEqual([
      days[1],
      days[0],
      days[1],
      '',
    ]);
  });
});
