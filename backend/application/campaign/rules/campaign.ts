/** V01-V03: windows open before they end, and mail texts use only known placeholders. Pure. */

import { overlappingDays } from '#application/forum/rules/forum-facts.ts';
import { criteriaProblems } from '#application/jury/rules/criteria.ts';
import { campaignTemplateProblems } from '#application/mailing/rules/mail-template.ts';
import type { JsonValue, Row } from '#codegen/model.ts';
import { isObject } from '#rules/records/record.ts';
import type { Problem, ProblemCode } from '#rules/words/problem.ts';
import { questionProblems } from './questions.ts';

export function campaignProblems(row: Row, previous?: Row): Problem[] {
  return [
    ...inOrder(row, 'cStart', 'cEnd', 'rule.cwindow'),
    ...inOrder(row, 'sStart', 'sEnd', 'rule.swindow'),
    ...entries(row.days).flatMap(([day, index]) => [
      ...inOrder(day, 'start', 'end', 'rule.order', `days/${index}/`),
      ...inOrder(day, 'breakStart', 'breakEnd', 'rule.order', `days/${index}/`),
    ]),
    ...sharedDays(row, previous),
    ...criteriaProblems(row),
    ...questionProblems(row),
    ...campaignTemplateProblems(row, previous),
  ];
}

/** Forum days that overlap would give two slots at once. Reported for days in the saved change, not for older days of the campaign. */
function sharedDays(row: Row, previous: Row | undefined): Problem[] {
  if (previous && JSON.stringify(previous.days ?? []) === JSON.stringify(row.days ?? [])) return [];
  return overlappingDays(row).map((index) => ({ path: `days/${index}/start`, code: 'rule.dayoverlap' }));
}

/** V03: `start` before `end`, reported at `end`; an open end passes. `equal` allows a period that starts and ends on the same day. */
export function inOrder(row: Row, start: string, end: string, code: ProblemCode, at = '', equal = false): Problem[] {
  const [from, until] = [row[start], row[end]];
  if (typeof from !== 'string' || typeof until !== 'string' || from === '' || until === '') return [];
  return from < until || (equal && from === until) ? [] : [{ path: `${at}${end}`, code }];
}

/** V03 of a list of contracts: days, so that one may start and end on the same. */
export function contractProblems(row: Row): Problem[] {
  return entries(row.contract).flatMap(([contract, index]) => inOrder(contract, 'start', 'end', 'rule.order', `contract/${index}/`, true));
}

function entries(value: JsonValue | undefined): [Row, number][] {
  if (!Array.isArray(value)) return [];
  return value.map((entry, index): [Row, number] => [isObject(entry) ? entry : {}, index]);
}
