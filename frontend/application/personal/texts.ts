/** The personal page's texts: locales/{lang}/site-my.json. */
import type words from '#locales/tw/site-my.json';
import { wordsOf } from '#screens/site/words.ts';

export type MyTexts = typeof words;

export const useMyTexts = () => wordsOf<MyTexts>('site-my');

export { fill } from '#screens/site/texts.ts';
