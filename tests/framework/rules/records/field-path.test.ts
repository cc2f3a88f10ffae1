import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namedBy } from '#rules/queries/filter-names.ts';
import { pathBelow, pathOf, rootOf, stepOf, stepsOf } from '#rules/records/field-path.ts';

const names = fc.array(fc.string({ unit: 'binary', maxLength: 12 }), { minLength: 1, maxLength: 4 });

describe('paths of fields', () => {
  it('most names are written as they are', () => {
    for (const name of ['name', '片名', '@type', 'post-code', 'NT$', 'order by', '🎬', "it's"]) expect(stepOf(name)).toBe(name);
  });

  it('what divides a path is written by its code', () => {
    expect(pathOf(['sap.app', 'a/b', 'c@gte', 'd,e'])).toBe('sap~2eapp.a~2fb.c~40gte.d~2ce');
    expect([stepOf('q'), stepOf('$or'), stepOf(''), stepOf('~')]).toEqual(['~71', '~24or', '~', '~7e']);
  });

  it('any names come back, and nothing of them divides what a path stands in', () => {
    fc.assert(
      fc.property(names, (list) => {
        const path = pathOf(list);
        expect(stepsOf(path)).toEqual(list);
        expect(rootOf(path)).toBe(list[0]);
        expect(list.reduce(pathBelow, '')).toBe(path);
        expect(path).not.toMatch(/[,:{}/]/);
        expect(namedBy(`${path}@gte`)).toEqual({ path, op: 'gte' });
        expect(['q', '$and', '$or', '$not', '']).not.toContain(path);
      }),
      { numRuns: 5_000 },
    );
  });
});
