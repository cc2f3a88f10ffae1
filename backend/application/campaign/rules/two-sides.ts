/**
 * The company enters its data in two languages, with a field for each: cname and ename, cna and enaName, subjectTw and subjectEn. The chain of a
 * language says which of the two its readers see first. Pure.
 */
import type { Lang } from '#codegen/model.ts';
import { chain, inEach, language } from '#rules/words/language.ts';

/** The languages that data is written in. */
export const sides = ['tw', 'en'] as const satisfies readonly Lang[];

/** The side for readers of a language, then the other side. */
export function bothSides<T>(lang: Lang, tw: T, en: T): [first: T, second: T] {
  return chain[lang].indexOf('tw') < chain[lang].indexOf('en') ? [tw, en] : [en, tw];
}

/** The other side's language, as HTML says it: of what stands in it on a page. */
export function otherSide(lang: Lang): string {
  return language[bothSides<Lang>(lang, ...sides)[1]].html;
}

/** The side for readers of a language, empty or not. */
export function ownSide<T>(lang: Lang, tw: T, en: T): T {
  return bothSides(lang, tw, en)[0];
}

/** For every language the side that it reads. */
export function inSides<T>(tw: T, en: T): Record<Lang, T> {
  return inEach((lang) => ownSide(lang, tw, en));
}
