/** The order of a juror's list: by number, random but the same each time for this juror, or what fewest have read first. Pure. */
import type { Campaign } from '#generated/objects.ts';

export type ListOrder = Campaign['listOrder'];

interface Ordered {
  id: string;
  enrollid: string;
}

/** `reads`: by how many jurors each was opened. */
export function inListOrder<T extends Ordered>(rows: readonly T[], order: ListOrder, juror: string, reads: ReadonlyMap<string, number>): T[] {
  const byNumber = (a: T, b: T): number => compare(a.enrollid, b.enrollid) || compare(a.id, b.id);
  if (order === 'random' || order === 'least') {
    // A draw for each pair of juror and enrolment, so that what is added later moves nothing else.
    const draw = new Map(rows.map(({ id }) => [id, mixed(`${juror} ${id}`)]));
    const seldom = (a: T, b: T): number => (order === 'least' ? (reads.get(a.id) ?? 0) - (reads.get(b.id) ?? 0) : 0);
    return [...rows].sort((a, b) => seldom(a, b) || (draw.get(a.id) ?? 0) - (draw.get(b.id) ?? 0) || byNumber(a, b));
  }
  return [...rows].sort(byNumber);
}

/** A whole number made of a text: FNV-1a, and mixed once more, because texts that differ in their last sign alone would stay neighbours. */
export function mixed(text: string): number {
  let hash = 2166136261;
  for (const sign of text) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 16777619);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
