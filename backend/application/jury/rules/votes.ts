/** V23: a juror chooses at most maxSel. A jury has one chair at most. K17: rows that a jury has judged cannot be deleted. Pure. */
import type { Campaign, Enrolment, Jury, Selection } from '#generated/objects.ts';
import { among, type RemoveRule, type SaveRule, where } from '#rules/records/facts.ts';
import type { Problem } from '#rules/words/problem.ts';
import { isOnList } from './selection.ts';

export interface SelectionFacts {
  jury: Pick<Jury, 'cid'>;
  enrolment: Pick<Enrolment, 'cid' | 'status'>;
  campaign: Pick<Campaign, 'maxSel'>;
  /** the juror's other selections that count */
  others: Counted[];
}

/** The fields of a selection that are counted. */
type Counted = Pick<Selection, 'choice' | 'conflict'>;

/** True for a choice that counts against maxSel. */
export function isPrimary(selection: Counted): boolean {
  return selection.choice === 'primary' && selection.conflict !== true;
}

/** The juror's row is locked first, so that parallel choices are counted one after the other. */
export const selectionRule: SaveRule<'selection'> = async (load, next, previous) => {
  const jury = await load.row('jury', next.jury, true);
  const enrolment = await load.row('enrolment', next.enrolment);
  const campaign = jury && (await load.row('campaign', jury.cid));
  if (!jury || !enrolment || !campaign) return []; // reported as missing references
  const others = (await load.rows('selection', where({ jury: jury.id }))).filter((row) => row.id !== previous?.id && isPrimary(row));
  const problems = selectionProblems(next, previous, { jury, enrolment, campaign, others });
  if (!others.length || !isOnList(enrolment, jury, campaign) || !problems.some(({ code }) => code === 'rule.maxsel')) return problems;
  const chosen = await load.rows(
    'enrolment',
    among(
      'id',
      others.map((row) => row.enrolment),
    ),
  );
  return selectionProblems(next, previous, { jury, enrolment, campaign, others: onList(others, jury, campaign, byId(chosen)) });
};

/**
 * Of a juror's choices those that their page shows and counts. What was taken off their list (another reader, another program, no longer verified) they
 * cannot give back any more, so it takes no place.
 */
export function onList<T extends Pick<Selection, 'enrolment'>>(
  choices: readonly T[],
  juror: Pick<Jury, 'id' | 'cid' | 'programs'>,
  campaign: Pick<Campaign, 'readBy'>,
  enrolments: ReadonlyMap<string, Parameters<typeof isOnList>[0]>,
): T[] {
  return choices.filter(({ enrolment }) => {
    const row = enrolments.get(enrolment);
    return row !== undefined && isOnList(row, juror, campaign);
  });
}

function byId<T extends { id: string }>(rows: readonly T[]): Map<string, T> {
  return new Map(rows.map((row) => [row.id, row]));
}

export function selectionProblems(next: Counted, previous: Counted | undefined, { jury, enrolment, campaign, others }: SelectionFacts): Problem[] {
  const problems: Problem[] = [];
  if (enrolment.cid !== jury.cid) problems.push({ path: 'enrolment', code: 'rule.campaign' });
  else if (!previous && enrolment.status !== 'verified' && enrolment.status !== 'selected') problems.push({ path: 'enrolment', code: 'rule.unverified' });
  const limit = campaign.maxSel ?? 0;
  const counts = isPrimary(next) && !(previous && isPrimary(previous));
  if (counts && others.filter(isPrimary).length >= limit) problems.push({ path: 'choice', code: 'rule.maxsel', values: { limit } });
  return problems;
}

/** One juror at most is the chair of their campaign's jury. The campaign's row is locked first, so that two named at once are looked at one after the other. */
const chairRule: SaveRule<'jury'> = async (load, next, previous) => {
  if (!next.chair || (previous?.chair && previous.cid === next.cid)) return [];
  await load.row('campaign', next.cid, true);
  const other = (await load.rows('jury', where({ cid: next.cid, chair: true }))).find(({ id }) => id !== next.id);
  return other ? [{ path: 'chair', code: 'rule.chair', values: { name: other.name } }] : [];
};

/** A juror's choices are of their campaign's enrolments and would count in no ranking once the juror is another campaign's. */
export const jurorRule: SaveRule<'jury'> = async (load, next, previous) => {
  const chaired = await chairRule(load, next, previous);
  if (!previous || next.cid === previous.cid) return chaired;
  const count = (await load.rows('selection', where({ jury: previous.id }))).length;
  return count ? [...chaired, { path: 'cid', code: 'rule.voted', values: { count } }] : chaired;
};

/** A criterion by which jurors have rated stays, as a code in use does; its names, words and weight may change. */
export const campaignCriteriaRule: SaveRule<'campaign'> = async (load, next, previous) => {
  const present = new Set((next.criteria ?? []).map(({ key }) => key));
  const gone = (previous?.criteria ?? []).filter(({ key }) => !present.has(key));
  if (!gone.length) return [];
  const jurors = (await load.rows('jury', where({ cid: next.id }))).map(({ id }) => id);
  const selections = jurors.length ? await load.rows('selection', among('jury', jurors)) : [];
  return gone.flatMap(({ key, cna }): Problem[] => {
    const count = selections.filter(({ scores }) => scores.some(({ criterion }) => criterion === key)).length;
    return count ? [{ path: 'criteria', code: 'rule.criterionused', values: { count, name: cna ?? '' } }] : [];
  });
};

/** K17 of a juror, and of an enrolment. */
export const juryRemoval: RemoveRule<'jury'> = async (load, row) => judged(await load.rows('selection', where({ jury: row.id })));
export const enrolmentRemoval: RemoveRule<'enrolment'> = async (load, row) => judged(await load.rows('selection', where({ enrolment: row.id })));

function judged(selections: readonly Selection[]): Problem[] {
  return selections.length ? [{ path: '', code: 'msg.judged' }] : [];
}
