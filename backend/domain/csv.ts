/** Lines of comma-separated values that no spreadsheet takes for a formula (safety section 11). Pure. */
import type { JsonValue } from '#codegen/model.ts';

/** One line of cells, quoted where needed, ended by CR LF. Arrays of plain values are joined, anything deeper is JSON. */
export function csvLine(cells: readonly (JsonValue | undefined)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? harmless(value) : harmless(flat(value));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A text that begins as a formula would (full-width signs too) gets an apostrophe before it, which spreadsheets hide. */
function harmless(text: string): string {
  return /^(\s*[=+\-@＝＋－＠]|[\t\r])/.test(text) ? `'${text}` : text;
}

function flat(value: JsonValue): string {
  if (Array.isArray(value) && value.every((entry) => typeof entry !== 'object' || entry === null)) return value.map((entry) => String(entry ?? '')).join('; ');
  return JSON.stringify(value);
}
