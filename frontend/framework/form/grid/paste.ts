/** A block of cells from a spreadsheet as values of a grid's fields. */
import type { FieldModel, JsonValue, Row } from '#codegen/model.ts';
import { boxOf } from '#fields/number/decimal.ts';
import { kinds } from '#kinds/index.ts';
import { isNumberField } from '#rules/records/record.ts';
import { bare } from '#rules/values/csv.ts';

/** What a spreadsheet puts on the clipboard: tabs between cells, quotes around a cell with breaks in it. One cell is no block. */
export function blockOf(text: string): string[][] | undefined {
  if (!/[\t\n\r]/.test(text.replace(/\r?\n$/, ''))) return undefined;
  const rows: string[][] = [[]];
  const cells = /(?:^|\t|\r\n|\n|\r)(?:"((?:[^"]|"")*)"(?=\t|\r|\n|$)|([^\t\r\n]*))/g;
  for (const match of text.replace(/(\r\n|\n|\r)$/, '').matchAll(cells)) {
    if (match.index > 0 && !match[0].startsWith('\t')) rows.push([]);
    rows.at(-1)?.push(bare((match[1]?.replaceAll('""', '"') ?? match[2] ?? '').trim()));
  }
  return rows;
}

/** As if it had been typed into the field's box: what cannot be read stays as it is, so that the form says so. */
export function pastedValue(field: FieldModel, text: string): JsonValue {
  if (isNumberField(field) && !field.options) return boxOf(field, undefined, true).read(text) ?? null;
  if (text === '') return kinds[field.kind].empty(field);
  return kinds[field.kind].read?.(field, text) ?? text;
}

export interface PastedReference {
  row: number;
  field: FieldModel;
  text: string;
}

/** The values of each line of the block, which begins at `from` among the columns; references are to be found by their text. */
export function pasted(block: readonly string[][], columns: readonly FieldModel[], from: number, open: (field: FieldModel) => boolean) {
  const references: PastedReference[] = [];
  const rows = block.map((cells, row) => {
    const patch: Row = {};
    cells.forEach((text, at) => {
      const field = columns[from + at];
      if (!field || !open(field)) return;
      if (field.kind === 'reference' && text) references.push({ row, field, text });
      else patch[field.name] = pastedValue(field, text);
    });
    return patch;
  });
  return { rows, references };
}
