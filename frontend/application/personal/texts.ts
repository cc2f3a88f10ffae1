/** The personal page's texts: locales/{tw,en}/site-my.json. */
import en from '#locales/en/site-my.json' with { type: 'json' };
import tw from '#locales/tw/site-my.json' with { type: 'json' };
import { useTexts } from '#screens/site/texts.ts';

export type MyTexts = typeof tw;

export function useMyTexts(): MyTexts {
  return useTexts({ tw, en });
}

export { fill } from '#screens/site/texts.ts';
