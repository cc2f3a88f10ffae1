/**
 * The language a visitor chose (specification sections 1 and 9; B01): tw unless the 'lang' cookie says en.
 * Server and browser read and write it alike. Pure.
 */
import type { Lang } from '#codegen/model.ts';

/** 365 days, in seconds */
export const languageCookieAge = 365 * 24 * 60 * 60;

/** The language in a Cookie header or document.cookie; anything unknown is the default, tw. */
export function languageOf(cookies: string | undefined): Lang {
  return /(?:^|;\s*)lang=en(?:;|$)/.test(cookies ?? '') ? 'en' : 'tw';
}

/** What to assign to document.cookie, or to send as Set-Cookie. */
export function saveLanguage(lang: Lang): string {
  return `lang=${lang}; Max-Age=${languageCookieAge}; Path=/; SameSite=Lax`;
}
