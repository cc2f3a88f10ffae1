/** Fields that the schema demands of whatever was submitted, and of which a campaign may ask less (decision 116). Pure. */

import { demandsOf } from '#application/enrolment/rules/demands.ts';
import { isGiven } from '#application/enrolment/rules/enrolment.ts';
import type { Row } from '#codegen/model.ts';
import { among, idIn, type Load, where } from '#rules/records/facts.ts';
import { isObject } from '#rules/records/record.ts';
import type { Problem } from '#rules/words/problem.ts';

const exemptible = ['logline', 'genre', 'len', 'stage', 'trailer', 'roughCut'] as const;
export type Exemptible = (typeof exemptible)[number];

/** True where the campaign's own rule decides of the field, not the schema: one of its demands asks less. */
export function isExempt(campaign: Row, field: Exemptible): boolean {
  return demandsOf(campaign).some((demand) => demand.field === field && (demand.need === 'optional' || demand.need === 'hidden'));
}

/**
 * A demand by which something was submitted without the field stays: without it the schema would stop every later step and change of those. To ask for
 * the field again another demand is added, from an instant on.
 */
export async function exemptedRule(load: Load, next: Row, previous: Row | undefined): Promise<Problem[]> {
  const gone = previous ? exemptible.filter((field) => isExempt(previous, field) && !isExempt(next, field)) : [];
  if (!gone.length) return [];
  const of = { kind: 'and' as const, of: [where({ cid: idIn(next, 'id') }), among('status', ['submitted', 'verified', 'selected'])] };
  // Looked at by names of fields that both objects have.
  const [enrolments, pitches] = [(await load.rows('enrolment', of)) as Row[], (await load.rows('pitch', of)) as Row[]];
  return gone.flatMap((field): Problem[] => {
    const lacking = enrolments.filter((row) => lacks(row, field));
    const ids = new Set(lacking.map(({ id }) => id));
    const count = lacking.length + pitches.filter((row) => lacks(row, field) && !ids.has(row.enrolment ?? '')).length;
    const at = Array.isArray(next.demands) ? next.demands.findIndex((entry) => isObject(entry) && entry.field === field) : -1;
    return count ? [{ path: at < 0 ? 'demands' : `demands/${at}/need`, code: 'rule.demandused', values: { count } }] : [];
  });
}

function lacks(row: Row, field: Exemptible): boolean {
  return !isGiven(row[field]) && (field !== 'roughCut' || [row.attProgram].flat().includes('I'));
}
