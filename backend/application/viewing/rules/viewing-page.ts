/** The works of a viewing page: each entry is one pitch or one film, and no work is there twice. Pure. */
import type { Row } from '#codegen/model.ts';
import { isObject } from '#rules/records/record.ts';
import type { Problem } from '#rules/words/problem.ts';
import { workOf } from './entries.ts';

export function workProblems(page: Row): Problem[] {
  const seen = new Set<string>();
  const entries = Array.isArray(page.works) ? page.works : [];
  return entries.flatMap((entry, index): Problem[] => {
    const work = isObject(entry) ? workOf(entry) : undefined;
    if (!work) return [{ path: `works/${index}`, code: 'rule.onework' }];
    const key = `${work.object}:${work.id}`;
    if (seen.has(key)) return [{ path: `works/${index}/${work.object}`, code: 'rule.twice' }];
    seen.add(key);
    return [];
  });
}
