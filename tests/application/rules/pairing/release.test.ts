import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesBetween, changesByPerson, type Given, nextVersion, scheduleOf, type Version } from '#application/release/rules/release.ts';
import { brokenRules } from '#application/release/rules/release-check.ts';
import type { DecisionMaker, Pitch } from '#generated/objects.ts';
import { rowOf } from '../../../support/schemas/row-of.ts';

const hour = (number: number) => `2026-05-01 ${String(number).padStart(2, '0')}:00:00`;
const meeting = (dm: string, pitch: string, from: number, room = ''): Given => ({ dm, pitch, start: hour(from), end: hour(from + 1), room });

/** Any timetable: each pair meets once at most, clashes or not. */
const timetable = fc
  .uniqueArray(
    fc.record({
      dm: fc.constantFrom('d0', 'd1', 'd2'),
      pitch: fc.constantFrom('p0', 'p1', 'p2'),
      from: fc.integer({ min: 9, max: 15 }),
      room: fc.constantFrom('', 'A', 'B'),
    }),
    { selector: ({ dm, pitch }) => `${dm} ${pitch}`, maxLength: 9 },
  )
  .map((list) => list.map(({ dm, pitch, from, room }) => meeting(dm, pitch, from, room)));

const key = ({ dm, pitch, start, end, room }: Given) => [dm, pitch, start, end, room].join(' ');
const keys = (list: readonly Given[]) => list.map(key).sort();

describe('what a released timetable changes', () => {
  it('nothing between a timetable and itself, everything where there was none', () => {
    fc.assert(
      fc.property(timetable, (list) => {
        expect(changesBetween(list, [...list].reverse())).toEqual([]);
        expect(changesBetween([], list).map(({ kind }) => kind)).toEqual(list.map(() => 'new'));
        expect(changesBetween(list, []).map(({ kind }) => kind)).toEqual(list.map(() => 'gone'));
      }),
    );
  });

  it('the reported changes, applied to the old timetable, give the new one', () => {
    fc.assert(
      fc.property(timetable, timetable, (before, after) => {
        const changes = changesBetween(before, after);
        const touched = new Set(changes.map(({ dm, pitch }) => `${dm} ${pitch}`));
        const unchanged = before.filter(({ dm, pitch }) => !touched.has(`${dm} ${pitch}`));
        const sent = changes.flatMap(({ dm, pitch, after: place }) => (place ? [{ dm, pitch, ...place }] : []));
        expect(keys([...unchanged, ...sent])).toEqual(keys(after));
        const unsent = changes.flatMap(({ dm, pitch, before: place }) => (place ? [{ dm, pitch, ...place }] : []));
        expect(keys([...unchanged, ...unsent])).toEqual(keys(before));
      }),
    );
  });

  it('a person is affected if and only if their own schedule differs, and each change is reported to both sides', () => {
    fc.assert(
      fc.property(timetable, timetable, (before, after) => {
        const people = changesByPerson(before, after);
        for (const side of ['dm', 'pitch'] as const) {
          const differs = (id: string) => JSON.stringify(keys(scheduleOf(before, side, id))) !== JSON.stringify(keys(scheduleOf(after, side, id)));
          const ids = [...new Set([...before, ...after].map((one) => one[side]))];
          expect(
            people
              .filter((person) => person.side === side)
              .map(({ id }) => id)
              .sort(),
          ).toEqual(ids.filter(differs).sort());
          const sent = people.filter((person) => person.side === side).flatMap(({ changes }) => changes);
          expect(sent).toHaveLength(changesBetween(before, after).length);
        }
      }),
    );
  });

  it('tells a new time from a new table', () => {
    const before = [meeting('d0', 'p0', 9, 'A'), meeting('d1', 'p1', 9, 'B'), meeting('d2', 'p2', 9)];
    const after = [meeting('d0', 'p0', 10, 'B'), meeting('d1', 'p1', 9, 'C'), meeting('d0', 'p1', 11)];
    expect(changesBetween(before, after).map(({ kind, dm, pitch }) => `${kind} ${dm} ${pitch}`)).toEqual([
      'room d1 p1',
      'gone d2 p2',
      'time d0 p0',
      'new d0 p1',
    ]);
    expect(changesByPerson(before, after).map(({ side, id, changes }) => `${side} ${id} ${changes.length}`)).toEqual([
      'dm d1 1',
      'dm d2 1',
      'dm d0 2',
      'pitch p1 2',
      'pitch p2 1',
      'pitch p0 1',
    ]);
  });

  it('a meeting’s sequence rises with each change of it and never falls, also when it is cancelled and restored', () => {
    fc.assert(
      fc.property(fc.array(timetable, { maxLength: 6 }), (versions) => {
        let last: Version | undefined;
        const seen = new Map<string, { seq: number; place: string }>();
        for (const list of versions) {
          const next = nextVersion(last, list);
          expect(keys(next.meetings)).toEqual(keys(list));
          const all = [...next.meetings.map((one) => ({ ...one, place: key(one) })), ...next.gone.map((one) => ({ ...one, place: 'gone' }))];
          expect(new Set(all.map(({ dm, pitch }) => `${dm} ${pitch}`)).size).toBe(all.length);
          for (const { dm, pitch, seq, place } of all) {
            const before = seen.get(`${dm} ${pitch}`);
            if (!before) expect(seq).toBe(0);
            else if (before.place === place) expect(seq).toBe(before.seq);
            else expect(seq).toBe(before.seq + 1);
            seen.set(`${dm} ${pitch}`, { seq, place });
          }
          // Nothing that was ever given out is forgotten.
          expect(all).toHaveLength(seen.size);
          last = next;
        }
      }),
    );
  });
});

describe('V03-V07 a timetable is checked as a whole before its release', () => {
  const days = [{ date: '2026-05-01', start: '09:00:00', end: '12:00:00', slot: 60, gap: 0, rooms: ['A', 'B'] }];
  const campaign = rowOf('campaign', { id: 'c', zone: 'GMT', days });
  const dm = (id: string, more: Partial<DecisionMaker> = {}) =>
    rowOf('decision_maker', { id, cid: 'c', enabled: true, available: [{ start: hour(9), end: hour(12) }], priority: ['p0', 'p1', 'p2'], ...more });
  const pitch = (id: string, more: Partial<Pitch> = {}) => rowOf('pitch', { id, cid: 'c', ...more });
  const rows = (pairings: Given[], dms = [dm('d0'), dm('d1')], pitches = [pitch('p0'), pitch('p1'), pitch('p2')]) => ({
    campaign,
    dms,
    pitches,
    pairings: pairings.map((row, index) => ({ id: `m${index}`, cid: 'c', ...row })),
  });
  const broken = (given: ReturnType<typeof rows>) => brokenRules(given).map(({ meeting: { id }, path, code }) => `${id} ${path} ${code}`);

  it('accepts a timetable that breaks no rule', () => {
    expect(broken(rows([meeting('d0', 'p0', 9, 'A'), meeting('d1', 'p1', 9, 'B'), meeting('d0', 'p1', 10, 'A')]))).toEqual([]);
  });

  it('names the meeting, the field and the rule', () => {
    expect(broken(rows([meeting('d0', 'p0', 9, 'A'), meeting('d0', 'p1', 9, 'B')]))).toEqual(['m0 start rule.overlap', 'm1 start rule.overlap']);
    expect(broken(rows([meeting('d0', 'p0', 9, 'A'), meeting('d1', 'p1', 9, 'A')]))).toEqual(['m0 room rule.room', 'm1 room rule.room']);
    expect(broken(rows([meeting('d0', 'p0', 13)]))).toEqual(['m0 start rule.notfree', 'm0 start rule.slot']);
    expect(broken(rows([meeting('d0', 'p9', 9)]))).toEqual(['m0 pitch msg.notfound']);
    expect(broken(rows([meeting('d0', 'p0', 9)], [dm('d0', { enabled: false, priority: [] })]))).toEqual(['m0 dm rule.disabled', 'm0 pitch rule.notwished']);
    expect(broken(rows([meeting('d0', 'p0', 9)], undefined, [pitch('p0', { unavailable: [{ start: hour(9), end: hour(10) }] })]))).toEqual([
      'm0 start rule.pitchaway',
    ]);
    const three = rows([meeting('d0', 'p0', 9), meeting('d1', 'p1', 9), meeting('d2', 'p2', 9)], [dm('d0'), dm('d1'), dm('d2')]);
    expect(broken(three)).toEqual(['m0 room rule.full', 'm1 room rule.full', 'm2 room rule.full']);
  });
});
