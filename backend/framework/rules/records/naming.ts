/** Numbering series such as `SO-{YYYY}-{####}` (x-naming). Pure. */

import type { ObjectModel, Row } from '#codegen/model.ts';
import { homeZone, stampOf, zoneHours } from '#framework/time.ts';

/** Does this save give the row its number? With the row, or when it first enters the state that x-naming's `on` names; a number once given stays. */
export function isNumberedNow({ naming, workflow }: ObjectModel, next: Row, previous: Row | undefined): boolean {
  if (!naming) return false;
  if (naming.on === undefined) return previous === undefined;
  return workflow !== undefined && next[workflow.field] === naming.on && !previous?.[naming.field];
}

/** 'YYYY-MM-DD hh:mm:ss' in the house's zone: the year of a number is that of the office's calendar. */
export function officeTime(now: Date | number): string {
  return stampOf(Number(now) + zoneHours(homeZone.value) * 3_600_000);
}

/** The series that a date falls into: the pattern with its date filled in, `{####}` still open. `now` is 'YYYY-MM-DD hh:mm:ss'. */
export function seriesOf(pattern: string, now: string): string {
  return pattern
    .replaceAll('{YYYY}', now.slice(0, 4))
    .replaceAll('{YY}', now.slice(2, 4))
    .replaceAll('{MM}', now.slice(5, 7))
    .replaceAll('{DD}', now.slice(8, 10));
}

/** The number in its place; a number that has outgrown the signs is written whole. */
export function numbered(series: string, number: number): string {
  const filled = series.replace(/\{(#+)\}/, (_whole, signs: string) => String(number).padStart(signs.length, '0'));
  return filled === series ? `${series}${number}` : filled;
}
