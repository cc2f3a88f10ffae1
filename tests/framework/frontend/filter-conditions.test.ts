import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conditionsOf, type FilterCondition, filterOf, includesFilter, offeredOperators, toggleFilter, withCondition } from '#fields/filter-conditions.ts';
import { chipsOf, type FilterNode, filterOfGroup, groupOf, isBuildable, withoutPart } from '#fields/filter-groups.ts';
import { entryOf } from '../../support/schemas/entries.ts';

const word = fc.string({ minLength: 1, maxLength: 8 });
const name = fc.constantFrom('year', 'cname', 'rating', 'update_at', 'tags', 'producer');
const condition: fc.Arbitrary<FilterCondition> = fc.oneof(
  fc.record({ field: name, op: fc.constantFrom(...(['like', 'starts', 'eq', 'ne', 'gt', 'lt'] as const)), value: fc.oneof(word, fc.integer()) }),
  fc.record({ field: name, op: fc.constantFrom(...(['in', 'nin', 'has'] as const)), value: fc.array(word, { minLength: 1, maxLength: 3 }) }),
  fc.record({ field: name, op: fc.constant('range' as const), value: fc.constantFrom<(number | null)[]>([1, 9], [1, null], [null, 9]) }),
  fc.record({ field: name, op: fc.constantFrom(...(['empty', 'filled', 'me'] as const)), value: fc.constant(null) }),
  fc.record({
    field: name,
    op: fc.constantFrom(...(['during', 'after', 'before'] as const)),
    value: fc.constantFrom('today', 'this-month', 'last-7-days', 'today-3w'),
  }),
);

/** operators of one key of the address */
const sameKey: Record<string, string> = { filled: 'empty', me: 'eq', during: 'eq', after: 'gt', before: 'lt' };

describe('groups of conditions', () => {
  const list = fc.array(condition, { minLength: 2, maxLength: 4 });
  const group = fc.constantFrom(['and', 'or'] as const, ['or', 'and'] as const).chain(([join, other]) =>
    fc.record({
      join: fc.constant(join),
      parts: fc.array(fc.oneof(condition, fc.record({ join: fc.constant(other), parts: list })), { minLength: 2, maxLength: 4 }),
    }),
  );
  /** what holds for the same rows: conditions by name, groups within their like taken apart */
  const meaning = (node: FilterNode): unknown => {
    if (!('join' in node)) return JSON.stringify(filterOf([node]));
    const parts = node.parts.flatMap((part) => ('join' in part && part.join === node.join ? part.parts : [part])).map(meaning);
    return [node.join, ...parts.map((part) => JSON.stringify(part)).sort()];
  };

  it('survive being written into the address and read again', () => {
    fc.assert(
      fc.property(group, (whole) => {
        const filter = filterOfGroup(whole);
        expect(isBuildable(groupOf(filter))).toBe(true);
        expect(filterOfGroup(groupOf(filter))).toEqual(filter);
      }),
    );
  });

  it('mean the same after it', () => {
    const plain = fc.record({
      join: fc.constantFrom('and' as const, 'or' as const),
      parts: fc.uniqueArray(condition, { minLength: 2, selector: ({ field }) => field }),
    });
    fc.assert(
      fc.property(plain, plain, (one, two) => {
        const whole = { join: one.join, parts: [...one.parts, { ...two, join: one.join === 'and' ? ('or' as const) : ('and' as const) }] };
        expect(meaning(groupOf(filterOfGroup(whole)))).toEqual(meaning(whole));
      }),
    );
  });

  it('are as flat as their fields allow, each group a chip that can be taken away', () => {
    const year = (value: number): FilterCondition => ({ field: 'year', op: 'eq', value });
    const filter = filterOfGroup(
      { join: 'and', parts: [year(2000), year(2001), { join: 'or', parts: [year(1), { field: 'x', op: 'me', value: null }] }] },
      '海',
    );
    expect(filter).toEqual({ q: '海', year: 2000, $and: [{ year: 2001 }], $or: [{ year: 1 }, { x: '$me' }] });
    expect(chipsOf(filter).map(({ key, index }) => [key, index])).toEqual([
      ['$or', undefined],
      ['$and', 0],
    ]);
    expect(withoutPart(filter, '$and', 0)).toEqual({ q: '海', year: 2000, $or: [{ year: 1 }, { x: '$me' }] });
    expect(withoutPart(filter, '$or')).toEqual({ q: '海', year: 2000, $and: [{ year: 2001 }] });
    expect(filterOfGroup({ join: 'or', parts: [{ field: 'a', op: 'like', value: '' }] })).toEqual({});
    expect(isBuildable(groupOf({ $not: { year: 1 } }))).toBe(false);
    expect(isBuildable(groupOf({ $or: [{ a: 1, $or: [{ b: 1 }, { b: 2, $or: [{ c: 1 }, { c: 2 }] }] }, { d: 1 }] }))).toBe(false);
  });
});

describe('filters', () => {
  it('conditions survive being written into the address and read again', () => {
    const distinct = fc.uniqueArray(condition, { selector: ({ field, op }) => `${field} ${sameKey[op] ?? op}` });
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
  it('a moment with a zone is asked for by days and by what was written', () => {
    const { model } = entryOf('o', { properties: { at: { type: 'string', format: 'rfc3339' } } });
    const at = model.fields.find(({ name }) => name === 'at');
    expect(at && offeredOperators(at)).toEqual(['range', 'during', 'after', 'before', 'like', 'starts', 'eq', 'filled', 'empty']);
  });
});
