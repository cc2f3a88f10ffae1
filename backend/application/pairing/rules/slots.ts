/** V03, V04 for one list of slots: each starts before it ends, and no two overlap. Pure. */

import { inOrder } from '#application/campaign/rules/campaign.ts';
import type { Row } from '#codegen/model.ts';
import { isObject } from '#rules/records/record.ts';
import { type Interval, intervalOf, isWhole, overlap } from '#rules/values/intervals.ts';
import type { Problem } from '#rules/words/problem.ts';

export function slotProblems(row: Row, field: string): Problem[] {
  const value = row[field];
  if (!Array.isArray(value)) return [];
  const problems: Problem[] = [];
  const before: Interval[] = [];
  for (const [index, entry] of value.entries()) {
    if (!isObject(entry)) continue;
    problems.push(...inOrder(entry, 'start', 'end', 'rule.order', `${field}/${index}/`));
    const slot = intervalOf(entry);
    if (!isWhole(slot)) continue;
    if (before.some((other) => overlap(other, slot))) problems.push({ path: `${field}/${index}/start`, code: 'rule.overlap' });
    before.push(slot);
  }
  return problems;
}
