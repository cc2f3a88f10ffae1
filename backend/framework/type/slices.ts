/**
 * How running text finds its glyphs (decision 098): the page's own characters are one exact file; what is typed or fetched later comes in slices, which a
 * browser asks for by unicode-range. The 2,500 most common characters lie in slices of a hundred, all others in blocks of the table. Pure.
 */
import { commonCharacters } from './common-characters.ts';

export interface Slice {
  /** 'c3', the fourth hundred of the common characters; 'u4e00', the block of the table from there on; 'marks' */
  name: string;
  /** for CSS: 'U+4E00-4EFF' */
  range: string;
  text: string;
}

/** Characters of one block of the table that are not common: some 60 kB a file. */
const blockSize = 0x200;
/** Punctuation and symbols, the ideographs with their first extension, full-width forms. */
const areas: readonly [from: number, to: number][] = [
  [0x2e80, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xf900, 0xfaff],
  [0xff00, 0xffef],
];

const isCommon = new Set(commonCharacters.join(''));

/** Signs that screens draw instead of words, from no area above: not every system has a face with them. */
const marks = '←↑→↓⇄−≈≡≤≥▲▶▼✓';

/** In the order of the style sheet: where two ranges meet, the later one counts, so the blocks of rare characters come first. */
export const slices: readonly Slice[] = [
  ...areas.flatMap(blocksOf),
  ...commonCharacters.map(commonSlice),
  { name: 'marks', range: rangeOf(marks), text: marks },
];

const byName = new Map(slices.map((slice) => [slice.name, slice]));

export function sliceNamed(name: string): Slice | undefined {
  return byName.get(name);
}

function blocksOf([from, to]: readonly [number, number]): Slice[] {
  return Array.from({ length: Math.ceil((to - from + 1) / blockSize) }, (_, index) => {
    const start = from + index * blockSize;
    const end = Math.min(to, start + blockSize - 1);
    const text = Array.from({ length: end - start + 1 }, (_one, offset) => String.fromCodePoint(start + offset)).filter((sign) => !isCommon.has(sign));
    return { name: `u${hex(start).toLowerCase()}`, range: `U+${hex(start)}-${hex(end)}`, text: text.join('') };
  });
}

function commonSlice(text: string, index: number): Slice {
  return { name: `c${index}`, range: rangeOf(text), text };
}

/** 'U+4E00,U+4E09-4E0B' */
export function rangeOf(text: string): string {
  const points = [...new Set([...text].map((sign) => sign.codePointAt(0) ?? 0))].sort((a, b) => a - b);
  const spans: [number, number][] = [];
  for (const point of points) {
    const last = spans.at(-1);
    if (last && last[1] === point - 1) last[1] = point;
    else spans.push([point, point]);
  }
  return spans.map(([from, to]) => (from === to ? `U+${hex(from)}` : `U+${hex(from)}-${hex(to)}`)).join(',');
}

function hex(point: number): string {
  return point.toString(16).toUpperCase();
}
