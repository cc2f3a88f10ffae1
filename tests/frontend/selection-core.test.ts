/** What a juror says on a device, against what the server has: the pure part of the jury's desk. */
import { describe, expect, it } from 'vitest';
import type { OwnSelection, SelectionFacts, SelectionItem } from '#application/site/wire.ts';
import {
  type Edit,
  everything,
  filtered,
  isUnsent,
  merge,
  needsWeight,
  nextToRead,
  onto,
  progressWith,
  received,
  sendableOf,
} from '#screens/jury/site/core.ts';

const own = (more: Partial<OwnSelection> = {}): OwnSelection => ({ choice: 'none', weight: 0, comment: '', conflict: false, ver: 0, ...more });
const edit = (from: OwnSelection, more: Partial<Edit>): Edit => ({ choice: from.choice, weight: from.weight, comment: from.comment, from, ...more });
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
  progress: { total: items.length, read: 0, primary: 0, maxSel },
  items,
  conflicts: [],
  onboarding: { tw: '', en: '' },
  guideline: { tw: '', en: '' },
  labels: {},
});

describe('the jury’s desk', () => {
  it('E05 a choice counts and is sent once it has a weight; until then it is kept', () => {
    const waiting = edit(own(), { choice: 'primary' });
    expect([needsWeight(waiting), sendableOf(waiting).choice, isUnsent(waiting)]).toEqual([true, 'none', false]);
    expect(onto(waiting, own({ ver: 1 }))).toMatchObject({ choice: 'primary', from: { ver: 1 } });
    expect(isUnsent({ ...waiting, weight: 3 })).toBe(true);
  });

  it('K05 what only one side changed is merged, the same word on both sides is asked about', () => {
    const from = own({ comment: 'was', ver: 1 });
    const mine = edit(from, { comment: 'mine' });
    expect(merge(mine, own({ comment: 'was', weight: 4, choice: 'alternative', ver: 2 }))).toMatchObject({
      comment: 'mine',
      weight: 4,
      choice: 'alternative',
      from: { ver: 2 },
    });
    expect(merge(mine, own({ comment: 'mine', ver: 2 }))).toMatchObject({ comment: 'mine' });
    expect(merge(mine, own({ comment: 'theirs', ver: 2 }))).toBeUndefined();
  });

  it('K05 an answer that was overtaken does not bring an older choice back', () => {
    const known = facts([item('a', { own: own({ choice: 'primary', weight: 5, ver: 3 }), isRead: true })]);
    const late = received(known, facts([item('a', { own: own({ ver: 2 }) })]));
    expect(late.items[0]).toMatchObject({ isRead: true, own: { choice: 'primary', ver: 3 } });
    expect(late.progress).toEqual({ total: 1, read: 1, primary: 1, maxSel: 2 });
  });

  it('V23 the counter follows what is about to be sent, and counts no choice without a weight', () => {
    const list = facts([item('a', { own: own({ choice: 'primary', weight: 5, ver: 1 }) }), item('b'), item('c')]);
    const edits = { b: edit(own(), { choice: 'primary', weight: 3 }), c: edit(own(), { choice: 'primary' }) };
    expect(progressWith(list, edits).primary).toBe(2);
  });

  it('R05 filters by state, program, genre, length and words; next is what is still to read, around the end', () => {
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
