/** Numbering series such as `SO-{YYYY}-{####}` (x-naming). Pure. */

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
