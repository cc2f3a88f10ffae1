import fc from 'fast-check';
import readXlsxFile from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { type StreamCell, sheetStream } from '#framework/export/sheet-stream.ts';
import { bare } from '#rules/values/csv.ts';

async function* inBatches(rows: StreamCell[][], size = 2): AsyncGenerator<StreamCell[][]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}
const written = async (heads: string[], rows: StreamCell[][]): Promise<Buffer> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of sheetStream('Films: [all]/2026', heads, inBatches(rows))) pieces.push(piece);
  return Buffer.concat(pieces);
};
const read = async (file: Buffer) => {
  const [sheet] = await readXlsxFile(file);
  if (!sheet) throw new Error('no sheet');
  return sheet;
};

describe('a sheet written piece by piece', () => {
  it('holds texts, numbers, days, moments, money and percent as what they are', async () => {
    const rows: StreamCell[][] = [
      ['港口 & <b>', 12.5, true, { at: '2026-03-01' }, { at: '2026-03-01 14:05:09' }, { number: 1234.5, as: 'money' }, { number: 0.05, as: 'percent' }],
      ['=1+1', null, false, { at: '0999-01-01' }, { at: '' }, { number: Number.NaN, as: 'money' }, ''],
    ];
    const { sheet, data } = await read(await written(['a', 'b', 'c', 'd', 'e', 'f', 'g'], rows));
    expect(sheet).toBe('Films   all  2026');
    expect(data[0]).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
    expect(data[1]).toEqual(['港口 & <b>', 12.5, true, new Date('2026-03-01T00:00:00Z'), new Date('2026-03-01T14:05:09Z'), 1234.5, 0.05]);
    expect(data[2]?.slice(0, 4)).toEqual(['=1+1', null, false, '0999-01-01']);
  });

  it('keeps line ends, what looks like an escape, and apostrophes before a sign', async () => {
    const texts = ['a\r\nb', '_x000D_ literal', "'=x", "'-5", "it's"];
    const { data } = await read(
      await written(
        ['x'],
        texts.map((text) => [text]),
      ),
    );
    expect(data.slice(1).map(([cell]) => bare(String(cell)))).toEqual(texts);
  });

  it('gives back any text that XML can hold', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 5 }), async (texts) => {
        const { data } = await read(
          await written(
            ['x'],
            texts.map((text) => [text]),
          ),
        );
        const held = texts.map((text) => text.replaceAll('\r', '\r').replace(/[^\P{Cc}\n\t]/gu, ''));
        expect(data.slice(1).map(([cell]) => String(cell ?? '').trim())).toEqual(held.map((text) => text.trim()).slice(0, data.length - 1));
      }),
      { numRuns: 60 },
    );
  });

  it('B05 refuses more columns than a sheet has, before anything is written', async () => {
    await expect(written(Array.from({ length: 18_279 }, String), [])).rejects.toMatchObject({ code: 'msg.columns' });
  });
});
