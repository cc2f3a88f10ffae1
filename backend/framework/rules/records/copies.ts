/** The values that a reference copies to the row that names it (x-relation's `copies`): shared by the form and the server. Pure. */
import type { JsonValue, Row } from '#codegen/model.ts';
import { isObject, valueAt } from './record.ts';

/** The value at a path of the referenced row; `commission.{branch}` goes on by the code of an own field, its brackets left away ('[T]' → T). */
export function copiedValue(source: Row, path: string, own: Row): JsonValue | undefined {
  const steps = path.replace(/\{(\w+)\}/g, (_whole, name: string) => codeOf(own[name]));
  return steps.split('.').includes('') ? undefined : valueAt(source, steps);
}

/** Names of own fields on the path: with a change of one, the value changes too. */
export function copiedBy(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
}

/** The fields of a row that a changed field copies anew: those copied by it, or by a path through it. `fields` are the row's own. */
export function copiesThrough(copies: Record<string, string>, changed: string): Record<string, string> {
  return Object.fromEntries(Object.entries(copies).filter(([, path]) => copiedBy(path).includes(changed)));
}

/** What was copied as values of the row, empty where the source has nothing. */
export function copiedValues(source: Row, copies: Record<string, string>, own: Row): Row {
  return Object.fromEntries(Object.entries(copies).map(([name, path]) => [name, copiedValue(source, path, own) ?? '']));
}

function codeOf(value: JsonValue | undefined): string {
  return typeof value === 'string' && value !== '-' && !isObject(value) ? value.replace(/[^\w-]/g, '') : '';
}
