/** 'did you mean': the nearest word of a list. Pure. */

/** The candidate that differs least, if it is near enough to be meant. `most` letters may differ. */
export function nearest(word: string, candidates: Iterable<string>, most = Math.max(2, Math.floor(word.length / 3))): string | undefined {
  let best: string | undefined;
  let least = most + 1;
  for (const candidate of candidates) {
    const apart = distance(word.toLowerCase(), candidate.toLowerCase());
    if (apart < least) [best, least] = [candidate, apart];
  }
  return best;
}

/** `it should be "x"`, or the words that are known. */
export function suggestion(word: string, candidates: Iterable<string>): string {
  const all = [...candidates];
  const best = nearest(word, all);
  if (best !== undefined) return `it should be "${best}"`;
  return all.length === 0 ? 'there is none yet' : `it should be one of ${all.slice(0, 20).join(', ')}${all.length > 20 ? ', …' : ''}`;
}

/** Levenshtein's distance with neighbouring letters swapped counted as one. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1] ? 0 : 1;
      let least = Math.min((last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + same);
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) least = Math.min(least, (before[column - 2] ?? 0) + 1);
      next.push(least);
    }
    before = last;
    last = next;
  }
  return last[b.length] ?? 0;
}
