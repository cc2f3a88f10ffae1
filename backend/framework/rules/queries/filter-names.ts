/** What a filter names, as it is written. Apart from reading it, for who may read a field is asked of both. Pure. */
import type { JsonValue } from '#codegen/model.ts';
import { isObject } from '#rules/records/record.ts';

/** The fields and paths in a filter's groups, without operators and the search `q`. */
export function namesIn(filter: JsonValue): string[] {
  if (Array.isArray(filter)) return filter.flatMap(namesIn);
  if (!isObject(filter)) return [];
  return Object.entries(filter).flatMap(([key, value]) => (key === 'q' ? [] : isGroup(key) ? namesIn(value) : [namedBy(key).path]));
}

/** The filter with other names for its fields; a condition whose field has none is left out. */
export function renamedFilter(filter: JsonValue, nameOf: (path: string) => string | undefined): JsonValue {
  if (Array.isArray(filter)) return filter.map((one) => renamedFilter(one, nameOf));
  if (!isObject(filter)) return filter;
  return Object.fromEntries(
    Object.entries(filter).flatMap(([key, value]) => {
      if (isGroup(key)) return [[key, renamedFilter(value, nameOf)]];
      const { path } = namedBy(key);
      const next = key === 'q' ? key : nameOf(path);
      return next === undefined ? [] : [[next + key.slice(path.length), value]];
    }),
  );
}

/** The path and the operator of a condition's key: 'year@gte'. A field may be called '@type'. */
export function namedBy(key: string): { path: string; op?: string } {
  const at = key.indexOf('@', 1);
  return at < 0 ? { path: key } : { path: key.slice(0, at), op: key.slice(at + 1) };
}

/** Does the key say how conditions belong together, rather than name a field? */
export function isGroup(key: string): key is '$and' | '$or' | '$not' {
  return key === '$and' || key === '$or' || key === '$not';
}
