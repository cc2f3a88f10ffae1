/** A list of options as a sheet, and a sheet read back: what is read goes into the editor, and is saved from there. */

import type { Lang } from '#codegen/model.ts';
import { writeWorkbook } from '#framework/export/workbook.ts';
import { readSheet } from '#framework/import/read-sheet.ts';
import { sheetWords } from '#framework/import/sheet-words.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { editionsText, readEditions, type StoredOption } from '#rules/records/options.ts';
import { csvLine } from '#rules/values/csv.ts';
import { language, languages } from '#rules/words/language.ts';
import { type Problem, Refusal } from '#rules/words/problem.ts';
import { openOptions } from './read-options.ts';
import type { ReadOptions } from './wire.ts';

type Column = 'code' | 'editions' | 'retired' | 'color' | Lang;
const columns: Column[] = ['code', ...languages, 'editions', 'retired', 'color'];

export async function exportOptions(tools: Tools, actor: Actor, name: string, format: 'xlsx' | 'csv', lang: Lang): Promise<Buffer> {
  const { options } = await openOptions(tools, actor, name);
  const heads = columns.map((column) => headOf(tools, column, lang));
  const rows = options.map((option) => columns.map((column) => cellOf(option, column)));
  if (format === 'xlsx') return writeWorkbook([{ name, heads, rows, widths: columns.map((column) => (column === 'code' ? 12 : 24)) }]);
  return Buffer.from(`\ufeff${[heads, ...rows].map((row) => csvLine(row)).join('')}`);
}

/** @throws Refusal msg.forbidden, msg.sheet, msg.sheethead without a column of codes, msg.invalid with paths such as '4/editions' (lines of the sheet) */
export async function readOptionsSheet(tools: Tools, actor: Actor, name: string, bytes: () => Buffer): Promise<ReadOptions> {
  const { isOfNumbers, mayEdit } = await openOptions(tools, actor, name);
  if (!mayEdit) throw new Refusal('msg.forbidden');
  const [head = [], ...lines] = await readSheet(bytes());
  const places = new Map(
    head.flatMap((cell, index): [Column, number][] => columns.filter((column) => isHead(tools, column, String(cell ?? ''))).map((column) => [column, index])),
  );
  if (!places.has('code')) throw new Refusal('msg.sheethead');
  const problems: Problem[] = [];
  const options = lines.flatMap((line, index): StoredOption[] => {
    const text = (column: Column) => String(line[places.get(column) ?? -1] ?? '').trim();
    if (line.every((cell) => cell === null || cell === '')) return [];
    for (const [column, place] of places) if (Number.isNaN(line[place])) problems.push({ path: `${index + 2}/${column}`, code: 'field.invalid' });
    const editions = readEditions(text('editions'));
    if (!editions) problems.push({ path: `${index + 2}/editions`, code: 'field.pattern' });
    const code = isOfNumbers ? Number(text('code')) : text('code');
    return [
      {
        code,
        labels: Object.fromEntries(languages.flatMap((lang) => (text(lang) ? [[lang, text(lang)]] : []))),
        ...editions,
        ...(text('color') && { color: text('color') }),
        ...(/^(1|true|yes|x|v|是|✓|停用|retired)$/i.test(text('retired')) && { retired: true }),
      },
    ];
  });
  if (problems.length) throw new Refusal('msg.invalid', { fields: problems.slice(0, 10) });
  return { options };
}

function cellOf(option: StoredOption, column: Column): string | number | null {
  if (column === 'code') return option.code;
  if (column === 'editions') return editionsText(option);
  if (column === 'retired') return option.retired ? 1 : null;
  if (column === 'color') return option.color ?? null;
  return option.labels[column] ?? null;
}

function headOf(tools: Tools, column: Column, lang: Lang): string {
  const words: Record<string, string> = sheetWords(lang, tools.config.localesDir).options;
  return words[column] ?? language[column as Lang].name; // what is no word of ours is a language
}

/** By its word in any language, or by its plain name. */
function isHead(tools: Tools, column: Column, said: string): boolean {
  const wanted = said.trim().toLowerCase();
  return wanted === column || languages.some((lang) => headOf(tools, column, lang).toLowerCase() === wanted);
}
