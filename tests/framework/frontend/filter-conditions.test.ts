import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conditionsOf, type FilterCondition, filterOf, includesFilter, toggleFilter, withCondition } from '#fields/filter-conditions.ts';

const word = fc.string({ minLength: 1, maxLength: 8 });
const name = fc.constantFrom('year', 'cname', 'rating', 'update_at', 'tags', 'producer');
const condition: fc.Arbitrary<FilterCondition> = fc.oneof(
  fc.record({ field: name, op: fc.constantFrom(...(['like', 'starts', 'eq', 'ne', 'gt', 'lt'] as const)), value: fc.oneof(word, fc.integer()) }),
  fc.record({ field: name, op: fc.constantFrom(...(['in', 'nin', 'has'] as const)), value: fc.array(word, { minLength: 1, maxLength: 3 }) }),
  fc.record({ field: name, op: fc.constant('range' as const), value: fc.constantFrom<(number | null)[]>([1, 9], [1, null], [null, 9]) }),
  fc.record({ field: name, op: fc.constantFrom(...(['empty', 'filled'] as const)), value: fc.constant(null) }),
);

describe('filters', () => {
  it('conditions survive being written into the address and read again', () => {
    const distinct = fc.uniqueArray(condition, { selector: ({ field, op }) => `${field} ${op === 'filled' ? 'empty' : op}` });
    fc.assert(
      fc.property(distinct, (conditions) => {
        expect(conditionsOf(filterOf(conditions))).toEqual(conditions);
      }),
    );
  });
  it('speak the dialect of the API', () => {
    const conditions: FilterCondition[] = [
      { field: 'year', op: 'range', value: [2010, 2015] },
      { field: 'cname', op: 'like', value: '海' },
      { field: 'rating', op: 'in', value: ['[G]'] },
      { field: 'tags', op: 'has', value: ['[AR]'] },
      { field: 'note', op: 'empty', value: null },
    ];
    expect(filterOf(conditions, '海')).toEqual({
      q: '海',
      'year@gte': 2010,
      'year@lte': 2015,
      'cname@like': '海',
      'rating@in': ['[G]'],
      'tags@has': ['[AR]'],
      'note@null': true,
    });
  });
  it('an empty condition is left out', () => {
    const nothing: FilterCondition[] = [
      { field: 'a', op: 'like', value: '' },
      { field: 'b', op: 'in', value: [] },
      { field: 'c', op: 'range', value: [null, null] },
      { field: 'd', op: 'eq', value: null },
    ];
    expect(filterOf(nothing)).toEqual({});
    expect(
      filterOf([
        { field: 'n', op: 'eq', value: 0 },
        { field: 'f', op: 'eq', value: false },
      ]),
    ).toEqual({ n: 0, f: false });
  });
  it('a new condition replaces one of the same kind', () => {
    const first: FilterCondition = { field: 'year', op: 'eq', value: 2000 };
    expect(withCondition([first], undefined, { ...first, value: 2001 })).toEqual([{ ...first, value: 2001 }]);
    expect(withCondition([first], first, undefined)).toEqual([]);
  });
  it('a quick filter is switched on and off and does not change the others', () => {
    const on = toggleFilter({ q: 'x' }, { rating: '[R]' });
    expect(on).toEqual({ q: 'x', rating: '[R]' });
    expect(includesFilter(on, { rating: '[R]' })).toBe(true);
    expect(toggleFilter(on, { rating: '[R]' })).toEqual({ q: 'x' });
  });
});
