/** What a new object starts from, remembered in this tab until it is saved; a sheet with rows to bring in as long as the page. */
import { inTab } from '#client/device-store.ts';
import { layOut, type SchemaTexts } from './document/schema-document.ts';

export interface Start {
  texts: SchemaTexts;
  /** rows that its sheet or table has */
  rows: number;
  table?: string;
}

const keyOf = (name: string) => `workbench-start:${name}`;
const sheets = new Map<string, File>();

/** Remembers what the workbench of `name` opens with. */
export function rememberStart(name: string, start: Start, sheet: File | undefined): void {
  inTab.write(keyOf(name), start);
  inTab.write(`workbench:${name}`, undefined);
  sheets.delete(name);
  if (sheet) sheets.set(name, sheet);
}

export function startOf(name: string): Start | undefined {
  const found = inTab.read(keyOf(name)) as Start | undefined; // its shape is checked below
  return typeof found?.texts?.schema === 'string' && typeof found.texts.labels === 'object' ? found : undefined;
}

/** The sheet that it was guessed from, as long as the page that chose it is open. */
export function sheetOf(name: string): File | undefined {
  return sheets.get(name);
}

export function forgetStart(name: string): void {
  inTab.write(keyOf(name), undefined);
  sheets.delete(name);
}

/** An object with a name and nothing else, whose field is called `name` in the language of the reader. */
export function emptyObject(title: string, name: string): SchemaTexts {
  return {
    schema: layOut({
      title,
      type: 'object',
      required: ['name'],
      'x-entity': { group: 'master' },
      'x-titleTemplate': '{name}',
      'x-search': ['name'],
      properties: { name: { type: 'string', title: name, maxLength: 120 } },
    }),
    labels: {},
  };
}
