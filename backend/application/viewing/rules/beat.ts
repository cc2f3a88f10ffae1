/** Checks a heartbeat from the network: impossible values are refused (issue: viewing, point 4). Pure. */

import { isObject } from '#rules/records/record.ts';
import type { Problem } from '#rules/words/problem.ts';
import type { WatchBeat, WorkKey } from '../visit-wire.ts';
import { isSecond, isSpan, longestVideo, mostSpansOfBeat, type Span } from './spans.ts';

const keys = new Set(['work', 'video', 'spans', 'at', 'duration']);
/** Players round, and a stream's length varies a little, s. */
const slack = 2;

/** @param isKnown whether the page shows that video of that work; video '' stands for the work itself */
export function readBeat(body: unknown, isKnown: (work: string, video: string) => boolean): { beat: WatchBeat } | { problems: Problem[] } {
  if (!isObject(body)) return { problems: [{ path: '', code: 'field.type' }] };
  const unknown = Object.keys(body).filter((key) => !keys.has(key));
  if (unknown.length) return { problems: unknown.map((path) => ({ path, code: 'field.unknown', values: { field: path } })) };
  const { work = '', video = '', spans = [], at = 0, duration = 0 } = body;
  const problems: Problem[] = [];
  const note = (path: string, code: Problem['code'], values?: Problem['values']): unknown => problems.push({ path, code, ...(values && { values }) });
  if (typeof work !== 'string') note('work', 'field.type');
  if (typeof video !== 'string') note('video', 'field.type');
  if (!isSecond(at)) note('at', 'field.range', { minimum: 0, maximum: longestVideo });
  if (!isSecond(duration)) note('duration', 'field.range', { minimum: 0, maximum: longestVideo });
  if (!Array.isArray(spans)) note('spans', 'field.type');
  else if (spans.length > mostSpansOfBeat) note('spans', 'field.toomany', { limit: mostSpansOfBeat });
  else for (const [index, span] of spans.entries()) if (!isSpan(span)) note(`spans/${index}`, 'field.invalid');
  if (problems.length) return { problems };
  const known = { work: String(work), video: String(video), at: Number(at), duration: Number(duration), spans: spans as unknown as Span[] }; // checked above
  for (const [index, [, to]] of known.spans.entries())
    if (to > known.duration + slack) note(`spans/${index}`, 'field.range', { minimum: 0, maximum: known.duration });
  if (known.at > known.duration + slack) note('at', 'field.range', { minimum: 0, maximum: known.duration });
  if (known.video === '' && known.spans.length) note('video', 'field.required');
  if (known.work === '' ? known.video !== '' : !isKnown(known.work, known.video)) note(known.video ? 'video' : 'work', 'field.reference');
  return problems.length ? { problems } : { beat: { ...known, work: known.work as WorkKey } }; // the page shows it
}
