/** A block of cells as text, there and back. */
import { describe, expect, it } from 'vitest';
import { pastedRows, readBlock, textOfBlock } from '#admin/list/cells.ts';
import type { FieldModel, JsonValue, Row } from '#codegen/model.ts';
import { cellValue } from '#rules/records/import.ts';

describe('cells on the clipboard', () => {
  it('reads lines and cells, with tabs, lines and quotation marks inside quotation marks, and empty cells', () => {
    expect(readBlock('a\tb\r\nc\td\r\n')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    expect(readBlock('"two\nlines"\t"say ""so"""\t\n\tx')).toEqual([
      ['two\nlines', 'say "so"', ''],
      ['', 'x'],
    ]);
    expect(readBlock('alone')).toEqual([['alone']]);
    expect(readBlock('a\n\nb')).toEqual([['a'], [''], ['b']]);
  });

  it('lays them over rows from a cell on; one alone fills the block; what finds no row is counted', () => {
    const rows = [
      { id: 'r1', ver: 1 },
      { id: 'r2', ver: 4 },
    ];
    const columns = ['a', 'b', 'c'].map((path) => ({ path, field: undefined as never }));
    const at = { rows: [1, 1], columns: [1, 1] } as { rows: [number, number]; columns: [number, number] };
    expect(pastedRows([['x', 'y', 'z'], ['p']], rows, columns, at)).toEqual({ edits: [{ id: 'r2', ver: 4, cells: { b: 'x', c: 'y' } }], lost: 1 });
    expect(pastedRows([['x']], rows, columns, { rows: [0, 1], columns: [0, 1] }).edits.map(({ cells }) => cells)).toEqual([
      { a: 'x', b: 'x' },
      { a: 'x', b: 'x' },
    ]);
  });

  it('what a block says comes back as it was: several texts with semicolons, options whose labels are others’ codes; no text of it is a formula', () => {
    const options = [
      { value: 'x', label: { tw: '選 y', en: 'y' } },
      { value: 'y', label: { tw: '兩；個', en: 'two; of them' } },
    ];
    // What a cell is made of and read by.
    const fields = (
      [
        { name: 'tags', kind: 'tags' },
        { name: 'one', kind: 'select', options },
        { name: 'some', kind: 'multiselect', options },
        { name: 'name', kind: 'string' },
        { name: 'count', kind: 'number' },
        { name: 'any', kind: 'json' },
      ] as FieldModel[]
    ).map((field) => ({ path: field.name, field }));
    const rows: Row[] = [
      { tags: ['b; c', '=d', 'e'], one: 'x', some: ['y', 'x'], name: '=HYPERLINK("https://example.com")', count: -5, any: '1' },
      { tags: ['f'], one: 'y', some: [], name: "'=g", count: 0, any: [1, 'a'] },
    ];
    for (const lang of ['tw', 'en'] as const) {
      const text = textOfBlock(rows, fields, { rows: [0, 1], columns: [0, 5] }, lang);
      for (const cell of text.split(/[\t\n]/)) expect(cell).not.toMatch(/^"?[=+@]/);
      expect(text.split(/[\t\n]/)[4]).toBe('-5');
      const read = (cells: string[]) =>
        Object.fromEntries(
          fields.map(({ path, field }, at): [string, JsonValue] => [path, cells[at] === '' ? [] : (cellValue(field, cells[at] ?? '') ?? null)]),
        );
      expect(readBlock(text).map(read)).toEqual(rows);
    }
    expect(
      textOfBlock(
        [{ name: '+886 2 1234' }],
        [{ path: 'name', field: { name: 'name', kind: 'string' } as FieldModel }],
        { rows: [0, 0], columns: [0, 0] },
        'en',
      ),
    ).toBe('+886 2 1234');
  });
});
