/** Which parts of a video were watched: spans [from, to] of seconds, merged, added up, and drawn as a curve of attention. Pure. */

/** Seconds of the video, from < to. */
export type Span = readonly [from: number, to: number];

/** Most spans in one heartbeat. */
export const mostSpansOfBeat = 40;
/** Most stored spans of one viewer and video; above that the closest ones are merged. */
export const mostSpansStored = 300;
/** Greatest length of a film, s. */
export const longestVideo = 24 * 3600;
/** Number of points of the curve. */
export const buckets = 100;

/** Spans closer together than this are merged, s, because players report the time four times a second. */
const seam = 0.5;

/**
 * Sorted, without overlaps, in tenths of a second; spans closer than `seam` are merged. The order of calls does not matter, and repeating a span
 * changes nothing.
 */
export function mergeSpans(...lists: readonly (readonly Span[])[]): Span[] {
  const sorted = lists
    .flat()
    .map(([from, to]): Span => [tenth(from), tenth(to)])
    .filter(([from, to]) => to > from)
    .sort((a, b) => a[0] - b[0]);
  const merged: [number, number][] = [];
  for (const [from, to] of sorted) {
    const last = merged.at(-1);
    if (last && from <= last[1] + seam) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return fewest(merged, mostSpansStored);
}

/** The part of each span inside the video. */
export function clipSpans(spans: readonly Span[], duration: number): Span[] {
  return spans.map(([from, to]): Span => [Math.max(0, from), Math.min(duration, to)]).filter(([from, to]) => to > from);
}

/** Seconds in merged spans; a part that was watched twice counts once. */
export function secondsOf(spans: readonly Span[]): number {
  return tenth(spans.reduce((sum, [from, to]) => sum + to - from, 0));
}

/** How much of each hundredth of the length these merged spans cover, 0 to 1; all zero for a video without a length. */
export function coverage(spans: readonly Span[], duration: number): number[] {
  const covered = Array.from({ length: buckets }, () => 0);
  if (!(duration > 0)) return covered;
  const width = duration / buckets;
  for (const [from, to] of clipSpans(spans, duration)) {
    const last = Math.min(buckets - 1, Math.floor(to / width));
    for (let bucket = Math.floor(from / width); bucket <= last; bucket += 1) {
      const part = Math.min(to, (bucket + 1) * width) - Math.max(from, bucket * width);
      covered[bucket] = Math.min(1, (covered[bucket] ?? 0) + Math.max(0, part) / width);
    }
  }
  return covered;
}

/** The share of these viewings that saw each hundredth of the video, 0 to 1. The spans of each viewing are merged ones. */
export function attentionCurve(viewings: readonly { spans: readonly Span[]; duration: number }[]): number[] {
  const sum = Array.from({ length: buckets }, () => 0);
  const counted = viewings.filter(({ duration }) => duration > 0);
  for (const { spans, duration } of counted) for (const [bucket, share] of coverage(spans, duration).entries()) sum[bucket] = (sum[bucket] ?? 0) + share;
  return sum.map((shares) => (counted.length ? shares / counted.length : 0));
}

/** Where to continue, s; undefined near the start, and near the end, where the film counts as seen. */
export function resumeAt(place: number, duration: number): number | undefined {
  if (!Number.isFinite(place) || place < 10) return undefined;
  const end = duration > 0 ? duration - Math.min(30, Math.max(5, duration * 0.04)) : Number.POSITIVE_INFINITY;
  return place >= end ? undefined : place;
}

/** Reads stored JSON: anything but spans counts as none. */
export function readSpans(text: string): Span[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter(isSpan) : [];
  } catch {
    return [];
  }
}

/** Two finite positions in a video, the second not before the first. */
export function isSpan(value: unknown): value is Span {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [from, to] = value as [unknown, unknown]; // two, as just checked
  return isSecond(from) && isSecond(to) && from <= to;
}

/** A finite number of seconds that a film can have. */
export function isSecond(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 && value <= longestVideo;
}

/** Merges the closest neighbours until at most `most` are left. */
function fewest(spans: readonly (readonly [number, number])[], most: number): Span[] {
  const joined = [...spans];
  while (joined.length > most) {
    let nearest = 1;
    for (let index = 1; index < joined.length; index += 1) if (gapBefore(joined, index) < gapBefore(joined, nearest)) nearest = index;
    const [before, after] = [joined[nearest - 1], joined[nearest]];
    if (!before || !after) break;
    joined.splice(nearest - 1, 2, [before[0], after[1]]);
  }
  return joined;
}

function gapBefore(spans: readonly (readonly [number, number])[], index: number): number {
  const [before, after] = [spans[index - 1], spans[index]];
  return before && after ? after[0] - before[1] : Number.POSITIVE_INFINITY;
}

function tenth(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}
