import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boardStateOf } from '#application/pairing/rules/board-state.ts';
import type { ForumRows } from '#application/pairing/rules/forum.ts';
import { slotsOf } from '#application/pairing/rules/grid.ts';
import { maxInRowOf } from '#application/pairing/rules/in-row.ts';
import { pairingProblems, rowProblems } from '#application/pairing/rules/meeting.ts';
import { maySit, maySwap, roomFor, rulesBySlot } from '#application/pairing/rules/moves.ts';
import type { Pairing } from '#generated/objects.ts';
import { intervalOf, overlap } from '#rules/values/intervals.ts';
import { rowOf } from '../../../support/schemas/row-of.ts';

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
    maxInRow: fc.constantFrom(null, 1, 2),
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
  .map(({ rooms, maxInRow, dms, pitches, meetings }) => {
    const days = [{ date: day, start: '09:00:00', end: '11:00:00', slot: 20, gap: 10, rooms }];
    const campaign = rowOf('campaign', { id: 'c', zone: 'GMT', maxInRow, days });
    const slot = (index: number) => ({ start: clock(540 + index * 30), end: clock(560 + index * 30) });
    const pairings = meetings.map(({ at, ...rest }, index) =>
      rowOf('pairing', { id: `m${index}`, ver: 1, cid: 'c', mode: 'manual', ...rest, ...(typeof at === 'number' ? slot(at) : at) }),
    );
    return { campaign, dms: dms.map((row) => rowOf('decision_maker', row)), pitches: pitches.map((row) => rowOf('pitch', row)), pairings };
  });
/** The problems of a record of the campaign, in its order. */
function problemsOf(rows: ForumRows, next: Pairing, others: Pairing[]) {
  const [dm, pitch] = [rows.dms.find(({ id }) => id === next.dm)!, rows.pitches.find(({ id }) => id === next.pitch)!];
  const previous = rows.pairings.find(({ id }) => id === next.id);
  const grid = { others, slots: slotsOf(rows.campaign), most: maxInRowOf(rows.campaign) };
  return [...pairingProblems(next, { dm, pitch, others }), ...rowProblems(next, previous, grid)];
}

const cell = { dm: fc.constantFrom(0, 1, 2), pitch: fc.constantFrom(0, 1, 2), slot: fc.integer({ min: 0, max: 3 }) };

describe('V04-V07 where a meeting is allowed on the board', () => {
  it('agrees with the rule of a pairing: names its first problem, and finds none where there is none except a full slot', () => {
    fc.assert(
      fc.property(forum, fc.record(cell), fc.constantFrom('m0', 'none'), (rows, { dm, pitch, slot }, but) => {
        const facts = boardStateOf(rows);
        const { start, end } = facts.slots[slot]!;
        const verdict = maySit(facts, dmIds[dm]!, pitchIds[pitch]!, slot, but);
        const others = rows.pairings.filter(({ id }) => id !== but);
        const room = roomFor(facts.slots[slot]!, dmIds[dm]!, facts.pairings, but);
        const next = rowOf('pairing', { id: but, cid: 'c', dm: dmIds[dm]!, pitch: pitchIds[pitch]!, start, end, room });
        const [problem] = problemsOf(rows, next, others);
        if (rows.pairings.some(({ id, locked }) => id === but && locked)) expect(verdict).toBe('rule.locked');
        else if (verdict === 'rule.full') {
          expect(problem).toBeUndefined();
          expect(others.filter((other) => overlap(intervalOf(other), { start, end })).length).toBeGreaterThanOrEqual(facts.slots[slot]!.rooms.length);
        } else expect(verdict).toBe(problem?.code ?? null);
      }),
      { numRuns: 2_000 },
    );
  });

  it('agrees with it on a requested table', () => {
    fc.assert(
      fc.property(forum, fc.record(cell), fc.constantFrom('A', 'B'), (rows, { dm, pitch, slot }, room) => {
        const facts = boardStateOf(rows);
        const { start, end } = facts.slots[slot]!;
        const verdict = maySit(facts, dmIds[dm]!, pitchIds[pitch]!, slot, undefined, room);
        const [problem] = problemsOf(rows, rowOf('pairing', { cid: 'c', dm: dmIds[dm]!, pitch: pitchIds[pitch]!, start, end, room }), rows.pairings);
        expect(verdict === 'rule.full' ? null : verdict).toBe(problem?.code ?? null);
      }),
      { numRuns: 1_000 },
    );
  });

  it('an allowed swap adds no problem', () => {
    fc.assert(
      fc.property(forum, (rows) => {
        const facts = boardStateOf(rows);
        if (rows.pairings.length < 2 || maySwap(facts, 'm0', 'm1') !== null) return;
        const [a, b, ...rest] = rows.pairings as [Pairing, Pairing, ...Pairing[]]; // two at least
        const place = ({ start, end, room }: Pairing) => ({ start, end, room });
        const swapped: Pairing[] = [{ ...a, ...place(b) }, { ...b, ...place(a) }, ...rest];
        for (const next of swapped.slice(0, 2))
          expect(
            problemsOf(
              rows,
              next,
              swapped.filter((other) => other !== next),
            ),
          ).toEqual([]);
      }),
      { numRuns: 3_000 },
    );
  });

  it('E07 most in a row: lunch and another day end a row, noon without lunch does not; a table alone may change', () => {
    const at = (from: number) => ({ start: clock(from), end: clock(from + 30) });
    const all = [{ start: clock(540), end: clock(1_000) }];
    const days = (more: object) => [{ date: day, start: '11:00:00', end: '13:30:00', slot: 30, gap: 0, rooms: ['A', 'B'], ...more }];
    const verdict = (more: object, but?: string) => {
      const facts = boardStateOf({
        campaign: rowOf('campaign', { id: 'c', zone: 'GMT', maxInRow: 2, days: days(more) }),
        dms: [rowOf('decision_maker', { id: 'd0', cid: 'c', available: all, priority: ['p0', 'p1', 'p2'] })],
        pitches: ['p0', 'p1', 'p2'].map((id) => rowOf('pitch', { id, cid: 'c' })),
        pairings: [660, 690].map((from, index) =>
          rowOf('pairing', { id: `m${index}`, ver: 1, cid: 'c', dm: 'd0', pitch: `p${index}`, ...at(from), room: 'A', mode: 'auto' }),
        ),
      });
      return rulesBySlot(facts, 'd0', but ? 'p1' : 'p2', but);
    };
    expect(verdict({})).toEqual(['rule.overlap', 'rule.overlap', 'rule.inrow', null, null]);
    expect(verdict({ breakStart: '12:00:00', breakEnd: '12:30:00' })).toEqual(['rule.overlap', 'rule.overlap', null, null]);
    expect(verdict({}, 'm1')).toEqual(['rule.overlap', null, null, null, null]);
  });

  it('V07 answers for each slot of the grid, and reports unknown ids', () => {
    const at = (from: number, to: number) => ({ start: clock(from), end: clock(to) });
    const facts = boardStateOf({
      campaign: rowOf('campaign', { id: 'c', zone: 'GMT', days: [{ date: day, start: '09:00:00', end: '11:00:00', slot: 30, gap: 0, rooms: ['A'] }] }),
      dms: [
        rowOf('decision_maker', { id: 'd0', cid: 'c', available: [at(540, 630)], priority: ['p0', 'p1'] }),
        rowOf('decision_maker', { id: 'd1', cid: 'c', available: [at(540, 660)], priority: ['p0', 'p1'] }),
      ],
      pitches: [rowOf('pitch', { id: 'p0', cid: 'c' }), rowOf('pitch', { id: 'p1', cid: 'c', unavailable: [at(600, 610)] })],
      pairings: [rowOf('pairing', { id: 'm', ver: 1, cid: 'c', dm: 'd0', pitch: 'p0', ...at(540, 570), room: 'A', mode: 'auto', locked: false })],
    });
    expect(rulesBySlot(facts, 'd0', 'p0', 'm')).toEqual([null, null, null, 'rule.notfree']);
    expect(rulesBySlot(facts, 'd1', 'p1')).toEqual(['rule.full', null, 'rule.pitchaway', null]);
    expect(rulesBySlot(facts, 'd1', 'p0')[0]).toBe('rule.overlap');
    expect([maySit(facts, 'd1', 'p9', 0), maySit(facts, 'd1', 'p0', 9), maySwap(facts, 'm', 'n')]).toEqual(['msg.notfound', 'rule.slot', 'msg.notfound']);
  });
});
