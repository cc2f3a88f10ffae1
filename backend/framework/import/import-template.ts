/** The sheet to fill in for an import: its heads, and beside them what each column takes. */

import type { FieldModel, Lang } from '#codegen/model.ts';
import { type WorkSheet, writeWorkbook } from '#framework/export/workbook.ts';
import { modelFor } from '#framework/records/record-tools.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/actor.ts';
import { importFields } from '#rules/import.ts';
import { isPercent } from '#rules/record.ts';

const words: Record<Lang, { fields: string; heads: string[]; yes: string; rate: string; kinds: Partial<Record<FieldModel['kind'], string>> }> = {
  tw: {
    fields: '欄位說明',
    heads: ['欄位', '名稱', '必填', '格式', '可用的值'],
    yes: '是',
    rate: '5% 或 0.05',
    kinds: {
      integer: '整數',
      decimal: '數字',
      number: '數字',
      boolean: '是／否',
      date: 'YYYY-MM-DD',
      time: 'HH:MM',
      datetime: 'YYYY-MM-DD HH:MM（UTC）',
      select: '代碼或名稱',
      multiselect: '代碼或名稱，以分號分隔',
      tags: '以分號分隔',
      reference: '編號',
      references: '編號，以分號分隔',
      object: 'JSON',
      list: 'JSON',
      json: 'JSON',
    },
  },
  en: {
    fields: 'Fields',
    heads: ['Field', 'Label', 'Required', 'Format', 'Values'],
    yes: 'yes',
    rate: '5% or 0.05',
    kinds: {
      integer: 'whole number',
      decimal: 'number',
      number: 'number',
      boolean: 'yes / no',
      date: 'YYYY-MM-DD',
      time: 'HH:MM',
      datetime: 'YYYY-MM-DD HH:MM (UTC)',
      select: 'code or label',
      multiselect: 'codes or labels, with semicolons between',
      tags: 'with semicolons between',
      reference: 'id',
      references: 'ids, with semicolons between',
      object: 'JSON',
      list: 'JSON',
      json: 'JSON',
    },
  },
};

/** XLSX. @throws Refusal msg.forbidden without the verb 'import' */
export function importTemplate(tools: Tools, actor: Actor, object: string, lang: Lang): Promise<Buffer> {
  const model = modelFor(tools, actor, object, 'import');
  const fields = importFields(model, actor.roles);
  const { fields: tab, heads, yes, rate, kinds } = words[lang];
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
