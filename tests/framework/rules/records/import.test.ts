import { describe, expect, it } from 'vitest';
import type { FieldModel } from '#codegen/model.ts';
import { cellValue } from '#rules/records/import.ts';

const field = (kind: FieldModel['kind'], more: object = {}) => ({ name: 'f', kind, label: { tw: '欄', en: 'F' }, ...more }) as FieldModel; // what a cell's reading asks for

describe('reading a cell', () => {
  it.each([
    ['date', '2026/3/5', '2026-03-05'],
    ['date', new Date('2026-03-05T00:00:00Z'), '2026-03-05'],
    ['date', 'tomorrow', undefined],
    // A time of day is a fraction of a day in a spreadsheet, and its first days are one ahead of the calendar.
    ['string', new Date('1899-12-30T12:30:00Z'), '12:30'],
    ['string', new Date('1899-12-31T12:00:15Z'), '36:00:15'],
    ['time', new Date('1899-12-30T12:30:00Z'), '12:30:00'],
    ['time', new Date('1899-12-31T12:00:15Z'), '36:00:15'], // no time of day, as the save says
    ['time', new Date('2026-03-05T12:30:00Z'), '12:30:00'],
    ['date', new Date('1899-12-30T12:30:00Z'), undefined],
    ['datetime', new Date('1899-12-30T12:30:00Z'), undefined],
    ['date', new Date('1900-01-04T00:00:00Z'), '1900-01-05'],
    ['string', new Date('1900-01-04T00:00:00Z'), '1900-01-05'],
    ['date', new Date('1900-03-01T00:00:00Z'), '1900-03-01'],
    ['time', '9:05', '09:05:00'],
    ['datetime', '2026-03-05 9:05', '2026-03-05 09:05:00'],
    ['datetime', '2026-03-05T09:05:00+08:00', '2026-03-05 01:05:00'],
    ['datetime', '2026-03-05T09:05:00.000Z', '2026-03-05 09:05:00'],
    ['integer', '1,234', 1234],
    ['decimal', '1,234.50', 1234.5],
    ['decimal', '12,34', undefined],
    ['integer', 7, 7],
    ['string', 2026, '2026'],
    ['string', 1.1 * 3, '3.3'],
    ['decimal', 1.1 * 3, 3.3],
    ['boolean', '是', true],
    ['boolean', 'No', false],
    ['boolean', 'perhaps', undefined],
    ['tags', 'a; b；a', ['a', 'b']],
    ['tags', '"a;b"; c; "say ""hi"""', ['a;b', 'c', 'say "hi"']],
    ['tags', '"half; c', ['"half', 'c']],
    ['number', '1e-7', 1e-7],
    ['number', '-2.5E+3', -2500],
    ['number', '1e999', undefined],
    ['list', '[{"a":1}]', [{ a: 1 }]],
    ['list', '[', undefined],
  ] as const)('%s %s', (kind, cell, value) => {
    expect(cellValue(field(kind), cell)).toEqual(value);
  });

  it('a rate is read as exported and as percent, exactly', () => {
    const rate = field('decimal', { display: 'percent' });
    expect(['0.05', 0.05, '5%', '5.25 %', '12.34％', '30 %', '%', 'x%'].map((cell) => cellValue(rate, cell))).toEqual([
      0.05,
      0.05,
      0.05,
      0.0525,
      0.1234,
      0.3,
      undefined,
      undefined,
    ]);
    expect(cellValue(field('decimal'), '5%')).toBeUndefined();
  });

  it('codes go by value or label in either language', () => {
    const options = [
      { value: 1, label: { tw: '公司', en: 'Company' } },
      { value: 2, label: { tw: '個人', en: 'Person' } },
    ];
    for (const cell of [2, '2', '個人', 'PERSON']) expect(cellValue(field('select', { options, unset: 0 }), cell)).toBe(2);
    expect(cellValue(field('select', { options, unset: 0 }), 'x')).toBeUndefined();
    expect(cellValue(field('multiselect', { options }), 'Company; 個人')).toEqual([1, 2]);
  });
});
