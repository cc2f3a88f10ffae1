/**
 * The sheet to fill in for an import: labels of the page's language as heads, drop-downs where the values are few, an example that is not imported, and on a
 * tab of its own what each column takes.
 */
import type { FieldModel, Lang, ObjectModel, Option } from '#codegen/model.ts';
import { readerFor } from '#framework/data/rows/reader.ts';
import { loadKeys } from '#framework/data/rows/records.ts';
import { columnName } from '#framework/export/sheet-stream.ts';
import { type SheetCell, type WorkSheet, writeWorkbook } from '#framework/export/workbook.ts';
import { type CellNote, type DropDown, WorkbookParts } from '#framework/export/workbook-parts.ts';
import { listTitles } from '#framework/records/reading/list-titles.ts';
import { modelFor } from '#framework/records/record-tools.ts';
import type { Tools } from '#framework/tools.ts';
import { kinds } from '#kinds/index.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { may } from '#rules/accounts/permission.ts';
import { everyRow } from '#rules/queries/filter.ts';
import { importFields, optionText } from '#rules/records/import.ts';
import { headsOf } from '#rules/records/import-columns.ts';
import { isPercent } from '#rules/records/record.ts';
import { inLang, language } from '#rules/words/language.ts';
import { exampleValue } from './example-row.ts';
import { type SheetWords, sheetWords } from './sheet-words.ts';

/** Records of a list to choose from; of more the key or the title is typed. */
const mostChoices = 200;
/** Lines that drop-downs and formats reach to. */
const mostLines = 10_001;
/** No tab of a person has this name. */
const listsTab = '_lists';

/** XLSX. @throws Refusal msg.forbidden without the verb 'import' */
export async function importTemplate(tools: Tools, actor: Actor, object: string, lang: Lang): Promise<Buffer> {
  const model = modelFor(tools, actor, object, 'import');
  const fields = importFields(model, actor.roles);
  const words = sheetWords(lang, tools.config.localesDir);
  const heads = headsOf(fields, lang);
  const lists = await listsOf(tools, actor, fields, lang, words);
  const longest = Math.max(0, ...lists.map(({ values }) => values.length));
  const sheets: WorkSheet[] = [
    { name: model.label[lang], heads, rows: [fields.map((field) => exampleCell(model, field, lang, words))], widths: fields.map(() => 18) },
    explained(fields, heads, words, lang),
    {
      name: listsTab,
      heads: lists.map(({ column }) => heads[column] ?? ''),
      rows: Array.from({ length: longest }, (_, row) => lists.map(({ values }) => values[row] ?? null)),
    },
  ];
  const book = new WorkbookParts(await writeWorkbook(sheets));
  const [first] = book.sheets();
  if (first === undefined) throw new Error('a workbook without a sheet');
  book.addDropDowns(
    first,
    lists.map(({ column, values }, at): DropDown => ({ column, rows: mostLines, source: rangeOf(at, values.length) })),
  );
  book.formatColumns(first, new Map(fields.flatMap((field, at) => formatOf(field).map((format) => [at, format] as const))));
  const required = fields.flatMap((field, column): CellNote[] => (field.required ? [{ row: 1, column, text: words.required }] : []));
  book.addNotes(first, [...required, { row: 2, column: 0, text: words.exampleNote }]);
  book.hide(2);
  return book.bytes();
}

function explained(fields: readonly FieldModel[], heads: readonly string[], words: SheetWords, lang: Lang): WorkSheet {
  return {
    name: words.fields,
    heads: words.heads,
    rows: fields.map((field, at) => [
      field.name,
      heads[at] ?? '',
      field.required ? words.yes : '',
      isPercent(field) ? words.rate : (words.kinds[field.kind] ?? ''),
      (field.options ?? []).map(({ value, label }) => `${value} ${label[lang]}`).join(language[lang].semicolon),
    ]),
    widths: [18, 24, 10, 30, 80],
  };
}

interface List {
  column: number;
  values: string[];
}

/** What a cell can be chosen from: options, yes and no, records where they are few. */
async function listsOf(tools: Tools, actor: Actor, fields: readonly FieldModel[], lang: Lang, words: SheetWords): Promise<List[]> {
  const lists: List[] = [];
  const records = new Map<string, string[]>();
  for (const [column, field] of fields.entries()) {
    const { options, relation } = field;
    const { shape } = kinds[field.kind];
    if (shape === 'values') continue;
    if (options) lists.push({ column, values: choices(field, options, lang) });
    else if (shape === 'flag') lists.push({ column, values: [words.yes, words.no] });
    else if (relation) {
      const values = records.get(relation.to) ?? (await recordsOf(tools, actor, relation.to, lang));
      records.set(relation.to, values);
      if (values.length) lists.push({ column, values });
    }
  }
  return lists;
}

/** Labels; of those that several options share, the values. */
function choices(field: FieldModel, options: readonly Option[], lang: Lang): string[] {
  const labels = options.map(({ label }) => inLang(label, lang));
  const isOne = (label = '') => labels.indexOf(label) === labels.lastIndexOf(label);
  return options.map((option, at) => (isOne(labels[at]) ? optionText(field, option, lang) : String(option.value)));
}

/** 'Title [key]' of all records of an object, none where they are many or not this person's to read. */
async function recordsOf(tools: Tools, actor: Actor, object: string, lang: Lang): Promise<string[]> {
  const model = tools.registry.get(object)?.model;
  if (!model || model.entity.virtual || !may(model, actor.roles, 'read') || !may(model, actor.roles, 'list')) return [];
  const sort = { field: model.entity.key, order: 'ASC' } as const;
  const keys = await loadKeys(tools.db, readerFor(model, actor.roles, tools.db.kind), { filter: everyRow, sort, limit: mostChoices + 1 });
  if (keys.length > mostChoices || !keys.length) return [];
  return (await listTitles(tools, actor, object, keys, lang)).map(({ id, title }) => (title === id ? id : `${title} [${id}]`));
}

function rangeOf(at: number, count: number): string {
  const name = columnName(at);
  return `'${listsTab}'!$${name}$2:$${name}$${count + 1}`;
}

function formatOf(field: FieldModel): string[] {
  const kind = kinds[field.kind];
  if (kind.instant) return ['yyyy-mm-dd hh:mm:ss'];
  if (kind.input === 'date') return ['yyyy-mm-dd'];
  if (kind.input === 'time') return ['hh:mm:ss'];
  return isPercent(field) ? ['0.00%'] : [];
}

function exampleCell(model: ObjectModel, field: FieldModel, lang: Lang, words: SheetWords): SheetCell {
  const value = exampleValue(model, field, lang, words);
  if (typeof value === 'number') return isPercent(field) ? { rate: value } : value;
  return String(value);
}
