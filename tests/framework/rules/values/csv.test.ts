import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine, readCsvLines } from '#rules/values/csv.ts';

const readCsv = (text: string) => readCsvLines(text).map(({ cells }) => cells);

describe('comma-separated values', () => {
  it('are read back as they were written, whatever the cells contain', () => {
    const cell = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('"', ',', ';', '\n', '\r', '\t', '=', '＝', "'", '+', '-', '@', ' ', '海') }));
    const table = fc
      .integer({ min: 2, max: 4 })
      .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }));
    fc.assert(
      fc.property(table, (rows) => {
        // The first line holds plain heads, as in every file: it tells the separator.
        const heads = (rows[0] ?? []).map((_, at) => `head ${at}`);
        expect(readCsv(`\ufeff${csvLine(heads)}${rows.map(csvLine).join('')}`)).toEqual([heads, ...rows]);
      }),
    );
  });

  it('takes semicolons and tabs as other spreadsheets write them, and the last line without an end', () => {
    expect(readCsv('id;name\r\na;"b;c"')).toEqual([
      ['id', 'name'],
      ['a', 'b;c'],
    ]);
    expect(readCsv('id\tname\na\tb, c\n')).toEqual([
      ['id', 'name'],
      ['a', 'b, c'],
    ]);
    expect(readCsv('')).toEqual([]);
  });
});
