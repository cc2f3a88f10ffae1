/** The sheet to fill in for an import: its heads, and beside them what each column takes. */

import type { FieldModel, Lang } from '#codegen/model.ts';
import { type WorkSheet, writeWorkbook } from '#framework/export/workbook.ts';
import { modelFor } from '#framework/records/record-tools.ts';
import type { Tools } from '#framework/tools.ts';
import { readWords } from '#framework/words.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { importFields } from '#rules/records/import.ts';
import { isPercent } from '#rules/records/record.ts';

/** locales/{lang}/import-sheet.json */
interface SheetWords {
  fields: string;
  heads: string[];
  yes: string;
  rate: string;
  kinds: Partial<Record<FieldModel['kind'], string>>;
}

/** XLSX. @throws Refusal msg.forbidden without the verb 'import' */
export function importTemplate(tools: Tools, actor: Actor, object: string, lang: Lang): Promise<Buffer> {
  const model = modelFor(tools, actor, object, 'import');
  const fields = importFields(model, actor.roles);
  const { fields: tab, heads, yes, rate, kinds } = readWords<SheetWords>(lang, 'import-sheet', tools.config.localesDir);
  const sheets: WorkSheet[] = [
    { name: model.label[lang], heads: fields.map(({ name }) => name), rows: [], widths: fields.map(() => 18) },
    {
      name: tab,
      heads,
      rows: fields.map((field) => [
        field.name,
        field.label[lang],
        field.required ? yes : '',
        isPercent(field) ? rate : (kinds[field.kind] ?? ''),
        (field.options ?? []).map(({ value, label }) => `${value} ${label[lang]}`).join('; '),
      ]),
      widths: [18, 24, 10, 30, 80],
    },
  ];
  return writeWorkbook(sheets);
}
