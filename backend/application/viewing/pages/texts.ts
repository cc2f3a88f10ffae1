/** The texts of the viewing pages: locales/{lang}/viewing.json. */
import { readWords } from '#framework/words.ts';
import type words from '#locales/tw/viewing.json';
import { inEach } from '#rules/words/language.ts';

export type ViewingTexts = typeof words;

export const viewingTexts = inEach((lang) => readWords<ViewingTexts>(lang, 'viewing'));
