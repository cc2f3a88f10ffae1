import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Row } from '#codegen/model.ts';
import { applyChanges, changesOf, type Edits, type FieldChange, overlay, rebase, sameContent, valueAtPath, withValueAt } from '#rules/records/field-changes.ts';

const paths = ['cname', 'ename', 'logline', 'director/cname', 'director/bio', 'producer/company', 'genre'] as const;
const start: Row = { cname: '', ename: 'E', logline: '', director: { cname: '', bio: 'b' }, producer: { company: '' }, genre: [] };
const value = fc.oneof(
  fc.constantFrom('', 'a', 'b', ' a ', '海', null),
  fc.string({ maxLength: 6 }),
  fc.array(fc.constantFrom('[AR]', '[CU]'), { maxLength: 2 }),
);
const path = fc.constantFrom(...paths);
/** A device that saw the row and then typed: every change starts from what it saw. */
const typing = fc.dictionary(path, value, { maxKeys: 5 });
const changesFrom = (row: Row, typed: Record<string, unknown>): FieldChange[] =>
  Object.entries(typed).map(([at, to]) => ({ path: at, from: valueAtPath(row, at) ?? null, to: to as FieldChange['to'] }));

describe('merging the edits of several devices', () => {
  it('no accepted change is lost: each written path has its writer’s value, each conflict has the stored one', () => {
    fc.assert(
      fc.property(typing, typing, (one, two) => {
        const first = applyChanges(start, changesFrom(start, one));
        const second = applyChanges(first.next, changesFrom(start, two));
        expect(first.conflicts).toEqual([]);
        for (const at of second.written) expect(sameContent(valueAtPath(second.next, at), two[at] ?? null)).toBe(true);
        for (const { path: at, mine, theirs } of second.conflicts) {
          expect([mine, theirs]).toEqual([two[at] ?? null, valueAtPath(first.next, at) ?? null]);
          expect(sameContent(valueAtPath(second.next, at), one[at] ?? null)).toBe(true);
        }
        // Whatever one typed and the other did not touch is there.
        for (const at of Object.keys(one)) if (!(at in two)) expect(sameContent(valueAtPath(second.next, at), one[at] ?? null)).toBe(true);
        // Nothing is written past both.
        for (const at of paths) if (!(at in one) && !(at in two)) expect(valueAtPath(second.next, at)).toEqual(valueAtPath(start, at));
      }),
    );
  });

  it('changes of different fields may come in any order', () => {
    fc.assert(
      fc.property(fc.dictionary(path, value, { maxKeys: 7 }), fc.integer(), (typed, seed) => {
        const changes = changesFrom(start, typed);
        const other = [...changes].sort((a, b) => ((a.path.length * seed) % 7) - ((b.path.length * seed) % 7));
        expect(applyChanges(start, other).next).toEqual(applyChanges(start, changes).next);
      }),
    );
  });

  it('a call that is sent twice is carried out once', () => {
    fc.assert(
      fc.property(typing, (typed) => {
        const changes = changesFrom(start, typed);
        const once = applyChanges(start, changes);
        const twice = applyChanges(once.next, changes);
        expect([twice.next, twice.written, twice.conflicts]).toEqual([once.next, [], []]);
      }),
    );
  });

  it('whichever of the sent values has arrived, and in whatever order, the last typed one is stored in the end', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 4 }), value, fc.nat(4), (sent, last, arrived) => {
        const row = [start, ...sent.map((each) => withValueAt(start, 'cname', each))][Math.min(arrived, sent.length)] ?? start;
        const changes = changesOf('cname', { value: last, from: '', sent });
        const { next, conflicts } = applyChanges(row, changes);
        expect(conflicts).toEqual([]);
        expect(sameContent(valueAtPath(next, 'cname'), last)).toBe(true);
        // The earlier call, arriving after it, changes nothing that was typed since.
        const early = changesOf('cname', { value: sent[0] ?? null, from: '', sent: [] });
        const late = applyChanges(next, early);
        if (!sameContent(valueAtPath(next, 'cname'), '')) expect(late.next).toEqual(next);
      }),
    );
  });

  it('edits moved to a newer row: only those that the row has already are dropped, and doing it twice changes nothing', () => {
    const edits = fc.dictionary(path, fc.record({ value, sent: fc.array(value, { maxLength: 2 }) }), { maxKeys: 5 });
    fc.assert(
      fc.property(edits, typing, (typed, theirs) => {
        const mine: Edits = Object.fromEntries(Object.entries(typed).map(([at, edit]) => [at, { ...edit, from: valueAtPath(start, at) ?? null }]));
        const server = overlay(start, Object.fromEntries(Object.entries(theirs).map(([at, each]) => [at, { value: each, from: null, sent: [] }])));
        const { edits: open, conflicts } = rebase(mine, server);
        for (const [at, edit] of Object.entries(mine)) {
          if (open[at]) expect(open[at].value).toEqual(edit.value);
          else expect(sameContent(valueAtPath(server, at) ?? null, edit.value)).toBe(true);
        }
        for (const conflict of conflicts) expect(open[conflict.path]?.value).toEqual(conflict.mine);
        const again = rebase(open, server);
        expect(again.conflicts.map((one) => one.path)).toEqual(conflicts.map((one) => one.path));
        expect(Object.keys(again.edits)).toEqual(Object.keys(open));
      }),
    );
  });
});
