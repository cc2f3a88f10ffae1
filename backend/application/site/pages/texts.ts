/** The texts of the public pages: locales/{lang}/site.json. */
import { readWords } from '#framework/words.ts';
import type words from '#locales/tw/site.json';
import { inEach } from '#rules/words/language.ts';

export type SiteTexts = typeof words;

export const siteTexts = inEach((lang) => readWords<SiteTexts>(lang, 'site'));
