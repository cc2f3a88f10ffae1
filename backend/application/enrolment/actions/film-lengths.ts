/**
 * How long the films of an enrolment are, beside what its campaign asks (decision 116): as the host of a link says, or, of an uploaded one, as ffmpeg found
 * (decision 143).
 */
import { askHost, reachOf } from '#application/site/actions/check-link.ts';
import type { Row } from '#codegen/model.ts';
import { madeOf } from '#framework/data/system/files/videos.ts';
import type { RecordTools } from '#framework/records/record-tools.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import { valueAtPath } from '#rules/records/field-changes.ts';
import { isObject } from '#rules/records/record.ts';
import { nameInLink } from '#rules/records/upload.ts';
import type { Problem } from '#rules/words/problem.ts';
import { clockOf, isLengthAsked, type Limits, minutesAsked } from '../rules/demands.ts';
import { limitsOf, termsOf } from '../rules/enrolment.ts';
import { termsRow } from './own.ts';

export interface FilmLength {
  path: string;
  limits: Limits;
  /** undefined where nobody knows */
  seconds: number | undefined;
}

type LengthTools = Pick<Tools, 'db' | 'now' | 'config'>;

/** Of each film whose length is asked; `stopping`: of those alone where another length stops the submission. */
export async function filmLengths(tools: LengthTools, row: Row, campaign: Row, { stopping = false } = {}): Promise<FilmLength[]> {
  const [terms, now] = [termsOf(campaign), stampOf(tools.now())];
  const found: FilmLength[] = [];
  for (const path of new Set(terms.demands?.map(({ field }) => field))) {
    const limits = limitsOf(path, row, terms, now);
    if (minutesAsked(limits) === '' || limits.need === 'hidden' || (stopping && !limits.stopsLength)) continue;
    for (const seconds of await secondsIn(tools, row, path)) found.push({ path, limits, seconds });
  }
  return found;
}

async function secondsIn({ db, config }: LengthTools, row: Row, path: string): Promise<(number | undefined)[]> {
  const value = valueAtPath(row, path);
  if (typeof value === 'string') return value ? [(await askHost(value, reachOf(config.oembedUrl)))?.seconds] : [];
  const files = (Array.isArray(value) ? value : []).filter(isObject).map(({ link }) => (nameInLink(link) ?? '').slice(0, 26));
  const made = await madeOf(db, files.filter(Boolean));
  return files.map((file) => made.get(file)?.duration);
}

/** Those that are known and of another length; a length that nobody knows stops nothing. */
export function lengthProblems(found: readonly FilmLength[]): Problem[] {
  return found.flatMap(({ path, limits, seconds }): Problem[] =>
    seconds === undefined || isLengthAsked(seconds, limits)
      ? []
      : [{ path, code: 'rule.minutes', values: { length: clockOf(seconds), limit: minutesAsked(limits) } }],
  );
}

/** Staff who submit for somebody are stopped by the same lengths. Asked before the row is locked: a film's host may take its time. */
export function askLengths({ config }: Pick<Tools, 'config'>): RecordTools['beforeUpdate'] {
  return async ({ db, registry, now }, { object, actor, before, patch }) => {
    // An applicant's own submission has asked (submit.ts).
    if (object !== 'enrolment' || actor.realm === 'applicant' || before.status !== 'draft' || patch.status !== 'submitted') return [];
    const next = { ...before, ...patch };
    const campaign = await termsRow({ registry }, db, String(next.cid));
    return lengthProblems(await filmLengths({ db, now, config }, next, campaign, { stopping: true }));
  };
}
