/** Values between what is typed and what is stored: nothing is lost or invented on the way. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DeviceStore } from '#client/device-store.ts';
import type { FieldModel, JsonValue, ObjectModel } from '#codegen/model.ts';
import { valueIn, withValue } from '#fields/contract/path.ts';
import { boxOf, digitsOf, editableNumber, formatNumber, parseNumber, showFigure, showSum } from '#fields/number/decimal.ts';
import { choicesOf } from '#fields/select/choices.ts';
import { Drafts } from '#form/drafts/drafts.ts';
import { existenceSql } from '#form/state/existence-sql.ts';
import { copyOf, newRow } from '#form/state/new-row.ts';
import { parseExistenceQuery } from '#rules/queries/existence-query.ts';
import { changedFields, defaultsOf } from '#rules/records/record.ts';
import { joinPhone, phoneCountries, splitPhone } from '#rules/values/phone.ts';
import { fieldAt } from '#rules/words/wording.ts';
import { readMoment, toDate, toTime, utcToZoned, zonedToUtc } from '#ui/moment.ts';
import { MemoryStore } from '../../support/memory-store.ts';
import { entryOf } from './form-objects.ts';

describe('numbers', () => {
  it('V35 a decimal of up to 15 digits is read back exactly, typed plainly or as it is shown', () => {
    const decimal = fc
      .tuple(fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }), fc.integer({ min: 0, max: 99 }))
      .map(([whole, cents]) => `${whole}.${String(cents).padStart(2, '0')}`);
    fc.assert(
      fc.property(decimal, (text) => {
        const value = parseNumber(text);
        expect(typeof value).toBe('number');
        expect(formatNumber(value, 2, false).replace(/^-(0\.00)$/, '$1')).toBe(text.replace(/^-(0\.00)$/, '$1'));
        expect(parseNumber(formatNumber(value, 2))).toBe(value);
        expect(parseNumber(editableNumber(value))).toBe(value);
      }),
    );
  });
  it('V35 thousands are grouped while not edited, and full-width digits are read', () => {
    expect(formatNumber(1234567.5, 2)).toBe('1,234,567.50');
    expect(parseNumber('１，２３４．５')).toBe(1234.5);
    expect(parseNumber('')).toBeNull();
  });
  it('V35 text that is no number, or too long to be exact, stays text for the validator to refuse', () => {
    for (const text of ['abc', '12x', '1.2.3', '--1', '1234567890123456']) expect(parseNumber(text)).toBe(text);
  });
  it('small and large numbers are edited without an exponent', () => {
    expect(editableNumber(0.0000005)).toBe('0.0000005');
    expect(editableNumber(1e21)).toBe('1000000000000000000000');
  });
});

describe('money and rates', () => {
  const order = entryOf('sales_order').model;
  const film = entryOf('film').model;
  const at = (model: typeof order, path: string) => fieldAt(model.fields, path)!;
  it('E09 an amount has the digits of its currency wherever the currency is, and hides none of its own', () => {
    const whole = { currency: 'TWD', exchange: 1 };
    expect([at(order, 'total'), at(order, 'localTotal')].map((field) => showFigure(field, 3161, whole))).toEqual(['3,161', '3,161']);
    expect(showFigure(at(order, 'lines/amount'), 1010, {}, whole)).toBe('1,010');
    expect(showFigure(at(order, 'lines/amount'), 1010.5, {}, whole)).toBe('1,010.5');
    expect(showFigure(at(order, 'lines/amount'), 1010.5, {}, { currency: 'USD' })).toBe('1,010.50');
    expect(showFigure(at(order, 'localTotal'), 12.5, { currency: 'USD' })).toBe('12.5');
    expect(digitsOf(at(film, 'sales/amount'), { currency: 'JPY' }, { currency: 'USD' })).toBe(0);
    expect([showFigure(at(film, 'budget'), 5, { currency: 'JPY' }), showFigure(at(film, 'budget'), 5, { currency: 'USD' })]).toEqual(['5', '5.00']);
    expect(showFigure(at(order, 'exchange'), 31.5, whole)).toBe('31.5');
    expect([showSum(at(order, 'total'), '19999999999998.80', { currency: 'EUR' }), showSum(at(order, 'total'), '1100.00', { currency: 'JPY' })]).toEqual([
      '19,999,999,999,998.80',
      '1,100',
    ]);
  });
  it('E09 a rate is read and typed as percent and stored as the exact fraction', () => {
    const rate = at(order, 'lines/taxRate');
    expect([0.05, 0.0525, 0.3, 1, 0, 0.1234, 0.29].map((value) => showFigure(rate, value))).toEqual([
      '5 %',
      '5.25 %',
      '30 %',
      '100 %',
      '0 %',
      '12.34 %',
      '29 %',
    ]);
    const { edit, read, show } = boxOf(rate, undefined, true);
    const all = Array.from({ length: 10_001 }, (_, unit) => Number(`${unit}e-4`));
    expect(all.filter((value) => read(edit(value)) !== value || read(`${show(value)} %`) !== value)).toEqual([]);
    expect([read(''), read('x'), show(null)]).toEqual([null, 'x', '']);
  });
});

describe('dates and times', () => {
  it('V33 accepts many spellings and writes one; text that is no date stays as typed', () => {
    for (const text of ['20260102', '2026/1/2', '2026-1-02', '2026年1月2日', ' 2026.01.02 ', '２０２６０１０２']) expect(toDate(text)).toBe('2026-01-02');
    expect(toDate('next week')).toBe('next week');
    expect(toDate('')).toBe('');
  });
  it('V34 times become HH:MM:SS', () => {
    expect(['930', '9:30', '0930', '09:30:00'].map(toTime)).toEqual(Array(4).fill('09:30:00'));
    expect(toTime('noon')).toBe('noon');
  });
  it('B05 a datetime is typed in Taipei time and stored in UTC, and any instant survives both ways', () => {
    expect(zonedToUtc('2026-01-01 07:30')).toBe('2025-12-31 23:30:00');
    expect(utcToZoned('2025-12-31 23:30:00')).toBe('2026-01-01 07:30:00');
    expect(zonedToUtc('2026-02-30 10:00:00')).toBe('2026-02-30 10:00:00');
    fc.assert(
      fc.property(fc.date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true }), (date) => {
        const stored = date.toISOString().slice(0, 19).replace('T', ' ');
        expect(zonedToUtc(utcToZoned(stored))).toBe(stored);
      }),
    );
  });
});

describe('a box for a moment', () => {
  it('V33 V34 reads what people type into one spelling, without seconds unless they are asked for', () => {
    for (const text of ['2026-12-21T18:00', '2026/12/21 18:00', '20261221 1800', '２０２６／１２／２１　１８：００', '2026-12-21 18:00:00'])
      expect(readMoment('datetime-local', text)).toBe('2026-12-21 18:00');
    expect(readMoment('datetime-local', '2026-12-21')).toBe('2026-12-21 00:00');
    expect(readMoment('datetime-local', '2026-12-21T18:00', true)).toBe('2026-12-21 18:00:00');
    expect(readMoment('date', '20261221')).toBe('2026-12-21');
    expect(['930', '9:30', '09:30:00'].map((text) => readMoment('time', text))).toEqual(Array(3).fill('09:30'));
  });
  it('empty stays empty, and text that is no moment is not guessed', () => {
    expect(readMoment('date', ' ')).toBe('');
    for (const text of ['2026-02-30', '2026-13-01', 'next week', '21.12.2026']) expect(readMoment('date', text)).toBeUndefined();
    for (const text of ['24:00', '12:60', 'noon']) expect(readMoment('time', text)).toBeUndefined();
    for (const text of ['2026-02-30 10:00', '18:00', '2026-12-21 25:00']) expect(readMoment('datetime-local', text)).toBeUndefined();
  });
});

describe('phone', () => {
  it('V38 country and number give the stored form again', () => {
    fc.assert(
      fc.property(fc.constantFrom(...phoneCountries), fc.stringMatching(/^[1-9]\d{4,11}$/), (country, number) => {
        const stored = joinPhone({ country, number });
        expect(stored).toMatch(/^[A-Z]{2},\+\d+$/);
        expect(joinPhone(splitPhone(stored))).toBe(stored);
      }),
    );
  });
  it('issue 14.4 the box shows what was typed and never the stored form, letter by letter', () => {
    fc.assert(
      fc.property(fc.constantFrom(...phoneCountries), fc.stringMatching(/^[+0-9a-z ().,-]{0,12}$/), (country, text) => {
        let stored = joinPhone({ country, number: '' });
        for (const key of text) {
          const shown = splitPhone(stored);
          expect(shown.country).toBe(country);
          stored = joinPhone({ country, number: shown.number + key });
          expect(splitPhone(stored).number).not.toContain(`${country},+`);
        }
      }),
    );
    expect(splitPhone('TW,+886abc')).toEqual({ country: 'TW', number: 'abc' });
    const typed = [...'+49151'].reduce((stored, key) => joinPhone({ country: 'TW', number: splitPhone(stored).number + key }), 'TW,+886');
    expect([typed, splitPhone(typed).number]).toEqual(['TW,+49151', '+49151']);
  });
  it('B02 an empty number stays the default, and a leading zero is dropped', () => {
    expect(joinPhone(splitPhone('TW,+886'))).toBe('TW,+886');
    expect(joinPhone({ country: 'TW', number: '0912-345 678' })).toBe('TW,+886912345678');
  });
});

describe('choices', () => {
  const option = (value: string, more = {}) => ({ value, label: { tw: `${value}中`, en: value }, ...more });
  const field = {
    options: [option('-'), option('a'), option('b', { version: 13 }), option('c', { version: 999 }), option('d', { deprecated: true })],
    unset: '-',
  } as unknown as FieldModel; // only what choicesOf reads
  const values = (current: string[], limits = {}) => choicesOf(field, 'tw', current, limits).map((choice) => choice.value);
  it('E04 an option of another edition is not offered, one of every edition is', () => {
    expect(values([], { edition: 14 })).toEqual(['-', 'a', 'c']);
    expect(values([], { edition: 13 })).toEqual(['-', 'a', 'b', 'c']);
    expect(values([])).toEqual(['-', 'a', 'b', 'c']);
  });
  it('a chosen option stays offered, even if it is deprecated, limited or unknown', () => {
    expect(values(['d'])).toContain('d');
    expect(values(['b'], { values: ['a'] })).toEqual(['-', 'a', 'b']);
    expect(values(['gone'])).toContain('gone');
  });
});

describe('rows', () => {
  const { model } = entryOf('exam');
  const row = { ...defaultsOf(model), id: 'one', name: 'One', serial: 'S1', secret: 'x', cleared: 'y', ver: 3, create_at: '2026-01-01 00:00:00' };
  it('C07 a new row sends what a person may write and nothing that only the server writes', () => {
    const sent = newRow(row, model);
    expect(sent).toMatchObject({ id: 'one', name: 'One', kind: 'oral' });
    for (const name of ['ver', 'create_at', 'update_at', 'update_by']) expect(sent).not.toHaveProperty(name);
  });
  it('E17 fields that are not stored are not sent', () => {
    const { model: company } = entryOf('company');
    const sent = newRow({ ...defaultsOf(company), _tmpflag: 1 }, company);
    expect(Object.keys(sent).filter((name) => name.startsWith('_tmp'))).toEqual([]);
  });
  it('a duplicate leaves out the key, stamps, secrets and fields that x-copy clears', () => {
    const copy = copyOf(row, model);
    expect(copy).toMatchObject({ name: 'One', serial: 'S1' });
    for (const name of ['id', 'secret', 'cleared', 'create_at', 'ver']) expect(copy).not.toHaveProperty(name);
  });
  it('C07 opening a row changes nothing', () => {
    expect(changedFields(row, structuredClone(row), model)).toEqual({});
  });
  it('a value is replaced at its path and the rest is shared', () => {
    const before = { a: [{ b: 1 }, { b: 2 }], c: { d: 1 } };
    const after = withValue(before, ['a', 1, 'b'], 5);
    expect(after).toEqual({ a: [{ b: 1 }, { b: 5 }], c: { d: 1 } });
    expect(after.c).toBe(before.c);
    expect(valueIn(after, ['a', 1, 'b'])).toBe(5);
    expect(before.a[1]).toEqual({ b: 2 });
  });
});

describe('drafts', () => {
  const { model } = entryOf('exam');
  const always =
    <T>(value: T) =>
    () =>
      value;
  it('unsaved input is found for its row only, without secrets', () => {
    const device = new DeviceStore(always(new MemoryStore()));
    const row: Record<string, JsonValue> = { name: 'typed', secret: 'hush' };
    new Drafts(model, 'one', device).keep({ base: null, row, at: 5 });
    expect(new Drafts(model, 'one', device).find()).toEqual({ base: null, row: { name: 'typed' }, at: 5 });
    expect([new Drafts(model, 'two', device).find(), new Drafts(model, undefined, device).find()]).toEqual([undefined, undefined]);
    new Drafts(model, 'one', device).drop();
    expect(new Drafts(model, 'one', device).find()).toBeUndefined();
  });
  it('unsaved input goes to its field under the name that it has now', () => {
    const device = new DeviceStore(always(new MemoryStore()));
    const [field] = model.fields.filter(({ name }) => name === 'name');
    new Drafts(model, 'one', device).keep({ base: { name: 'was' }, row: { name: 'typed', ver: 3 }, at: 5 });
    const renamed = { ...model, fields: [...model.fields.filter((one) => one !== field), { ...field, name: 'title', was: ['name'] }] } as ObjectModel; // one of its own
    expect(new Drafts(renamed, 'one', device).find()).toEqual({ base: { title: 'was' }, row: { title: 'typed', ver: 3 }, at: 5 });
    const other = { ...renamed, fields: [...renamed.fields, ...model.fields.filter(({ name }) => name === 'name')] };
    expect(new Drafts(other, 'one', device).find()?.row).toEqual({ name: 'typed', ver: 3 });
  });
  it('drafts of the previous release are found as well, once', () => {
    const store = new MemoryStore();
    store.setItem(`draft:${model.name}:a:b`, JSON.stringify({ ver: 1, base: { name: 'was' }, row: { name: 'typed' }, at: 5 }));
    const device = new DeviceStore(always(store));
    const found = { base: { name: 'was' }, row: { name: 'typed' }, at: 5 };
    expect(new Drafts(model, 'a', device).find()).toBeUndefined();
    expect([new Drafts(model, 'a:b', device).find(), new Drafts(model, 'a:b', device).find(), store.length]).toEqual([found, found, 1]);
  });
  it('an invalid draft is ignored', () => {
    const store = new MemoryStore();
    store.setItem(`draft:${model.name}:one`, '{broken');
    expect(new Drafts(model, 'one', new DeviceStore(always(store))).find()).toBeUndefined();
    store.setItem(`draft:${model.name}:one`, '{"row":7}');
    expect(new Drafts(model, 'one', new DeviceStore(always(store))).find()).toBeUndefined();
  });
});

describe('V42 asking whether a key is taken', () => {
  it('C01 is the one statement that the call accepts, for any key', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\w.'-]{1,40}$/), (id) => {
        const sql = existenceSql('film', 'id', id);
        expect(sql && parseExistenceQuery(sql)).toEqual({ object: 'film', key: 'id', value: id });
      }),
    );
  });
  it('a key with a backslash or a control character is not asked for', () => {
    expect(existenceSql('film', 'id', 'a\\b')).toBeUndefined();
    expect(existenceSql('film', 'id', 'a\nb')).toBeUndefined();
  });
});
