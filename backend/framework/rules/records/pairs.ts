/** Objects whose keys are chosen by whoever fills them in: what belongs behind a key. Pure. */
import type { FieldModel, Pairs } from '#codegen/model.ts';

/** What belongs behind the key; undefined where the key is not allowed. */
export function fieldOf(pairs: Pairs, key: string): FieldModel | undefined {
  return pairs.values.find(({ pattern }) => pattern === undefined || fits(pattern, key))?.field;
}

/** Does the pattern of a key take it? */
export function fits(pattern: string, key: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(key);
  } catch {
    return false;
  }
}
