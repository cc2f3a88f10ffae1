/** Which fields of a line stand in its grid, and which fold away behind the line. Pure. */
import type { FieldModel } from '#codegen/model.ts';
import { faces } from '#fields/kinds/index.ts';
import { isPercent } from '#rules/records/record.ts';

export interface Columns {
  shown: FieldModel[];
  /** behind the line: rarely used ones (`x-ui.options.detail`), long ones, and those that do not fit */
  detail: FieldModel[];
}

/** Pixels of a line's number, its buttons and its borders: with something behind it the buttons to move it are there too. */
const besides = { plain: 36 + 98 + 2, folding: 36 + 68 + 2 };
/** Around a box. */
const padding = 6;

/** Pixels that the values of a kind usually need. */
export function cellWidth(field: FieldModel | undefined): number {
  if (field && isPercent(field)) return 104;
  return (field && faces[field.kind].gridWidth?.(field)) ?? 120;
}

/** From the right, what does not fit goes behind the line; the first column and what must be filled in never do. `width` 0 is not measured yet. */
export function columnsOf(fields: FieldModel[], width: number): Columns {
  const behind = new Set(fields.filter((field) => !field.required && (field.ui.options?.detail === true || faces[field.kind].long)));
  const first = fields.find((field) => !behind.has(field));
  let total = (behind.size ? besides.folding : besides.plain) + fields.reduce((sum, field) => sum + (behind.has(field) ? 0 : cellWidth(field) + padding), 0);
  for (const field of [...fields].reverse()) {
    if (width === 0 || total <= width) break;
    if (behind.has(field) || field.required || field === first) continue;
    behind.add(field);
    total -= cellWidth(field) + padding;
  }
  return { shown: fields.filter((field) => !behind.has(field)), detail: fields.filter((field) => behind.has(field)) };
}
