import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Row } from '#codegen/model.ts';
import { intervalOf, overlap } from '#domain/intervals.ts';
import { maySit, maySwap, roomFor, rulesBySlot } from '#domain/pairing/moves.ts';
import { standingOf } from '#domain/pairing/standing.ts';
import { pairingProblems } from '#domain/rules/pairing.ts';

const day = '2026-05-01';
const clock = (minutes: number) => `${day} ${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00`;
const interval = fc
  .tuple(fc.integer({ min: 54, max: 66 }), fc.integer({ min: 1, max: 12 }))
  .map(([from, long]) => ({ start: clock(from * 10), end: clock((from + long) * 10) }));
const dmIds = ['d0', 'd1', 'd2'];
const pitchIds = ['p0', 'p1', 'p2'];

/** A forum of one morning of four slots with gaps, its people, and meetings on and off the grid that may break rules themselves. */
const forum = fc
  .record({
    rooms: fc.constantFrom<string[]>([], ['A'], ['A', 'B'], ['A', 'B', 'C']),
    dms: fc.tuple(
      ...dmIds.map((id) =>
        fc.record({
          id: fc.constant(id),
          cid: fc.constant('c'),
          enabled: fc.boolean(),
          available: fc.array(interval, { maxLength: 3 }),
          unavailable: fc.array(interval, { maxLength: 2 }),
          priority: fc.subarray(pitchIds),
        }),
      ),
    ),
    pitches: fc.tuple(...pitchIds.map((id) => fc.record({ id: fc.constant(id), cid: fc.constant('c'), unavailable: fc.array(interval, { maxLength: 2 }) }))),
    meetings: fc.array(
      fc.record({
        dm: fc.constantFrom(...dmIds),
        pitch: fc.constantFrom(...pitchIds),
        at: fc.oneof(interval, fc.integer({ min: 0, max: 3 })),
        room: fc.constantFrom('', 'A', 'B'),
        locked: fc.boolean(),
      }),
      { maxLength: 5 },
    ),
  })
  .map(({ rooms, dms, pitches, meetings }) => {
    const campaign: Row = { id: 'c', zone: 'GMT', days: [{ date: day, start: '09:00:00', end: '11:00:00', slot: 20, gap: 10, rooms }] };
    const slot = (index: number) => ({ start: clock(540 + index * 30), end: clock(560 + index * 30) });
    const pairings = meetings.map(
      ({ at, ...rest }, index): Row => ({ id: `m${index}`, ver: 1, cid: 'c', mode: 'manual', ...rest, ...(typeof at === 'number' ? slot(at) : at) }),
    );
    return { campaign, dms: dms as Row[], pitches: pitches as Row[], pairings };
  });
const cell = { dm: fc.constantFrom(0, 1, 2), pitch: fc.constantFrom(0, 1, 2), slot: fc.integer({ min: 0, max: 3 }) };

describe('V04-V07 where a meeting may stand on the board', () => {
  it('agrees with the rule on a pairing: names its first problem, and where it finds none but a full slot, there is none', () => {
    fc.assert(
      fc.property(forum, fc.record(cell), fc.constantFrom('m0', 'none'), (rows, { dm, pitch, slot }, but) => {
        const facts = standingOf(rows);
        const { start, end } = facts.slots[slot]!;
        const told = maySit(facts, dmIds[dm]!, pitchIds[pitch]!, slot, but);
        const others = rows.pairings.filter(({ id }) => id !== but);
        const room = roomFor(facts.slots[slot]!, dmIds[dm]!, facts.pairings, but);
        const next: Row = { id: but, cid: 'c', dm: dmIds[dm]!, pitch: pitchIds[pitch]!, start, end, room };
        const [problem] = pairingProblems(next, { dm: rows.dms[dm]!, pitch: rows.pitches[pitch]!, others });
        if (rows.pairings.some(({ id, locked }) => id === but && locked)) expect(told).toBe('rule.locked');
        else if (told === 'rule.full') {
          expect(problem).toBeUndefined();
          expect(others.filter((other) => overlap(intervalOf(other), { start, end })).length).toBeGreaterThanOrEqual(facts.slots[slot]!.rooms.length);
        } else expect(told).toBe(problem?.code ?? null);
      }),
      { numRuns: 2_000 },
    );
  });

  it('agrees with it on a table asked for by name', () => {
    fc.assert(
      fc.property(forum, fc.record(cell), fc.constantFrom('A', 'B'), (rows, { dm, pitch, slot }, room) => {
        const facts = standingOf(rows);
        const { start, end } = facts.slots[slot]!;
        const told = maySit(facts, dmIds[dm]!, pitchIds[pitch]!, slot, undefined, room);
        const [problem] = pairingProblems(
          { cid: 'c', dm: dmIds[dm]!, pitch: pitchIds[pitch]!, start, end, room },
          { dm: rows.dms[dm]!, pitch: rows.pitches[pitch]!, others: rows.pairings },
        );
        expect(told === 'rule.full' ? null : told).toBe(problem?.code ?? null);
      }),
      { numRuns: 1_000 },
    );
  });

  it('a swap that may be leaves no problem that was not there', () => {
    fc.assert(
      fc.property(forum, (rows) => {
        const facts = standingOf(rows);
        if (rows.pairings.length < 2 || maySwap(facts, 'm0', 'm1') !== null) return;
        const [a, b, ...rest] = rows.pairings as [Row, Row, ...Row[]]; // two at least
        const place = ({ start, end, room }: Row): Row => ({ start: start!, end: end!, room: room! });
        const swapped: Row[] = [{ ...a, ...place(b) }, { ...b, ...place(a) }, ...rest];
        for (const next of swapped.slice(0, 2)) {
          const [dm, pitch] = [rows.dms.find(({ id }) => id === next.dm)!, rows.pitches.find(({ id }) => id === next.pitch)!];
          expect(pairingProblems(next, { dm, pitch, others: swapped.filter((other) => other !== next) })).toEqual([]);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it('V07 answers for each slot of the grid, and says what is not there', () => {
    const at = (from: number, to: number) => ({ start: clock(from), end: clock(to) });
    const facts = standingOf({
      campaign: { id: 'c', zone: 'GMT', days: [{ date: day, start: '09:00:00', end: '11:00:00', slot: 30, gap: 0, rooms: ['A'] }] },
      dms: [
        { id: 'd0', cid: 'c', available: [at(540, 630)], priority: ['p0', 'p1'] },
        { id: 'd1', cid: 'c', available: [at(540, 660)], priority: ['p0', 'p1'] },
      ],
      pitches: [
        { id: 'p0', cid: 'c' },
        { id: 'p1', cid: 'c', unavailable: [at(600, 610)] },
      ],
      pairings: [{ id: 'm', ver: 1, cid: 'c', dm: 'd0', pitch: 'p0', ...at(540, 570), room: 'A', mode: 'auto', locked: false }],
    });
    expect(rulesBySlot(facts, 'd0', 'p0', 'm')).toEqual([null, null, null, 'rule.notfree']);
    expect(rulesBySlot(facts, 'd1', 'p1')).toEqual(['rule.full', null, 'rule.pitchaway', null]);
    expect(rulesBySlot(facts, 'd1', 'p0')[0]).toBe('rule.overlap');
    expect([maySit(facts, 'd1', 'p9', 0), maySit(facts, 'd1', 'p0', 9), maySwap(facts, 'm', 'n')]).toEqual(['msg.notfound', 'rule.slot', 'msg.notfound']);
  });
});
