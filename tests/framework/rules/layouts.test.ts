/** Which layouts a list can have, and for whom; which transitions lead from a state. */
import { describe, expect, it } from 'vitest';
import { fitLayout, layoutsOf } from '#rules/records/layouts.ts';
import { stepsFrom } from '#rules/records/workflow.ts';
import { entryOf } from '../../support/schemas/entries.ts';

const files = (kind: string) => ({ type: 'array', 'x-file': { purpose: 'paper', kinds: [kind], size: '1MB', count: 2 }, items: { type: 'object' } });
const barge = {
  'x-workflow': {
    field: 'state',
    states: ['moored', 'afloat'],
    transitions: [
      { name: 'sail', title: 'Sail', from: 'moored', to: 'afloat', roles: ['[op]'] },
      { name: 'tow', title: 'Tow', from: 'moored', to: 'afloat', roles: ['[]'] },
    ],
  },
  'x-list': { columns: ['name', 'hull'] },
  properties: {
    name: { type: 'string', maxLength: 40 },
    papers: files('pdf'),
    secret: { ...files('image'), 'x-access': { read: ['[]'], write: ['[]'] } },
    hull: files('image'),
    state: { type: 'string', maxLength: 10, oneOf: ['moored', 'afloat'].map((value) => ({ const: value, title: value })) },
  },
};
const { model } = entryOf('barge', barge);

describe('layouts', () => {
  it('are those of fields that may be read, of columns first', () => {
    const board = { kind: 'board', field: 'state' };
    expect(layoutsOf(model, ['[op]'])).toEqual([{ kind: 'gallery', field: 'hull' }, board]);
    expect(layoutsOf(model, ['[]'])).toEqual([{ kind: 'gallery', field: 'hull' }, { kind: 'gallery', field: 'secret' }, board]);
    expect(layoutsOf(entryOf('plain', { properties: { name: { type: 'string', maxLength: 40 } } }).model, ['[]'])).toEqual([]);
  });
  it('fit where the object has them', () => {
    expect(fitLayout({ kind: 'board', field: 'state' }, model, ['[op]'])).toEqual({ kind: 'board', field: 'state' });
    for (const wrong of [{ kind: 'board', field: 'name' }, { kind: 'gallery', field: 'papers' }, { kind: 'gallery', field: 'secret' }, undefined, 'board'])
      expect(fitLayout(wrong, model, ['[op]'])).toBeUndefined();
  });
  it('of a board lead on by the transitions of one’s roles', () => {
    expect(stepsFrom(model, ['[op]'], 'moored').map(({ name }) => name)).toEqual(['sail']);
    expect(stepsFrom(model, ['[op]', '[]'], 'moored').map(({ name }) => name)).toEqual(['sail', 'tow']);
    expect(stepsFrom(model, ['[]'], 'afloat')).toEqual([]);
  });
});
