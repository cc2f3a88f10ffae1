import { describe, expect, it } from 'vitest';
import { begunName, draftOf, lineOf, namedIn, piecesOf, storedOf } from '#rules/records/mention.ts';

const people = [
  { id: 'ann', name: 'Ann' },
  { id: 'anna', name: 'Anna Lee' },
  { id: 'wang', name: '王小明' },
  { id: 'other', name: 'Ann' },
];
const names = { ann: 'Ann', anna: 'Anna Lee', wang: '王小明' };

describe('mentions', () => {
  it('are stored by account, and shown by name', () => {
    const stored = storedOf('@Ann and @Anna Lee, @王小明您好 @Anna', people);
    expect(stored).toBe('@[ann] and @[anna], @[wang]您好 @Anna');
    expect(draftOf(stored, names)).toBe('@Ann and @Anna Lee, @王小明您好 @Anna');
    expect(namedIn(`${stored} @[ann]`)).toEqual(['ann', 'anna', 'wang']);
  });

  it('are none in an address of mail, nor in brackets that hold no account', () => {
    expect(storedOf('mail@Ann x', people)).toBe('mail@Ann x');
    expect(namedIn('@[] @[a b] @ [x]')).toEqual([]);
  });

  it('of an account that is gone keep its id, and text stays text', () => {
    expect(piecesOf('<b>@[gone]</b>', names)).toEqual([{ text: '<b>' }, { text: '@gone', account: 'gone' }, { text: '</b>' }]);
    expect(piecesOf('@[constructor]', names)).toEqual([{ text: '@constructor', account: 'constructor' }]);
    expect(lineOf('one\n\n two @[ann]', names, 12)).toBe('one two @Ann');
    expect(lineOf('𠮷'.repeat(12), names, 5)).toBe('𠮷𠮷𠮷𠮷…');
  });

  it('are offered behind an @ that stands by itself', () => {
    expect([begunName('look @An', 8), begunName('@', 1), begunName('a@b', 3), begunName('@x y', 2), begunName('none', 4)]).toEqual([
      'An',
      '',
      undefined,
      'x',
      undefined,
    ]);
  });
});
