/** The shipped objects as the pipeline describes them. */
import { fileURLToPath } from 'node:url';
import { describe as describeObject } from '#codegen/describe/describe.ts';
import { load } from '#codegen/load/read-files.ts';
import type { ObjectEntry } from '#codegen/model.ts';

const folder = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));

/** Every object under schemas/, by name. */
export async function shippedObjects(): Promise<Map<string, ObjectEntry>> {
  const loaded = await load({ schemasDir: folder('schemas'), localesDir: folder('locales') });
  return new Map(loaded.objects.map((object) => [object.name, describeObject(object, loaded.context)]));
}

/** The entry of an object, which must be there. */
export function entryOf(entries: Map<string, ObjectEntry>, name: string): ObjectEntry {
  const entry = entries.get(name);
  if (!entry) throw new Error(`schemas/${name}.json is missing or bad; the benchmark needs it`);
  return entry;
}
