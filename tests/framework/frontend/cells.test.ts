/** A block of cells as text, there and back. */
import { describe, expect, it } from 'vitest';
import { pastedRows, readBlock } from '#admin/list/cells.ts';

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
});
