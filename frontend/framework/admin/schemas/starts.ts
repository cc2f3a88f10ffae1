/** What a new object starts from, remembered in this tab until it is saved. */
import { inTab } from '#client/device-store.ts';
import { layOut, type SchemaTexts } from './document/schema-document.ts';

/** Remembers the texts that the workbench of `name` opens with. */
export function rememberStart(name: string, texts: SchemaTexts): void {
  inTab.write(`workbench-start:${name}`, texts);
}

export function startOf(name: string): SchemaTexts | undefined {
  const found = inTab.read(`workbench-start:${name}`) as SchemaTexts | undefined; // its shape is checked below
  return typeof found?.schema === 'string' && typeof found.labels === 'object' ? found : undefined;
}

/** An object with a name and nothing else. */
export function emptyObject(title: string): SchemaTexts {
  return {
    schema: layOut({
      title,
      type: 'object',
      required: ['name'],
      'x-entity': { group: 'master' },
      'x-titleTemplate': '{name}',
      'x-search': ['name'],
      properties: { name: { type: 'string', title: 'Name', maxLength: 120 } },
    }),
    labels: {},
  };
}
