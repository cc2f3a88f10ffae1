/**
 * What the linter says of a schema file, in the page's language. The linter speaks English, to terminals too; locales/{lang}/lint.json has each of its
 * sentences with {0}, {1} for what it names. A sentence that is not there stays as it is. Pure.
 */
import { fillTokens } from './fill.ts';

export type FindingWords = Readonly<Record<string, string>>;

/** 'schemas/film.json: field "a", keyword "b": what is wrong; what would be right' with the last two in the page's language. */
export function sayFinding(message: string, words: FindingWords): string {
  const found = shape.exec(message);
  if (!found) return sayPart(message, words);
  const [, file = '', place = '', rest = ''] = found;
  const where = place
    .replace(/: $/, '')
    .replace('", keyword', `"${words[', '] ?? ', '}keyword`)
    .replace(/field "([^"]*)"/, (_all, name: string) => sayPart(`field "${name}"`, words))
    .replace(/keyword "([^"]*)"/, (_all, name: string) => sayPart(`keyword "${name}"`, words));
  return [file, where, sayRest(rest, words)].filter(Boolean).join(words[': '] ?? ': ');
}

const shape = /^([^\s:]+(?::\d+:\d+)?)(?:: | )((?:field "[^"]*")?(?:, )?(?:keyword "[^"]*")?(?:: )?)(.*)$/s;

/** The same without file, field and keyword: for beside the control that it is about. */
export function sayBeside(message: string, words: FindingWords): string {
  return sayRest(shape.exec(message)?.[3] ?? message, words);
}

/** 'what is wrong; what would be right' */
export function sayRest(rest: string, words: FindingWords): string {
  const cut = rest.indexOf('; ');
  const parts = cut < 0 ? [rest] : [rest.slice(0, cut), rest.slice(cut + 2)];
  return parts.map((part) => sayPart(part, words)).join(words['; '] ?? '; ');
}

/** One sentence of it, such as what would be right. */
export function sayPart(text: string, words: FindingWords): string {
  for (const { pattern, said } of patternsOf(words)) {
    const match = pattern.exec(text);
    if (match) return fillTokens(said, /\{(\d)\}/g, (_all, place) => sayPart(match[Number(place) + 1] ?? '', words));
  }
  return text;
}

interface Pattern {
  pattern: RegExp;
  said: string;
}
const known = new WeakMap<FindingWords, Pattern[]>();

/** Those with the most words of their own first, so that 'it should be {0}' is the last to be tried. */
function patternsOf(words: FindingWords): Pattern[] {
  let patterns = known.get(words);
  if (!patterns) {
    const own = (key: string) => key.replace(/\{\d\}/g, '').length;
    patterns = Object.entries(words)
      .sort(([a], [b]) => own(b) - own(a))
      .map(([key, said]) => ({ pattern: new RegExp(`^${key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\\\{\d\\\}/g, '(.+)')}$`, 's'), said }));
    known.set(words, patterns);
  }
  return patterns;
}
