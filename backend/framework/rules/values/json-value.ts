/** JSON values: copied and compared without the detour over text. Pure. */
import type { JsonValue } from '#codegen/model.ts';

/** A copy that may be changed; defaults are mostly '' and [], for which structuredClone is slow. */
export function copyOf(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, copyOf(part)]));
}

/** The same value in the same spelling; most fields of a save have one, and need no further comparison. */
export function isEqual(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((entry, index) => isEqual(entry, b[index]));
  if (!isObject(a) || !isObject(b)) return false;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && isEqual(a[name], b[name]));
}

function isObject(value: unknown): value is Record<string, JsonValue> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
