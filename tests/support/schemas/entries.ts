/** Entries from schemas written in a test, and what they are validated by: the pipeline's own code, without files. */

import { describe as describeObject } from '#codegen/describe/describe.ts';
import { makeAjv } from '#codegen/emit/ajv.ts';
import { loadFrom } from '#codegen/load/load.ts';
import type { ObjectEntry } from '#codegen/model.ts';
import type { Validate } from '#framework/data/evolve/examine.ts';
import { type RawError, toProblems } from '#rules/records/validation.ts';

/** Object name → its schema, as in a folder. Whatever `type`, `title` and the like leave out is filled in. */
export function entriesOf(schemas: Record<string, { properties: object } & object>): ObjectEntry[] {
  const files = Object.entries(schemas).map(([name, schema]) => [`schemas/${name}.json`, JSON.stringify({ type: 'object', title: name, ...schema })] as const);
  const { objects, errors, context } = loadFrom(new Map(files));
  if (errors.length) throw new Error(errors.map((error) => error.message).join('\n'));
  return objects.map((object) => describeObject(object, context));
}

export function entryOf(name: string, schema: { properties: object } & object): ObjectEntry {
  const [entry] = entriesOf({ [name]: schema });
  return entry as ObjectEntry; // one schema, one entry
}

/** The validator in the catalogue's words. */
export function validateOf(entry: ObjectEntry): Validate {
  const check = makeAjv({ allErrors: true }).compile(entry.validation);
  return (row) => {
    check(row);
    return toProblems((check.errors ?? []) as RawError[], row, entry.model); // Ajv's errors have these members
  };
}
