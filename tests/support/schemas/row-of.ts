/** Whole rows for rules: what a test says of one, over what the object's schema has by default. */

import { readFiles } from '#codegen/load/read-files.ts';
import { derive } from '#codegen/pipeline.ts';
import type { ObjectName, Objects } from '#generated/objects.ts';
import { defaultsOf } from '#rules/records/record.ts';

const { entries } = derive(await readFiles({ schemasDir: 'schemas', localesDir: 'locales' }));
const defaults = new Map(entries.map(({ model }) => [model.name, { ...defaultsOf(model), ver: 1 }]));

export function rowOf<O extends ObjectName>(object: O, given: Partial<Objects[O]>): Objects[O] {
  return { ...defaults.get(object), ...given } as Objects[O]; // made of the same schema
}
