/** By which fields a list's rows stand together, and across. */
import { describe, expect, it } from 'vitest';
import { acrossFields, fitGroup } from '#rules/queries/groups.ts';
import { entryOf } from '../../../support/schemas/entries.ts';

const text = { type: 'string', maxLength: 40 };
const { model } = entryOf('basket', {
  properties: {
    name: text,
    weave: { ...text, oneOf: [{ const: 'a', title: 'A' }] },
    sold: { type: 'boolean' },
    made: { type: 'string', format: 'date' },
    price: { type: 'number', multipleOf: 0.01 },
    secret: { type: 'boolean', 'x-access': { read: ['[]'], write: ['[]'] } },
  },
});

describe('groups of a list', () => {
  it('are by fields that one may read and that many rows have the same value of; days by the month unless a step is said', () => {
    expect(fitGroup({ path: 'name' }, model, ['[op]'])).toEqual({ path: 'name' });
    expect(fitGroup({ path: 'made' }, model, ['[op]'])).toEqual({ path: 'made', step: 'month' });
    expect(fitGroup({ path: 'weave', step: 'year' }, model, ['[op]'])).toEqual({ path: 'weave' });
    for (const wrong of [{ path: 'price' }, { path: 'secret' }, { path: 'nothing' }, 'name', null, undefined])
      expect(fitGroup(wrong, model, ['[op]'])).toBeUndefined();
  });
  it('lie across by another of these, and without it where that one may not be asked', () => {
    const down = { path: 'weave' };
    expect(fitGroup({ ...down, across: { path: 'made', step: 'year' } }, model, ['[op]'])).toEqual({ ...down, across: { path: 'made', step: 'year' } });
    expect(fitGroup({ ...down, across: { path: 'secret' } }, model, ['[]'])).toEqual({ ...down, across: { path: 'secret' } });
    for (const across of [{ path: 'secret' }, { path: 'weave' }, { path: 'price' }, 'made', null])
      expect(fitGroup({ ...down, across }, model, ['[op]'])).toEqual(down);
    expect(acrossFields(model, ['[op]']).map(({ name }) => name)).toEqual(expect.arrayContaining(['weave', 'sold', 'made']));
    expect(acrossFields(model, ['[op]']).map(({ name }) => name)).not.toEqual(expect.arrayContaining(['name']));
  });
});
