/** The words of the jury's pages: locales/{tw,en}/site-selection.json. */
import type { Both } from '#application/site/wire.ts';
import en from '#locales/en/site-selection.json' with { type: 'json' };
import tw from '#locales/tw/site-selection.json' with { type: 'json' };
import { pageLang } from '#screens/site/facts.ts';
import { useTexts } from '#screens/site/texts.ts';

export type SelectionTexts = typeof tw;

export function useSelectionTexts(): SelectionTexts {
  return useTexts({ tw, en });
}

/** In the page's language, else in the other. */
export function spoken(both: Both | undefined): string {
  const lang = pageLang();
  return both?.[lang] || both?.[lang === 'tw' ? 'en' : 'tw'] || '';
}

/** The title in the page's language, and the other beneath it. */
export function titlesOf({ cname, ename }: { cname: string; ename: string }): [first: string, second: string] {
  const [first, second] = pageLang() === 'tw' ? [cname, ename] : [ename, cname];
  return first ? [first, second === first ? '' : second] : [second, ''];
}

export { fill } from '#screens/site/texts.ts';
