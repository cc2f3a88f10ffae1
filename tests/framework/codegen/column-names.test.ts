import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnNames, columnsOfName } from '#codegen/describe/column-names.ts';

const stamps = ['id', 'ver', 'create_at', 'update_at', 'update_by'];
const key = fc.oneof(
  fc.string({ maxLength: 60, unit: 'grapheme' }),
  fc.constantFrom(
    'name',
    'Name',
    'NAME',
    'a.b',
    'a b',
    'a/b',
    '片名',
    '🎬',
    '',
    'q',
    'ID',
    'Ver',
    '_q',
    '_x_a_1',
    'constructor',
    'ſelect',
    'k_a_b_1',
    'x'.repeat(70),
  ),
);
const keys = fc.uniqueArray(key, { minLength: 1, maxLength: 20 });

describe('the columns of fields', () => {
  it('a key that a database takes is its column', () => {
    for (const [name, column] of columnNames(['name', '片名', '@type', 'post-code', 'NT$'], stamps)) expect(column).toBe(name);
  });

  it('every other key has a name of our own, which says what it can', () => {
    const names = columnNames(['sap.app', 'order by', 'ID', '_q', '🎬', 'x'.repeat(70)], stamps);
    expect(names.get('sap.app')).toMatch(/^k_sap_app_[0-9a-f]{10}$/);
    expect(names.get('order by')).toMatch(/^k_order_by_/);
    expect(names.get('ID')).toMatch(/^k_ID_/);
    expect(names.get('_q')).toMatch(/^k_q_/);
    expect(names.get('🎬')).toMatch(/^k_[0-9a-f]{10}$/);
    expect(names.get('x'.repeat(70))?.length).toBeLessThanOrEqual(48);
  });

  it('no two are the same to a database that compares without case, and MariaDB takes each', () => {
    fc.assert(
      fc.property(keys, (list) => {
        const names = [...columnNames(list, stamps).values()];
        expect(names).toHaveLength(list.length);
        const folded = names.map((name) => name.normalize('NFKC').toUpperCase().toLowerCase());
        expect(new Set(folded).size).toBe(list.length);
        for (const name of names) expect(name).toMatch(/^[^\u{10000}-\u{10ffff}`"' ]{1,48}$/u);
      }),
      { numRuns: 500 },
    );
  });

  it('moving fields changes no name, and after adding or removing some each is found by its present or an earlier one', () => {
    fc.assert(
      fc.property(keys, keys, (before, after) => {
        const [first, second] = [columnNames(before, stamps), columnNames(after, stamps)];
        expect(new Map([...columnNames([...before].reverse(), stamps)].sort())).toEqual(new Map([...first].sort()));
        for (const one of before) {
          expect(columnsOfName(one)).toContain(first.get(one));
          if (after.includes(one)) expect(columnsOfName(one)).toContain(second.get(one));
        }
      }),
      { numRuns: 300 },
    );
  });
});
