/** A block from a spreadsheet, and the columns that fit, as pure functions. */
import { describe, expect, it } from 'vitest';
import { columnsOf } from '#form/grid/columns.ts';
import { blockOf, pasted } from '#form/grid/paste.ts';
import { entryOf } from './form-objects.ts';

describe('a block from a spreadsheet', () => {
  it('is cells between tabs, with quotes around breaks; one cell is none', () => {
    expect(blockOf('a\tb\r\nc\t\r\n')).toEqual([
      ['a', 'b'],
      ['c', ''],
    ]);
    expect(blockOf('"two\nlines, ""so"""\tx\n\ty')).toEqual([
      ['two\nlines, "so"', 'x'],
      ['', 'y'],
    ]);
    expect(blockOf('one cell\n')).toBeUndefined();
  });

  it('is read as if it were typed: percent as percent, labels of codes; what cannot be read stays', () => {
    const lines = entryOf('sales_order').model.fields.find(({ name }) => name === 'lines')?.fields ?? [];
    const columns = ['film', 'right', 'amount', 'taxRate', 'tax', 'collectedOn'].flatMap((name) => lines.find((field) => field.name === name) ?? []);
    const { rows, references } = pasted(
      [
        ['f1', 'Television', '1,200.50', '15%', '9', '2026/3/1'],
        ['', 'nothing', 'many', '15'],
      ],
      columns,
      0,
      (field) => !field.computed,
    );
    expect(rows).toEqual([
      { right: '[TV]', amount: 1200.5, taxRate: 0.15, collectedOn: '2026-03-01' },
      { film: '', right: 'nothing', amount: 'many', taxRate: 0.15 },
    ]);
    expect(references.map(({ row, field, text }) => [row, field.name, text])).toEqual([[0, 'film', 'f1']]);
  });
});

describe('the columns of a grid', () => {
  const lines = entryOf('sales_order').model.fields.find(({ name }) => name === 'lines')?.fields ?? [];
  it('rarely used fields and what does not fit fold away; the first and the required never do', () => {
    expect(columnsOf(lines, 0).detail.map(({ name }) => name)).toEqual(['adminFee', 'shareRate', 'share', 'collected', 'collectedOn', 'material', 'desc']);
    expect(columnsOf(lines, 300).shown.map(({ name }) => name)).toEqual(['film', 'amount']);
  });
});
