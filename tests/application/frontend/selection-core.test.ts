/** A juror's edits on a device, against what the server has: the pure part of the jury's page. */
import { describe, expect, it } from 'vitest';
import type { OwnSelection, SelectionFacts, SelectionItem } from '#application/site/wire.ts';
import { received as arrived, begun, nothingTyped, recalled, typed, unsaved, valuesOf } from '#client/typing/edits.ts';
import {
  everything,
  filtered,
  isUnsent,
  needsWeight,
  nextToRead,
  progressWith,
  received,
  selectionContent,
  storedBefore,
  type Words,
  wordsOf,
} from '#screens/jury/site/core.ts';

const own = (more: Partial<OwnSelection> = {}): OwnSelection => ({ choice: 'none', weight: 0, scores: {}, comment: '', conflict: false, ver: 0, ...more });
const words = (more: Partial<Words>): Words => ({ ...wordsOf(own(), undefined), ...more });
/** The desk of a juror who has said `more` over what stood there. */
const said = (from: OwnSelection, more: Partial<Words>) => typed(nothingTyped(selectionContent, alone(from)), 'a', { ...wordsOf(from, undefined), ...more });
const alone = (row: OwnSelection) => facts([item('a', { own: row })]);
const item = (enrolment: string, more: Partial<SelectionItem> = {}): SelectionItem => ({
  enrolment,
  number: enrolment.toUpperCase(),
  cname: `片${enrolment}`,
  ename: `Film ${enrolment}`,
  programs: ['C'],
  genre: ['[AR]'],
  len: '[FL]',
  stage: 1,
  country: 'TW',
  still: '',
  isRead: false,
  own: own(),
  ...more,
});
const facts = (items: SelectionItem[], maxSel = 2): SelectionFacts => ({
  campaign: 'sel',
  title: { tw: '', en: '' },
  window: { state: 'open', start: '', end: '', isLast: false },
  message: { tw: '', en: '' },
  mayEdit: true,
  mayDeclare: true,
  doneAt: '',
  talk: { state: 'none', until: '' },
  criteria: [],
  progress: { total: items.length, read: 0, primary: 0, maxSel },
  items,
  conflicts: [],
  onboarding: { tw: '', en: '' },
  guideline: { tw: '', en: '' },
  labels: {},
});

describe('the jury’s pages', () => {
  it('E05 a choice is counted and sent once it has a weight; until then it is stored', () => {
    const waiting = words({ choice: 'primary' });
    expect([needsWeight(waiting), isUnsent(waiting, own()), isUnsent({ ...waiting, weight: 3 }, own())]).toEqual([true, false, true]);
    const dashboard = said(own(), { choice: 'primary' });
    expect([begun(dashboard).batch, unsaved(dashboard)]).toEqual([undefined, { a: waiting }]);
    const later = arrived(dashboard, alone(own({ ver: 1 })));
    expect([valuesOf(later).a, unsaved(later)]).toEqual([waiting, { a: waiting }]);
    expect(begun(typed(later, 'a', { ...waiting, weight: 3 })).batch?.values).toEqual({ a: { ...waiting, weight: 3 } });
  });

  it('K05 what only one side changed is merged; where both changed the same part the juror is asked', () => {
    const dashboard = said(own({ comment: 'was', ver: 1 }), { comment: 'mine' });
    const merged = arrived(dashboard, alone(own({ comment: 'was', weight: 4, choice: 'alternative', ver: 2 })));
    expect([valuesOf(merged).a, merged.conflicts]).toEqual([{ comment: 'mine', weight: 4, scores: {}, choice: 'alternative' }, {}]);
    expect(unsaved(arrived(dashboard, alone(own({ comment: 'mine', ver: 2 }))))).toEqual({});
    const asked = arrived(dashboard, alone(own({ comment: 'theirs', ver: 2 })));
    expect(asked.conflicts).toEqual({ a: { mine: words({ comment: 'mine' }), theirs: words({ comment: 'theirs' }) } });
  });

  it('E05 edits of an enrolment that is off the list wait until it is back, whatever its row has then', () => {
    const row = item('a', { own: own({ comment: 'was', ver: 3 }) });
    const dashboard = typed(nothingTyped(selectionContent, facts([row])), 'a', words({ comment: 'mine' }));
    const off = arrived(dashboard, facts([item('b')]));
    expect([unsaved(off), off.conflicts, begun(off).batch]).toEqual([{ a: words({ comment: 'mine' }) }, {}, undefined]);
    const back = arrived(off, facts([item('a', { own: own({ comment: 'was', ver: 1 }) })]));
    expect(begun(back).batch?.values).toEqual({ a: words({ comment: 'mine' }) });
  });

  it('E05 edits stored by the previous release are taken over, and anything else is ignored', () => {
    const from = own({ comment: 'was', ver: 1 });
    const found = storedBefore({ a: { choice: 'primary', weight: 4, comment: 'mine', from }, b: { choice: 'primary' }, c: 7 });
    const dashboard = arrived(recalled(nothingTyped(selectionContent), found), alone(from));
    expect(begun(dashboard).batch?.values).toEqual({ a: { choice: 'primary', weight: 4, scores: {}, comment: 'mine' } });
    expect(Object.keys(unsaved(dashboard))).toEqual(['a']);
    expect(storedBefore('nothing')).toEqual([]);
  });

  it('K05 an older answer that arrives late does not bring back an older choice', () => {
    const known = facts([item('a', { own: own({ choice: 'primary', weight: 5, ver: 3 }), isRead: true })]);
    const late = received(known, facts([item('a', { own: own({ ver: 2 }) })]));
    expect(late.items[0]).toMatchObject({ isRead: true, own: { choice: 'primary', ver: 3 } });
    expect(late.progress).toEqual({ total: 1, read: 1, primary: 1, maxSel: 2 });
    // An answer about one row says nothing of the others, nor of one that has left the list.
    const row = (id: string, ver: number) => ({ ...facts([item(id, { own: own({ ver }) })]), isRow: true });
    expect([received(known, row('a', 2)), received(known, row('b', 4))]).toEqual([known, known]);
    expect(received(facts([...known.items, item('b')]), row('a', 4)).items).toMatchObject([{ isRead: true, own: { ver: 4 } }, { enrolment: 'b' }]);
  });

  it('V23 the counter includes unsent choices, but no choice without a weight', () => {
    const list = facts([item('a', { own: own({ choice: 'primary', weight: 5, ver: 1 }) }), item('b'), item('c')]);
    const edits = { b: words({ choice: 'primary', weight: 3 }), c: words({ choice: 'primary' }) };
    expect(progressWith(list, edits).primary).toBe(2);
  });

  it('R05 filters by state, program, genre, length and words; next is the next unread one, continuing from the start', () => {
    const items = [
      item('c1', { isRead: true }),
      item('c2', { isRead: true, own: own({ choice: 'primary', weight: 4, ver: 1 }) }),
      item('i1', { programs: ['I'], genre: ['[CU]'] }),
      item('c3', { isRead: true }),
    ];
    const ids = (wanted: Partial<typeof everything>) => filtered(items, {}, { ...everything, ...wanted }).map(({ enrolment }) => enrolment);
    expect([ids({ show: 'unread' }), ids({ show: 'primary' }), ids({ show: 'none' })]).toEqual([['i1'], ['c2'], ['c1', 'c3']]);
    expect([ids({ program: 'I' }), ids({ genre: '[CU]' }), ids({ text: 'FILM C2' }), ids({ text: 'i1' })]).toEqual([['i1'], ['i1'], ['c2'], ['i1']]);
    expect([nextToRead(items, 'c3')?.enrolment, nextToRead(items.slice(0, 2), 'c1')?.enrolment, nextToRead(items.slice(0, 2), 'c2')]).toEqual([
      'i1',
      'c2',
      undefined,
    ]);
  });
});
