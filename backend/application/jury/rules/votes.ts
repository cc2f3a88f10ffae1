/** V23: a juror chooses at most maxSel; K17: what a jury has judged stays. Pure. */
import type { Row } from '#codegen/model.ts';
import { idIn, type RemoveRule, type SaveRule, where } from '#rules/facts.ts';
import type { Problem } from '#rules/problem.ts';

export interface SelectionFacts {
  jury: Row;
  enrolment: Row;
  campaign: Row;
  /** the juror's other selections */
  others: Row[];
}

/** A choice that counts against maxSel. */
export function isPrimary(selection: Row): boolean {
  return selection.choice === 'primary' && selection.conflict !== true;
}

/** The juror's row is locked first, so that parallel choices are counted one after the other. */
export const selectionRule: SaveRule<'selection'> = async (load, next, previous) => {
  const jury = await load.row('jury', idIn(next, 'jury'), true);
  const enrolment = await load.row('enrolment', idIn(next, 'enrolment'));
  const campaign = jury && (await load.row('campaign', idIn(jury, 'cid')));
  if (!jury || !enrolment || !campaign) return []; // told as missing references
  const all = await load.rows('selection', where({ jury: idIn(jury, 'id') }));
  return selectionProblems(next, previous, { jury, enrolment, campaign, others: previous ? all.filter((row) => row.id !== previous.id) : all });
};

export function selectionProblems(next: Row, previous: Row | undefined, { jury, enrolment, campaign, others }: SelectionFacts): Problem[] {
  const problems: Problem[] = [];
  if (enrolment.cid !== jury.cid) problems.push({ path: 'enrolment', code: 'rule.campaign' });
  else if (!previous && enrolment.status !== 'verified' && enrolment.status !== 'selected') problems.push({ path: 'enrolment', code: 'rule.unverified' });
  const limit = Number(campaign.maxSel ?? 0);
  const counts = isPrimary(next) && !(previous && isPrimary(previous));
  if (counts && others.filter(isPrimary).length >= limit) problems.push({ path: 'choice', code: 'rule.maxsel', values: { limit } });
  return problems;
}

/** K17 of a juror, and of an enrolment. */
export const juryRemoval: RemoveRule<'jury'> = async (load, row) => judged(await load.rows('selection', where({ jury: idIn(row, 'id') })));
export const enrolmentRemoval: RemoveRule<'enrolment'> = async (load, row) => judged(await load.rows('selection', where({ enrolment: idIn(row, 'id') })));

function judged(selections: Row[]): Problem[] {
  return selections.length ? [{ path: '', code: 'msg.judged' }] : [];
}
