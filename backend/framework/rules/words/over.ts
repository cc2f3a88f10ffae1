import { isObject } from '#rules/records/record.ts';

/** Two trees of words as one, leaf by leaf: what `own` does not say, `behind` says. Pure. */
export function over(own: unknown, behind: unknown): unknown {
  if (!isObject(own) || !isObject(behind)) return own ?? behind;
  const keys = [...new Set([...Object.keys(own), ...Object.keys(behind)])];
  return Object.fromEntries(keys.map((key) => [key, over(own[key], behind[key])]));
}
