/** Where a text shows what was searched for. Pure. */
import { foldedMark, foldedText } from './search-text.ts';

/** Half-open ranges of the text (UTF-16 units), in order and apart, that hold words of the query: from a word's beginning, Chinese anywhere, compared as the search does. */
export function marksOf(text: string, query: string): [number, number][] {
  const { folded, places } = foldedWithPlaces(text);
  const held = new Array<boolean>(folded.length).fill(false);
  for (const word of needlesOf(query)) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1))
      if (isCjk(word) || !isWordMark(folded[at - 1])) held.fill(true, at, at + word.length);
  }
  const ranges: [number, number][] = [];
  for (const [at, [from, to]] of places.entries()) {
    if (!held[at]) continue;
    const last = ranges.at(-1);
    if (last && from <= last[1]) last[1] = to;
    else ranges.push([from, to]);
  }
  return ranges;
}

/** Words of the query; a run of Chinese as a whole and in pairs, as it is searched for. */
function needlesOf(query: string): string[] {
  return foldedText(query)
    .split(' ')
    .flatMap((word) => {
      if (!isCjk(word)) return word ? [word] : [];
      const marks = [...word];
      return marks.length < 3 ? [word] : marks.slice(1).map((mark, index) => `${marks[index]}${mark}`);
    });
}

/** The folded text, and for each of its units where its character begins and ends in the text; some characters fold to several ('㎭' to 'rad'). */
function foldedWithPlaces(text: string): { folded: string; places: [from: number, to: number][] } {
  let folded = '';
  const places: [number, number][] = [];
  let at = 0;
  for (const mark of text) {
    const plain = foldedMark(mark);
    folded += plain;
    const before = places.at(-1);
    if (plain) for (let unit = 0; unit < plain.length; unit += 1) places.push([at, at + mark.length]);
    // an accent by itself belongs to the letter before it
    else if (before) before[1] = at + mark.length;
    at += mark.length;
  }
  return { folded, places };
}

function isWordMark(mark: string | undefined): boolean {
  return mark !== undefined && /[\p{L}\p{N}]/u.test(mark) && !isCjk(mark);
}

function isCjk(text: string): boolean {
  return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u.test(text);
}
