/** The texts of the public pages: locales/{lang}/site.json, and those of the form, which some of them say before it is there. */
import { readWords } from '#framework/words.ts';
import type words from '#locales/tw/site.json';
import type enrolWords from '#locales/tw/site-enrol.json';
import { inEach } from '#rules/words/language.ts';

export type SiteTexts = typeof words;

export const siteTexts = inEach((lang) => readWords<SiteTexts>(lang, 'site'));
export const enrolTexts = inEach((lang) => readWords<typeof enrolWords>(lang, 'site-enrol'));
