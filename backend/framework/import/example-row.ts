/** The example row of a template: what each field may look like, and how a line is known that is nothing but it. */
import type { FieldModel, Lang, ObjectModel, Role } from '#codegen/model.ts';
import { textOf } from '#kinds/common/bases.ts';
import { kinds } from '#kinds/index.ts';
import type { FilledCell } from '#kinds/kind.ts';
import { type Cell, type ImportColumn, importFields } from '#rules/records/import.ts';
import { isPercent } from '#rules/records/record.ts';
import { fill } from '#rules/words/fill.ts';
import { inLang, languages } from '#rules/words/language.ts';
import { type SheetWords, sheetWords } from './sheet-words.ts';

/** Filled cells that make a line the example: fewer may be somebody's own. */
const fewest = 2;
/** By their format, for texts. */
const formats: Record<string, string> = { email: 'name@example.com', uri: 'https://example.com/', 'uri-reference': 'https://example.com/' };

/** '' where the field has none: a reference to nothing would be a fault. */
export function exampleValue(model: ObjectModel, field: FieldModel, lang: Lang, words: SheetWords): FilledCell {
  const [option] = field.options ?? [];
  if (option) return inLang(option.label, lang) || String(option.value);
  if (field.relation) return '';
  if (field.name === model.entity.key) return 'example-1';
  const kind = kinds[field.kind];
  if (kind.shape === 'flag') return words.yes;
  if (kind.instant) return '2026-01-31 09:30:00';
  if (kind.input === 'date') return '2026-01-31';
  if (kind.input === 'time') return '09:30:00';
  if (isPercent(field)) return 0.05;
  if (kind.shape === 'number') return field.minimum ?? 1;
  if (kind.shape !== 'text' && kind.shape !== 'values') return '';
  return formats[field.format ?? ''] ?? fill(words.example, { label: inLang(field.label, lang) });
}

/** Is a line nothing but the example, in any language? */
export function exampleOf(
  model: ObjectModel,
  roles: readonly Role[],
  columns: readonly ImportColumn[],
  localesDir?: string,
): (cells: readonly Cell[]) => boolean {
  const open = new Map(importFields(model, roles).map((field) => [field.name, field]));
  const examples = languages.map((lang) => {
    const words = sheetWords(lang, localesDir);
    return columns.map(({ field: name }) => {
      const field = open.get(name);
      return field && textOf(exampleValue(model, field, lang, words));
    });
  });
  return (cells) =>
    examples.some((texts) => {
      const filled = texts.filter((text) => text !== undefined && text !== '').length;
      return filled >= fewest && texts.every((text, at) => text === undefined || text === textOf(cells[at] ?? ''));
    });
}
