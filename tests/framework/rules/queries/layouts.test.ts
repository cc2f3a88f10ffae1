/** Which layouts a list can have, and for whom; which transitions lead from a state. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Role } from '#codegen/model.ts';
import { endsOf, fitLayout, layoutsOf, spansOf, weeksOf } from '#rules/queries/layouts.ts';
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
  it('of a calendar may last until another field of the same kind that one may read', () => {
    const date = (more = {}) => ({ type: 'string', format: 'date', ...more });
    const secret = { 'x-access': { read: ['[]'], write: ['[]'] } };
    const moment = { type: 'string', format: 'date-time' };
    const canoe = entryOf('canoe', { properties: { out: date(), back: date(), late: date(secret), at: moment, gone: moment } }).model;
    const byDay = { kind: 'calendar', field: 'out' } as const;
    expect(endsOf(byDay, canoe, ['[op]']).map(({ name }) => name)).toEqual(['back']);
    expect(endsOf(byDay, canoe, ['[]']).map(({ name }) => name)).toEqual(['back', 'late']);
    expect(endsOf({ kind: 'calendar', field: 'at' }, canoe, ['[]']).map(({ name }) => name)).toEqual(['gone']);
    expect(endsOf({ kind: 'board', field: 'out' }, canoe, ['[]'])).toEqual([]);
    expect(fitLayout({ ...byDay, until: 'back' }, canoe, ['[op]'])).toEqual({ ...byDay, until: 'back' });
    for (const until of ['late', 'at', 'out', 'update_at', 'nothing', 5]) expect(fitLayout({ ...byDay, until }, canoe, ['[op]'])).toEqual(byDay);
  });
  it('of a calendar lay each row on all of its days of a week, none over another, on as few lines as its fullest day needs', () => {
    const week = ['2026-02-02', '2026-02-03', '2026-02-04', '2026-02-05', '2026-02-06', '2026-02-07', '2026-02-08'];
    const day = fc.integer({ min: 20, max: 50 }).map((number) => new Date(Date.UTC(2026, 0, number)).toISOString().slice(0, 10));
    const rows = fc.array(fc.tuple(day, day)).map((list) => list.sort(([a], [b]) => (a < b ? -1 : Number(a > b))));
    fc.assert(
      fc.property(rows, (list) => {
        const spans = spansOf(week, list, (row) => row);
        const ends = ([first, last]: readonly [string, string]) => (last < first ? first : last);
        const on = (date: string) => list.filter((row) => row[0] <= date && date <= ends(row));
        for (const [place, date] of week.entries()) {
          const here = spans.filter(({ from, to }) => from <= place && place <= to);
          expect(here.map(({ row }) => row)).toEqual(on(date));
          expect(new Set(here.map(({ lane }) => lane)).size).toBe(here.length);
        }
        for (const { row, from, to, begins, ends: isEnd } of spans) {
          expect(begins).toBe(week[from] === row[0]);
          expect(isEnd).toBe(week[to] === ends(row));
        }
        const fullest = Math.max(...week.map((date) => on(date).length));
        expect(Math.max(0, ...spans.map(({ lane }) => lane + 1))).toBe(fullest);
      }),
    );
  });
  it('of a board lead on by the transitions of one’s roles', () => {
    expect(stepsFrom(model, ['[op]'], 'moored').map(({ name }) => name)).toEqual(['sail']);
    expect(stepsFrom(model, ['[op]', '[]'], 'moored').map(({ name }) => name)).toEqual(['sail', 'tow']);
    expect(stepsFrom(model, ['[]'], 'afloat')).toEqual([]);
  });
});
