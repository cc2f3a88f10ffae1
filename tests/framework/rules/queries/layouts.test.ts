/** Which layouts a list can have, and for whom; which transitions lead from a state. */

import { describe, expect, it } from 'vitest';
import type { Role } from '#codegen/model.ts';
import { fitLayout, layoutsOf, weeksOf } from '#rules/queries/layouts.ts';
import { stepsFrom } from '#rules/records/workflow.ts';
import { entryOf } from '../../../support/schemas/entries.ts';

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

// Every object has the moments of its making and its last change.
const shown = (roles: string[], of = model) => layoutsOf(of, roles as Role[]).filter(({ kind }) => kind !== 'calendar');

describe('layouts', () => {
  it('are those of fields that may be read, of columns first', () => {
    const board = { kind: 'board', field: 'state' };
    expect(shown(['[op]'])).toEqual([{ kind: 'gallery', field: 'hull' }, board]);
    expect(shown(['[]'])).toEqual([{ kind: 'gallery', field: 'hull' }, { kind: 'gallery', field: 'secret' }, board]);
    expect(shown(['[]'], entryOf('plain', { properties: { name: { type: 'string', maxLength: 40 } } }).model)).toEqual([]);
  });
  it('fit where the object has them', () => {
    expect(fitLayout({ kind: 'board', field: 'state' }, model, ['[op]'])).toEqual({ kind: 'board', field: 'state' });
    for (const wrong of [{ kind: 'board', field: 'name' }, { kind: 'gallery', field: 'papers' }, { kind: 'gallery', field: 'secret' }, undefined, 'board'])
      expect(fitLayout(wrong, model, ['[op]'])).toBeUndefined();
  });
  it('of a calendar are by dates and moments, in whole weeks', () => {
    const dated = entryOf('dated', { properties: { day: { type: 'string', format: 'date' }, at: { type: 'string', format: 'date-time' } } }).model;
    const found = layoutsOf(dated, ['[]']).filter(({ kind }) => kind === 'calendar');
    expect(found.map(({ field }) => field)).toEqual(expect.arrayContaining(['day', 'at']));
    expect(weeksOf('2026-02', 0)).toMatchObject([{ 0: '2026-01-26', 6: '2026-02-01' }, {}, {}, {}, { 0: '2026-02-23', 6: '2026-03-01' }]);
    expect(weeksOf('2026-02', 6)).toMatchObject([{ 0: '2026-02-01' }, {}, {}, { 6: '2026-02-28' }]);
    for (let number = 0; number < 60; number += 1) {
      const month = `${2020 + Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`;
      for (const first of [0, 5, 6]) {
        const days = weeksOf(month, first).flat();
        expect(days).toEqual([...new Set(days)].sort());
        expect(days.length % 7).toBe(0);
        expect(days.filter((day) => day.startsWith(month)).length).toBe(new Date(Date.UTC(2020 + Math.floor(number / 12), (number % 12) + 1, 0)).getUTCDate());
      }
    }
  });
  it('of a board lead on by the transitions of one’s roles', () => {
    expect(stepsFrom(model, ['[op]'], 'moored').map(({ name }) => name)).toEqual(['sail']);
    expect(stepsFrom(model, ['[op]', '[]'], 'moored').map(({ name }) => name)).toEqual(['sail', 'tow']);
    expect(stepsFrom(model, ['[]'], 'afloat')).toEqual([]);
  });
});
