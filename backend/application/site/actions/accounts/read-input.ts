import { isObject } from '#rules/records/record.ts';
import { type Problem, Refusal } from '#rules/words/problem.ts';

/** Longer texts cannot be an e-mail address, password, code or campaign. */
const longest = 1_000;

/**
 * The texts in a call's body, '' for missing ones. An unknown key is refused, not dropped (safety section 3).
 * @throws Refusal msg.badrequest, msg.invalid with field.unknown, field.type, field.long
 */
export function readInput<K extends string>(body: unknown, names: readonly K[]): Record<K, string> {
  if (!isObject(body)) throw new Refusal('msg.badrequest');
  const known = new Set<string>(names);
  const fields: Problem[] = Object.entries(body).flatMap(([path, value]): Problem[] => {
    if (!known.has(path)) return [{ path, code: 'field.unknown' }];
    if (value !== undefined && value !== null && typeof value !== 'string') return [{ path, code: 'field.type' }];
    return typeof value === 'string' && value.length > longest ? [{ path, code: 'field.long', values: { limit: longest } }] : [];
  });
  if (fields.length) throw new Refusal('msg.invalid', { fields });
  return Object.fromEntries(names.map((name) => [name, typeof body[name] === 'string' ? body[name] : ''])) as Record<K, string>; // one text for each name
}
