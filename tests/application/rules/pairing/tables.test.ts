import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forumOf, meetingsOf, placed } from '#application/pairing/rules/forum.ts';
import type { Slot } from '#application/pairing/rules/grid.ts';
import { reseated } from '#application/pairing/rules/reseat.ts';
import { type Seat, seatTables, stretchesOf, tableChanges } from '#application/pairing/rules/tables.ts';
import type { Row } from '#codegen/model.ts';
import { rowOf } from '../../../support/schemas/row-of.ts';

const rooms = (count: number) => Array.from({ length: count }, (_, index) => `T${index + 1}`);

/** Two days of eight slots; each decision maker meets in some of them. */
function hallOf(count: number, hours: readonly boolean[][], likes: readonly number[]): { slots: Slot[]; seats: Seat[] } {
  const list = rooms(count);
  const slots = Array.from({ length: 16 }, (_, index): Slot => {
    const [date, hour] = [`2026-05-0${1 + Math.floor(index / 8)}`, 9 + (index % 8)];
    const time = (at: number) => `${date} ${String(at).padStart(2, '0')}:00:00`;
    return { start: time(hour), end: time(hour + 1), block: `${date} ${hour < 12 ? 'am' : 'pm'}`, follows: index % 8 > 0, rooms: list };
  });
  const seats: Seat[] = [];
  for (const [slot] of slots.entries()) {
    let sitting = 0;
    for (const [dm, own] of hours.entries()) {
      if (!own[slot] || sitting === count) continue;
      sitting += 1;
      const like = likes[seats.length % Math.max(1, likes.length)] ?? 0;
      seats.push({
        key: `${dm} ${slot}`,
        dm: `d${dm}`,
        pitch: `p${(dm + slot) % 7}`,
        slot,
        room: like > 0 && like <= count ? `T${like}` : '',
        isPinned: false,
      });
    }
  }
  return { slots, seats };
}

const hall = fc
  .tuple(
    fc.integer({ min: 1, max: 6 }),
    fc.array(fc.array(fc.boolean(), { minLength: 16, maxLength: 16 }), { minLength: 1, maxLength: 8 }),
    fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 20 }),
  )
  .map(([count, hours, likes]) => hallOf(count, hours, likes));
const seated = (seats: readonly Seat[], found: ReadonlyMap<string, string>) => seats.map((seat) => ({ ...seat, room: found.get(seat.key) ?? '?' }));

/** No two at one table, and everybody at a table of the slot. */
function expectSound(slots: readonly Slot[], seats: readonly Pick<Seat, 'slot' | 'room'>[]): void {
  expect(new Set(seats.map(({ slot, room }) => `${slot} ${room}`)).size).toBe(seats.length);
  for (const { slot, room } of seats) expect(slots[slot]!.rooms).toContain(room);
}

describe('E07 tables', () => {
  it('no decision maker changes tables inside a stretch, whatever the preferences, with as many tables as there are meetings at once', () => {
    fc.assert(
      fc.property(hall, ({ slots, seats }) => {
        const after = seated(seats, seatTables(slots, seats));
        expectSound(slots, after);
        expect(tableChanges(slots, after)).toBe(0);
      }),
      { numRuns: 150 },
    );
  });

  it('good tables stay as they are, and a meeting that needs a table moves no other', () => {
    fc.assert(
      fc.property(hall, fc.nat(), ({ slots, seats }, pick) => {
        const stands = seated(seats, seatTables(slots, seats));
        expect(seated(stands, seatTables(slots, stands))).toEqual(stands);
        if (stands.length < 2) return;
        const one = stands[pick % stands.length]!;
        const open = stands.map((seat) => (seat === one ? { ...seat, room: '' } : seat));
        const after = seated(open, seatTables(slots, open));
        expect(tableChanges(slots, after)).toBe(0);
        expect(after.filter(({ key, room }, index) => key !== one.key && room !== stands[index]!.room)).toEqual([]);
      }),
      { numRuns: 80 },
    );
  });

  it('a pinned meeting stays, and no two are at one table', () => {
    fc.assert(
      fc.property(hall, fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }), ({ slots, seats }, pins) => {
        const stands = seated(seats, seatTables(slots, seats));
        const given = stands.map((seat, index) => (pins[index % pins.length] ? { ...seat, isPinned: true } : { ...seat, room: '' }));
        const after = seated(given, seatTables(slots, given));
        expectSound(
          slots,
          after.filter(({ room }) => room !== ''),
        );
        for (const [index, seat] of given.entries()) if (seat.isPinned) expect(after[index]!.room).toBe(seat.room);
      }),
      { numRuns: 80 },
    );
  });

  it('a chosen table applies to the whole stretch, and no other stretch is divided for it', () => {
    fc.assert(
      fc.property(hall, fc.nat(), fc.nat(), ({ slots, seats }, pick, table) => {
        if (!seats.length) return;
        const one = seats[pick % seats.length]!;
        const room = slots[0]!.rooms[table % slots[0]!.rooms.length]!;
        const given = seats.map((seat) => (seat === one ? { ...seat, room, isPinned: true } : seat));
        const after = seated(given, seatTables(slots, given));
        expectSound(slots, after);
        expect(tableChanges(slots, after)).toBe(0);
        expect(after.find(({ key }) => key === one.key)?.room).toBe(room);
      }),
      { numRuns: 300 },
    );
  });

  it('a meeting that a run does not change divides no stretch by its table, unless somebody chose that table', () => {
    fc.assert(
      fc.property(hall, fc.array(fc.constantFrom('auto', 'manual', 'locked'), { minLength: 1, maxLength: 9 }), fc.nat(), ({ slots, seats }, modes, pick) => {
        const tables = slots[0]!.rooms;
        const taken = slots.map(() => 0);
        const pairings = seats.map((seat, index) => {
          const mode = modes[index % modes.length]!;
          const { start, end } = slots[seat.slot]!;
          // Everybody sits somewhere else in every slot.
          const room = tables[(seat.slot + taken[seat.slot]!++) % tables.length]!;
          const tableChosen = index === pick % (2 * seats.length);
          return rowOf('pairing', {
            id: seat.key,
            dm: seat.dm,
            pitch: seat.key,
            start,
            end,
            room,
            tableChosen,
            mode: mode === 'locked' ? 'auto' : mode,
            locked: mode === 'locked',
          });
        });
        const days = ['2026-05-01', '2026-05-02'].map((date) => ({ date, start: '09:00:00', end: '17:00:00', slot: 60, gap: 0, rooms: [...tables] }));
        const available = days.map(({ date }) => ({ start: `${date} 09:00:00`, end: `${date} 17:00:00` }));
        const dms = [...new Set(seats.map(({ dm }) => dm))].map((id) =>
          rowOf('decision_maker', { id, available, priority: seats.filter(({ dm }) => dm === id).map(({ key }) => key) }),
        );
        const pitches = seats.map(({ key }) => rowOf('pitch', { id: key, attProgram: 'C' }));
        const choice = { programs: ['C'], clear: 'auto' as const, isFair: false, dmQuota: 0, pitchQuota: 0 };
        const forum = forumOf({ campaign: rowOf('campaign', { zone: 'GMT', days }), dms, pitches, pairings }, choice);
        const { meetings, others } = placed(forum, meetingsOf(forum, forum.cleared));
        const rooms = new Map([
          ...forum.fixed.map((row) => [row.id, others.get(row.id) ?? row.room] as const),
          ...meetings.map((one) => [one.pitch, one.room] as const),
        ]);
        const after = seats.map((seat) => ({ ...seat, room: String(rooms.get(seat.key)) }));
        expectSound(slots, after);
        expect(tableChanges(slots, after)).toBe(0);
        for (const { id, room, tableChosen } of pairings) if (tableChosen) expect(rooms.get(id)).toBe(room);
      }),
      { numRuns: 150 },
    );
  });

  it('a table used by somebody outside the plan stays free of others; where there are too few tables, a meeting has none', () => {
    const { slots, seats } = hallOf(2, [Array(16).fill(true), Array(16).fill(true)], []);
    const busy = slots.map((_, slot) => new Set(slot === 3 ? ['T1'] : []));
    const after = seated(seats, seatTables(slots, seats, busy));
    expect(after.filter(({ slot, room }) => slot === 3 && room === 'T1')).toEqual([]);
    expect(after.filter(({ room }) => room === '')).toHaveLength(1);
  });

  it('a team stays at its table where the next decision maker can come to it', () => {
    const { slots } = hallOf(3, [], []);
    const seat = (dm: string, pitch: string, slot: number): Seat => ({ key: `${dm} ${slot}`, dm, pitch, slot, room: '', isPinned: false });
    const seats = [seat('a', 'p', 0), seat('b', 'q', 0), seat('c', 'p', 1), seat('e', 'q', 1)];
    const found = seatTables(slots, seats);
    expect([found.get('c 1'), found.get('e 1')]).toEqual([found.get('a 0'), found.get('b 0')]);
  });

  it('a stretch ends at a break, at the end of a day, and where the tables are different', () => {
    const { slots } = hallOf(2, [], []);
    expect(
      stretchesOf(
        slots,
        [0, 1, 3, 7, 8].map((slot) => ({ slot })),
      ).map((own) => own.map(({ slot }) => slot)),
    ).toEqual([[0, 1], [3], [7], [8]]);
    const other = slots.map((slot, index) => (index > 3 ? { ...slot, rooms: ['X'] } : slot));
    expect(
      stretchesOf(
        other,
        [2, 3, 4].map((slot) => ({ slot })),
      ),
    ).toHaveLength(2);
  });
});

describe('E07 tables by hand', () => {
  const row = (seat: Seat, slots: readonly Slot[], isLocked = false): Row => {
    const { start, end } = slots[seat.slot]!;
    return { id: seat.key, dm: seat.dm, pitch: seat.pitch, start, end, room: seat.room, locked: isLocked };
  };

  it('a meeting removed and placed again divides no stretch, wherever it goes, while there are enough tables, including locked meetings', () => {
    fc.assert(
      fc.property(hall, fc.nat(), fc.nat(15), fc.boolean(), ({ slots, seats }, pick, to, isLocked) => {
        const stands = seated(seats, seatTables(slots, seats));
        if (!stands.length) return;
        const one = stands[pick % stands.length]!;
        const there = stands.filter(({ slot, key }) => slot === to && key !== one.key);
        if (there.length >= slots[to]!.rooms.length || there.some(({ dm }) => dm === one.dm)) return;
        const next = stands.map((seat) => (seat === one ? { ...seat, slot: to } : seat));
        const found = reseated(
          slots,
          next.map((seat) => row(seat, slots, isLocked)),
          new Set([one.key]),
          new Set(),
        );
        const after = next.map((seat) => ({ ...seat, room: found.get(seat.key) ?? seat.room }));
        expectSound(slots, after);
        expect(tableChanges(slots, after)).toBe(0);
      }),
      { numRuns: 120 },
    );
  });

  it('a chosen table stays, and its stretch moves there where it can', () => {
    const { slots } = hallOf(3, [], []);
    const seats = [0, 1, 2].map((slot): Seat => ({ key: `m${slot}`, dm: 'a', pitch: `p${slot}`, slot, room: slot === 1 ? 'T2' : 'T1', isPinned: false }));
    const rows = seats.map((seat) => row(seat, slots));
    expect(reseated(slots, rows, new Set(), new Set(['m1']))).toEqual(
      new Map([
        ['m0', 'T2'],
        ['m2', 'T2'],
      ]),
    );
    const with0 = (more: Row) => rows.map((one) => (one.id === 'm0' ? { ...one, ...more } : one));
    const all = new Map([
      ['m0', 'T2'],
      ['m2', 'T2'],
    ]);
    // Locked is locked in time; of two choices the last one counts, unless the first is locked.
    expect(reseated(slots, with0({ locked: true }), new Set(), new Set(['m1']))).toEqual(all);
    expect(reseated(slots, with0({ tableChosen: true }), new Set(), new Set(['m1']))).toEqual(all);
    expect(reseated(slots, with0({ locked: true, tableChosen: true }), new Set(), new Set(['m1']))).toEqual(new Map([['m2', 'T2']]));
  });
});
