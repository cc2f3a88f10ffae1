/** What a row was at an earlier entry of its history. */
import { expect, it } from 'vitest';
import type { JsonValue } from '#codegen/model.ts';
import { rowAt, valuesAt } from '#rules/records/versions.ts';

const entry = (id: number, changes: Record<string, [JsonValue, JsonValue]>) => ({ entry: id, changes });

it('an earlier version is made of what the later entries changed, the oldest of them last', () => {
  const entries = [entry(9, { name: ['Two', 'Three'] }), entry(7, { name: ['One', 'Two'], tags: [[], ['x']] }), entry(4, {})];
  expect(valuesAt(entries, 4)).toEqual({ name: 'One', tags: [] });
  expect(valuesAt(entries, 7)).toEqual({ name: 'Two' });
  expect(valuesAt(entries, 9)).toEqual({});
  expect(rowAt({ name: 'Three', tags: ['x'], city: 'Tainan' }, entries, 4)).toEqual({ name: 'One', tags: [], city: 'Tainan' });
});

it('a row that was deleted and made anew has the values that the deletion noted', () => {
  const entries = [
    entry(9, { name: ['Fresh', 'Newer'] }),
    entry(8, {}),
    entry(6, { name: ['Last', null], city: ['Tainan', null] }),
    entry(5, { name: ['First', 'Last'] }),
  ];
  expect(valuesAt(entries, 5)).toEqual({ name: 'Last', city: 'Tainan' });
});
