/** Assigning enrolments to jurors: n readers each, no conflicts, even loads, as few moves as can be; compared with every possible assignment. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clonedCampaign, cloneParts } from '#application/campaign/rules/clone.ts';
import { type AssignFacts, type Assignment, type AssignWish, assignReaders, changesOf, isEligible, pairOf } from '#application/jury/rules/assign.ts';
import type { Row } from '#codegen/model.ts';

const wish: AssignWish = { perPitch: 2, isFilling: false, seed: 1 };
const none: ReadonlySet<string> = new Set();

/** Up to 4 enrolments and 4 jurors, with readers so far, conflicts and readings that have begun. */
const small = fc.record({ pitches: fc.integer({ min: 1, max: 4 }), people: fc.integer({ min: 1, max: 4 }) }).chain(({ pitches, people }) =>
  fc.record({
    facts: fc
      .record({
        programs: fc.array(fc.constantFrom('C', 'I'), { minLength: pitches, maxLength: pitches }),
        judges: fc.array(fc.constantFrom(['C'], ['I'], ['C', 'I']), { minLength: people, maxLength: people }),
        loads: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: people, maxLength: people }),
        cells: fc.array(fc.record({ reads: fc.boolean(), conflict: fc.boolean(), begun: fc.boolean() }), {
          minLength: pitches * people,
          maxLength: pitches * people,
        }),
      })
      .map(({ programs, judges, loads, cells }): AssignFacts => {
        const cell = (juror: number, enrolment: number) => cells[juror * pitches + enrolment]!;
        const pairs = (is: (one: (typeof cells)[number]) => boolean) =>
          new Set(
            judges.flatMap((_, juror) => programs.flatMap((_p, enrolment) => (is(cell(juror, enrolment)) ? [pairOf(`j${juror}`, `e${enrolment}`)] : []))),
          );
        return {
          enrolments: programs.map((program, index) => ({
            id: `e${index}`,
            programs: [program],
            readers: judges.flatMap((_, juror) => (cell(juror, index).reads ? [`j${juror}`] : [])),
          })),
          jurors: judges.map((mine, index) => ({ id: `j${index}`, programs: mine, load: loads[index]! })),
          conflicts: pairs(({ conflict, reads, begun }) => conflict && !(reads && begun)),
          begun: pairs(({ begun, reads }) => begun && reads),
        };
      }),
    perPitch: fc.integer({ min: 1, max: 3 }),
    isFilling: fc.boolean(),
    seed: fc.nat(),
  }),
);

/** Readers in all, how uneven the loads are, and who stays. */
function worthOf({ enrolments, jurors }: AssignFacts, after: Assignment): [readers: number, even: number, stay: number] {
  const readers = [...after.values()].flat();
  const loads = jurors.map(({ id, load }) => load + readers.filter((one) => one === id).length);
  const stay = enrolments.reduce((sum, one) => sum + one.readers.filter((id) => after.get(one.id)?.includes(id)).length, 0);
  return [readers.length, -loads.reduce((sum, load) => sum + load ** 2, 0), stay];
}

/** Every assignment that the rules allow. */
function every({ enrolments, jurors, conflicts, begun }: AssignFacts, { perPitch, isFilling }: AssignWish): Assignment[] {
  let all: Assignment[] = [new Map()];
  for (const enrolment of enrolments) {
    const fixed = enrolment.readers.filter((id) => !conflicts.has(pairOf(id, enrolment.id)) && (isFilling || begun.has(pairOf(id, enrolment.id))));
    const open = jurors.map(({ id }) => id).filter((id) => !fixed.includes(id) && isEligible(jurors.find((one) => one.id === id)!, enrolment, conflicts));
    const subsets = Array.from({ length: 2 ** open.length }, (_, bits) => open.filter((_id, index) => bits & (2 ** index)));
    const fitting = subsets.filter((one) => one.length <= Math.max(0, perPitch - fixed.length));
    all = all.flatMap((before) => fitting.map((one) => new Map([...before, [enrolment.id, [...fixed, ...one].sort()]])));
  }
  return all;
}

const better = (a: readonly number[], b: readonly number[]): number => a.map((value, index) => value - b[index]!).find((difference) => difference !== 0) ?? 0;

describe('E05 the readers of each enrolment', () => {
  it('E05 no assignment has more readers, evener loads or fewer moves, in this order', () => {
    fc.assert(
      fc.property(small, ({ facts, ...asked }) => {
        const after = assignReaders(facts, asked);
        const best = every(facts, asked).reduce((so, one) => (better(worthOf(facts, one), worthOf(facts, so)) > 0 ? one : so));
        expect(worthOf(facts, after)).toEqual(worthOf(facts, best));
      }),
      { numRuns: 400 },
    );
  });

  it('E05 nobody reads what they have a conflict with or what is not of their programs, and nobody loses what they have begun', () => {
    fc.assert(
      fc.property(small, ({ facts, ...asked }) => {
        const after = assignReaders(facts, asked);
        for (const enrolment of facts.enrolments) {
          const readers = after.get(enrolment.id) ?? [];
          expect(new Set(readers).size).toBe(readers.length);
          for (const id of readers) {
            expect(facts.conflicts.has(pairOf(id, enrolment.id))).toBe(false);
            const isNew = !enrolment.readers.includes(id);
            if (isNew) expect(isEligible(facts.jurors.find((one) => one.id === id)!, enrolment, facts.conflicts)).toBe(true);
          }
          for (const id of enrolment.readers) {
            if (facts.conflicts.has(pairOf(id, enrolment.id))) continue;
            if (asked.isFilling || facts.begun.has(pairOf(id, enrolment.id))) expect(readers).toContain(id);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('E05 the same seed gives the same, another may give another; what is assigned well already is not moved by any', () => {
    fc.assert(
      fc.property(small, fc.nat(), ({ facts, ...asked }, seed) => {
        const after = assignReaders(facts, asked);
        expect(assignReaders(facts, asked)).toEqual(after);
        const again = { ...facts, enrolments: facts.enrolments.map((one) => ({ ...one, readers: after.get(one.id) ?? [] })) };
        expect(changesOf(again.enrolments, assignReaders(again, { ...asked, seed }))).toEqual([]);
      }),
      { numRuns: 200 },
    );
    const ten = Array.from({ length: 10 }, (_, index) => ({ id: `e${index}`, programs: ['C'], readers: [] }));
    const five = Array.from({ length: 5 }, (_, index) => ({ id: `j${index}`, programs: ['C'], load: 0 }));
    const [one, other] = [1, 2].map((seed) => assignReaders({ enrolments: ten, jurors: five, conflicts: none, begun: none }, { ...wish, seed }));
    expect(one).not.toEqual(other);
  });

  it('E05 readers 0 gives each to everybody who may read it', () => {
    const jurors = [
      { id: 'a', programs: ['C'], load: 0 },
      { id: 'b', programs: ['I'], load: 0 },
      { id: 'c', programs: ['C', 'I'], load: 9 },
    ];
    const enrolments = [{ id: 'e', programs: ['C'], readers: [] }];
    expect(assignReaders({ enrolments, jurors, conflicts: none, begun: none }, { ...wish, perPitch: 0 }).get('e')).toEqual(['a', 'c']);
    expect(assignReaders({ enrolments, jurors, conflicts: new Set([pairOf('c', 'e')]), begun: none }, { ...wish, perPitch: 0 }).get('e')).toEqual(['a']);
  });

  it('E05 a juror who leaves is replaced, and hardly anybody else moves', () => {
    const jurors = ['a', 'b', 'c', 'd'].map((id) => ({ id, programs: ['C'], load: 0 }));
    const enrolments = Array.from({ length: 8 }, (_, index) => ({ id: `e${index}`, programs: ['C'], readers: [] as string[] }));
    const first = assignReaders({ enrolments, jurors, conflicts: none, begun: none }, wish);
    const assigned = enrolments.map((one) => ({ ...one, readers: first.get(one.id) ?? [] }));
    const changes = changesOf(assigned, assignReaders({ enrolments: assigned, jurors: jurors.slice(1), conflicts: none, begun: none }, wish));
    // Sixteen readings of three: one more is moved so that they are six, five and five.
    expect(changes.flatMap(({ removed }) => removed).filter((id) => id === 'a')).toHaveLength(4);
    expect(changes.flatMap(({ removed }) => removed).filter((id) => id !== 'a').length).toBeLessThanOrEqual(1);
  });

  it('E05 four hundred enrolments, twenty-four jurors, three readers each: even to one, in under five seconds', () => {
    const enrolments = Array.from({ length: 400 }, (_, index) => ({ id: `e${index}`, programs: [index % 4 ? 'C' : 'I'], readers: [] }));
    const jurors = Array.from({ length: 24 }, (_, index) => ({ id: `j${index}`, programs: index % 3 ? ['C', 'I'] : ['C'], load: 0 }));
    const conflicts = new Set(enrolments.filter((_, index) => index % 9 === 0).map(({ id }, index) => pairOf(`j${index % 24}`, id)));
    const began = performance.now();
    const after = assignReaders({ enrolments, jurors, conflicts, begun: none }, { perPitch: 3, isFilling: false, seed: 7 });
    const took = performance.now() - began;
    const loads = jurors.map(({ id }) => [...after.values()].flat().filter((one) => one === id).length);
    console.log(`400 x 24, 1,200 readers: ${Math.round(took)} ms`);
    expect([...after.values()].every((readers) => readers.length === 3)).toBe(true);
    expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(1);
    expect(took).toBeLessThan(5_000);
  });
});

describe('E01 a campaign’s clone', () => {
  it('E01 assigns readers as its source did, and its discussion ends as many days after its selection; with empty windows there is none', () => {
    const source = { readBy: 'assigned', perPitch: 4, sEnd: '2026-11-01 00:00:00', talkUntil: '2026-11-08 00:00:00' };
    const plan = { id: 'next', cna: '', enaName: '', edition: null, take: [], shift: 364 };
    const moved = { readBy: 'assigned', perPitch: 4, sEnd: '2027-10-31 00:00:00', talkUntil: '2027-11-07 00:00:00' };
    expect(clonedCampaign(source, { ...plan, windows: 'shift' })).toMatchObject(moved);
    const empty = clonedCampaign(source, { ...plan, windows: 'empty' });
    expect([empty.readBy, empty.talkUntil]).toEqual(['assigned', undefined]);
  });

  it('E01 with all its parts it has every field of its source but what belongs to that edition alone', () => {
    const { properties } = JSON.parse(readFileSync('schemas/campaign.json', 'utf8')) as { properties: Record<string, { format?: string }> };
    const fields = Object.keys(properties);
    const stored = (name: string) => (properties[name]?.format === 'date-time' ? '2026-11-01 00:00:00' : name);
    const source: Row = { ...Object.fromEntries(fields.map((name) => [name, stored(name)])), days: [{ date: '2026-11-01' }], demands: [{ field: 'logline' }] };
    const plan = { id: 'next', cna: '', enaName: '', edition: null, take: cloneParts, windows: 'shift', shift: 364 } as const;
    const clone = clonedCampaign(source, plan);
    expect(fields.filter((name) => clone[name] === undefined)).toEqual(['keepSince']);
  });
});
