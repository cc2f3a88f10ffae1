/**
 * The criteria by which a campaign's jury rates, each 1-5 with words for each step, and what a juror's ratings come to. They stand beside the overall
 * weight and the choice, which every campaign has. Pure.
 */

import { inSides } from '#application/campaign/rules/two-sides.ts';
import type { Lang } from '#codegen/model.ts';
import type { Campaign, Selection } from '#generated/objects.ts';
import { isObject } from '#rules/records/record.ts';
import { language } from '#rules/words/language.ts';
import type { Problem } from '#rules/words/problem.ts';

/** The steps of a criterion, and of the overall weight. */
export const steps = [1, 2, 3, 4, 5] as const;

export interface Criterion {
  /** ratings are stored under it */
  key: string;
  name: Record<Lang, string>;
  /** what it means, '' for nothing */
  hint: Record<Lang, string>;
  /** its part of the whole, against the other criteria */
  weight: number;
  /** the word of each step, from 1 on; fewer where staff named fewer */
  steps: Record<Lang, string>[];
}

/** A juror's ratings: criterion → 1-5. A criterion without a rating is missing. */
export type Scores = Record<string, number>;

export function criteriaOf(campaign: Partial<Pick<Campaign, 'criteria'>>): Criterion[] {
  const both = (tw = '', en = '') => inSides(tw || en, en || tw);
  return (campaign.criteria ?? []).map((one) => ({
    key: one.key ?? '',
    name: both(one.cna, one.ename),
    hint: both(one.hint, one.ehint),
    weight: one.weight ?? 1,
    steps: (one.steps ?? []).map((step) => both(step.cna, step.ename)),
  }));
}

/** The stored ratings by the criteria that the campaign has now, in their order. Those of a criterion that is gone do not count. */
export function scoresOf(stored: Partial<Pick<Selection, 'scores'>>, criteria: readonly Pick<Criterion, 'key'>[]): Scores {
  const given = new Map((stored.scores ?? []).map(({ criterion, score }) => [criterion, score ?? 0]));
  return Object.fromEntries(criteria.flatMap(({ key }) => (isStep(given.get(key)) ? [[key, Number(given.get(key))]] : [])));
}

/** As a selection stores them: what a juror said of the present criteria, and untouched what is stored of former ones. */
export function storedScores(before: Partial<Pick<Selection, 'scores'>>, scores: Scores, criteria: readonly Pick<Criterion, 'key'>[]): Selection['scores'] {
  const isPresent = new Set(criteria.map(({ key }) => key));
  const former = (before.scores ?? []).filter(({ criterion = '' }) => !isPresent.has(criterion));
  return [...criteria.flatMap(({ key }) => (scores[key] ? [{ criterion: key, score: scores[key] }] : [])), ...former].slice(0, mostCriteria);
}

/** as the schema has it */
const mostCriteria = 6;

/**
 * What ratings come to: the weighted mean of the criteria. Null until each of them is rated, because ratings by different criteria cannot be compared.
 * Numerator and denominator are whole numbers and divided once, so equal ratings give equal results.
 */
export function resultOf(scores: Scores, criteria: readonly Pick<Criterion, 'key' | 'weight'>[]): number | null {
  if (!criteria.length || criteria.some(({ key }) => !isStep(scores[key]))) return null;
  const sum = criteria.reduce((total, { key, weight }) => total + weight * (scores[key] ?? 0), 0);
  return sum / weightOf(criteria);
}

/**
 * Ratings that are begun and come to no result, as all do to which a criterion was added later, and in words which criteria they lack: 'Story (3)'.
 */
export function incompleteSets(
  votes: readonly { conflict: boolean; result?: number | null; scores: Scores }[],
  criteria: readonly Pick<Criterion, 'key' | 'name'>[],
  lang: Lang,
): { count: number; lacking: string } {
  const sets = votes.filter(({ conflict, result, scores }) => !conflict && typeof result !== 'number' && Object.keys(scores).length > 0);
  const { open, close, list } = language[lang];
  const lacking = criteria.flatMap(({ key, name }) => {
    const count = sets.filter(({ scores }) => !scores[key]).length;
    return count ? [`${name[lang] || key}${open}${count}${close}`] : [];
  });
  return { count: sets.length, lacking: lacking.join(list) };
}

/** The weights of all criteria together. */
export function weightOf(criteria: readonly Pick<Criterion, 'weight'>[]): number {
  return criteria.reduce((total, { weight }) => total + weight, 0);
}

/** What is wrong with ratings that were sent; unknown criteria are refused, not dropped (safety section 3). */
export function scoreProblems(sent: unknown, criteria: readonly Pick<Criterion, 'key'>[]): Problem[] {
  if (!isObject(sent)) return [{ path: 'scores', code: 'field.type' }];
  return Object.entries(sent).flatMap(([key, score]): Problem[] => {
    if (!criteria.some((one) => one.key === key)) return [{ path: `scores/${key}`, code: 'field.unknown', values: { field: key } }];
    if (typeof score !== 'number' || !Number.isInteger(score)) return [{ path: `scores/${key}`, code: 'field.integer' }];
    return score === 0 || isStep(score) ? [] : [{ path: `scores/${key}`, code: 'field.range' }];
  });
}

/** Two criteria with one key would share their ratings. Asked of what was sent, which may be no list at all: that is the schema's to refuse. */
export function criteriaProblems({ criteria }: { criteria?: unknown }): Problem[] {
  const seen = new Set<unknown>();
  return (Array.isArray(criteria) ? criteria : []).flatMap((one: unknown, index): Problem[] => {
    const key = isObject(one) ? (one.key ?? '') : undefined;
    if (key === undefined || !seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [{ path: `criteria/${index}/key`, code: 'rule.criteriontwice' }];
  });
}

function isStep(score: number | undefined): boolean {
  return score !== undefined && Number.isInteger(score) && score >= 1 && score <= 5;
}
