/** What templates and marked sheets say: locales/{lang}/import-sheet.json. */
import type { FieldModel, Lang } from '#codegen/model.ts';
import { readWords } from '#framework/words.ts';
import { languages } from '#rules/words/language.ts';

export interface SheetWords {
  /** the tab that says what each field takes */
  fields: string;
  heads: string[];
  yes: string;
  no: string;
  rate: string;
  /** on the head of a field that a new row must have */
  required: string;
  /** of a text in the example row: '{label}' is the field's */
  example: string;
  /** on the example row */
  exampleNote: string;
  /** the head of the column that says what is wrong with a line */
  faults: string;
  /** heads of a list of options */
  options: Record<'code' | 'editions' | 'retired' | 'color', string>;
  kinds: Partial<Record<FieldModel['kind'], string>>;
}

export function sheetWords(lang: Lang, localesDir?: string): SheetWords {
  return readWords<SheetWords>(lang, 'import-sheet', localesDir);
}

/** The heads of the column of faults in all languages: what is under them is ours, and nothing to take. */
export function faultHeads(localesDir?: string): string[] {
  return languages.map((lang) => sheetWords(lang, localesDir).faults);
}
