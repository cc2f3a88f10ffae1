import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { FieldModel, ObjectModel } from '#codegen/model.ts';
import { writeWorkbook } from '#framework/export/workbook.ts';
import { readSheet } from '#framework/import/read-sheet.ts';
import { type Cell, cellValue, payloadOf } from '#rules/records/import.ts';

describe('spreadsheets that somebody filled in', () => {
  it('reads the first sheet of a workbook, and text that looks like a formula as text', async () => {
    const bytes = await writeWorkbook([
      {
        name: 'A',
        heads: ['id', 'name', 'year'],
        rows: [
          ['a', '=SUM(1)', 2026],
          ['b', '海', null],
        ],
      },
      { name: 'B', heads: ['x'], rows: [] },
    ]);
    expect(await readSheet(bytes)).toEqual([
      ['id', 'name', 'year'],
      ['a', '=SUM(1)', 2026],
      ['b', '海', null],
    ]);
  });

  it('E3 a rate is a percent cell of the workbook, and is read back as the same fraction', async () => {
    const rates = [0.05, 0.3, 0.0525, 0.333, 1, 0];
    const bytes = await writeWorkbook([{ name: 'A', heads: ['id', 'rate'], rows: rates.map((rate, index) => [`r${index}`, { rate }]) }]);
    const files = unzipSync(bytes);
    expect(strFromU8(files['xl/styles.xml']!)).toContain('0.00%');
    expect(strFromU8(files['xl/worksheets/sheet1.xml']!)).toMatch(/<c r="B2" s="[1-9]\d*"[^>]*><v>0\.05<\/v>/);
    const field = { name: 'rate', kind: 'decimal', display: 'percent' } as FieldModel; // what a cell is read by
    const read = (await readSheet(bytes)).slice(1).map(([, cell]) => cellValue(field, cell!));
    expect(read).toEqual(rates);
  });

  it('reads comma-separated text in UTF-8 and in UTF-16', async () => {
    expect(await readSheet(Buffer.from('\ufeffid,name\r\na,海\r\n,\r\n'))).toEqual([
      ['id', 'name'],
      ['a', '海'],
    ]);
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('id\tname\na\t海\n', 'utf16le')]);
    expect(await readSheet(wide)).toEqual([
      ['id', 'name'],
      ['a', '海'],
    ]);
  });

  it('B05 a sheet has at most 18278 columns, for reading and writing', async () => {
    const heads = (count: number) => Array.from({ length: count }, (_, index) => `h${index}`);
    expect((await readSheet(Buffer.from(heads(18_278).join(','))))[0]).toHaveLength(18_278);
    await expect(readSheet(Buffer.from(heads(18_279).join(',')))).rejects.toMatchObject({ code: 'msg.columns', values: { count: 18_279, limit: 18_278 } });
    expect((await writeWorkbook([{ name: 'A', heads: heads(18_278), rows: [] }])).length).toBeGreaterThan(0);
    await expect(writeWorkbook([{ name: 'A', heads: heads(18_279), rows: [] }])).rejects.toMatchObject({ code: 'msg.columns' });
    await expect(writeWorkbook([{ name: 'A', heads: ['id'], rows: [heads(18_279)] }])).rejects.toMatchObject({ code: 'msg.columns' });
  });

  it('a formula’s number is what the spreadsheet shows of it, and one that came to an error is no empty cell', async () => {
    const files = unzipSync(await writeWorkbook([{ name: 'A', heads: ['id', 'price', 'pieces', 'note'], rows: [['a', 1, 2, 3]] }]));
    const path = 'xl/worksheets/sheet1.xml';
    const cell = (place: string, xml: string) => (text: string) => text.replace(new RegExp(`<c r="${place}"[\\s\\S]*?</c>`), xml);
    const sheet = [
      cell('B2', '<c r="B2"><f>1.1*3</f><v>3.3000000000000003</v></c>'),
      cell('C2', '<c r="C2"><f>(0.1+0.2)*10</f><v>3.0000000000000004</v></c>'),
      cell('D2', '<c r="D2" t="e"><f>VLOOKUP(A2,X:X,1)</f><v>#N/A</v></c>'),
    ].reduce((text, change) => change(text), strFromU8(files[path]!));
    const [, line = []] = await readSheet(Buffer.from(zipSync({ ...files, [path]: strToU8(sheet) })));
    expect(line[3]).toBe(Number.NaN);
    const read = (kind: 'decimal' | 'integer' | 'number', value: Cell) => cellValue({ name: 'x', kind } as FieldModel, value!); // what a cell is read by
    expect([read('decimal', line[1]!), read('integer', line[2]!)]).toEqual([3.3, 3]);
    expect([read('integer', 9_007_199_254_740_991), read('number', '0.30000000000000004')]).toEqual([9_007_199_254_740_991, 0.1 + 0.2]);
    const columns = [{ head: 'note', field: 'note', samples: [] }];
    const model = { fields: [{ name: 'note', kind: 'string' }] } as unknown as ObjectModel; // only the names of its fields are read
    expect(payloadOf([line[3]!], columns, model)).toEqual({ filled: {}, whole: {}, problems: [{ path: 'note', code: 'field.invalid' }] });
  });

  it('a text that ends within a quoted cell is refused, by the line where it begins; so is a line with more cells than heads', async () => {
    await expect(readSheet(Buffer.from('id,note\na,x\nb,"y\nc,z\n'))).rejects.toMatchObject({ code: 'msg.sheetquote', values: { line: 3 } });
    await expect(readSheet(Buffer.from('id,note\na,"'))).rejects.toMatchObject({ code: 'msg.sheetquote', values: { line: 2 } });
    expect(await readSheet(Buffer.from('id,note\na,"y ""z"""'))).toEqual([
      ['id', 'note'],
      ['a', 'y "z"'],
    ]);
    const columns = ['id', 'note'].map((field) => ({ head: field, field, samples: [] }));
    const model = { fields: ['id', 'note'].map((name) => ({ name, kind: 'string' })) } as unknown as ObjectModel; // only the names of its fields are read
    expect(payloadOf(['a', 'Gull', ' Ltd'], columns, model).problems).toEqual([{ path: '', code: 'import.cells' }]);
    expect(payloadOf(['a', 'Gull', '', null], columns, model).problems).toEqual([]);
  });

  it('names the cell that stands so far out that the empty ones before it would be too many, and reads past formats that reach as far', async () => {
    const files = unzipSync(await writeWorkbook([{ name: 'A', heads: ['id', 'note'], rows: [['a', 'b']] }]));
    const path = 'xl/worksheets/sheet1.xml';
    const withRow = (row: string) => Buffer.from(zipSync({ ...files, [path]: strToU8(strFromU8(files[path]!).replace('</sheetData>', `${row}</sheetData>`)) }));
    const cell = (ref: string) => `<c r="${ref}" t="inlineStr"><is><t>x</t></is></c>`;
    await expect(readSheet(withRow(`<row r="1048576">${cell('XFD1048576')}</row>`))).rejects.toMatchObject({
      code: 'msg.sheetfar',
      values: { cell: 'XFD1048576' },
    });
    await expect(readSheet(withRow(`<row r="999999999">${cell('A999999999')}</row>`))).rejects.toMatchObject({ code: 'msg.sheetfar' });
    await expect(readSheet(withRow('<row r="999999999"/>'))).rejects.toMatchObject({ code: 'msg.sheetfar' });
    await expect(readSheet(withRow(`<row r="3">${cell('ZZZZZ3')}</row>`))).rejects.toMatchObject({ code: 'msg.columns' });
    for (const ref of ['XFD&#49;048576', 'xfd1048576', ''])
      await expect(readSheet(withRow(`<row r="3">${cell(ref)}</row>`))).rejects.toMatchObject({ code: 'msg.sheet' });
    expect(await readSheet(withRow(`<row r="3">${cell('C3')}<c r="XFD3" s="0"/></row><row r="1048576"><c r="A1048576" s="0"/></row>`))).toHaveLength(3);
    expect(await readSheet(withRow(`<row r="3">${cell('CZ3')}</row><row r="1048576" ht="12.8"/>`))).toHaveLength(3);
    const other = {
      ...files,
      'xl/worksheets/other.xml': strToU8(`<worksheet><sheetData><row r="1048576">${cell('XFD1048576')}</row></sheetData></worksheet>`),
    };
    expect(await readSheet(Buffer.from(zipSync(other)))).toHaveLength(2);
  });

  it('refuses other formats, and files that would be too large unpacked', async () => {
    for (const bytes of [Buffer.from([0xff, 0x00, 0x12]), Buffer.from('a\0b'), Buffer.from('PK\x03\x04 nothing')])
      await expect(readSheet(bytes)).rejects.toMatchObject({ code: 'msg.sheet' });
    const bomb = Buffer.from(await writeWorkbook([{ name: 'A', heads: ['id'], rows: [] }]));
    const entry = bomb.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    bomb.writeUInt32LE(0xf0000000, entry + 24);
    await expect(readSheet(bomb)).rejects.toMatchObject({ code: 'msg.toolarge' });
    await expect(readSheet(Buffer.alloc(11 * 1024 * 1024, 'a'))).rejects.toMatchObject({ code: 'msg.toolarge' });
  });
});
