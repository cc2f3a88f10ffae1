/** The texts of the jury's pages: locales/{lang}/site-selection.json. */

import { bothSides, otherSide } from '#application/campaign/rules/two-sides.ts';
import type { Both } from '#application/site/wire.ts';
import type words from '#locales/tw/site-selection.json';
import { inLang } from '#rules/words/language.ts';
import { pageLang } from '#screens/site/facts.ts';
import { wordsOf } from '#screens/site/words.ts';

export type SelectionTexts = typeof words;

export function useSelectionTexts(): SelectionTexts {
  return wordsOf('site-selection');
}

/** The value in the page's language, else in the other. */
export function inPageLanguage(both: Both | undefined): string {
  const lang = pageLang();
  return inLang(both, lang);
}

/** The title in the page's language, with the other one below it. */
export function titlesOf({ cname, ename }: { cname: string; ename: string }): [first: string, second: string] {
  const [first, second] = bothSides(pageLang(), cname, ename);
  return first ? [first, second === first ? '' : second] : [second, ''];
}

/** The second title, in its own language. */
export function secondLang(): string {
  return otherSide(pageLang());
}

export { fill } from '#screens/site/texts.ts';
