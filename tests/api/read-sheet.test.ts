import { describe, expect, it } from 'vitest';
import { readSheet } from '#backend/files/read-sheet.ts';
import { writeWorkbook } from '#backend/print/workbook.ts';

describe('sheets that somebody filled in', () => {
  it('reads the first sheet of a workbook, texts that look like formulas as the texts they were', async () => {
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

  it('reads text with commas in UTF-8 and in UTF-16', async () => {
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

  it('refuses what is neither, and what would unpack beyond measure', async () => {
    for (const bytes of [Buffer.from([0xff, 0x00, 0x12]), Buffer.from('a\0b'), Buffer.from('PK\x03\x04 nothing')])
      await expect(readSheet(bytes)).rejects.toMatchObject({ code: 'msg.sheet' });
    const bomb = Buffer.from(await writeWorkbook([{ name: 'A', heads: ['id'], rows: [] }]));
    const entry = bomb.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    bomb.writeUInt32LE(0xf0000000, entry + 24);
    await expect(readSheet(bomb)).rejects.toMatchObject({ code: 'msg.toolarge' });
    await expect(readSheet(Buffer.alloc(11 * 1024 * 1024, 'a'))).rejects.toMatchObject({ code: 'msg.toolarge' });
  });
});
