/**
 * The language a visitor chose (specification sections 1 and 9; B01), and what each language is (codegen/languages.ts).
 * Server and browser read and write it alike. Pure.
 */
import { langOf, language } from '#codegen/languages.ts';
import type { Lang } from '#codegen/model.ts';
import { fill } from './fill.ts';

export * from '#codegen/languages.ts';

/** 365 days, in seconds */
export const languageCookieAge = 365 * 24 * 60 * 60;

/** The language in a Cookie header or document.cookie; anything unknown is the default. */
export function languageOf(cookies: string | undefined): Lang {
  return langOf(/(?:^|;\s*)lang=([\w-]+)(?:;|$)/.exec(cookies ?? '')?.[1]);
}

/** What to assign to document.cookie, or to send as Set-Cookie. */
export function saveLanguage(lang: Lang): string {
  return `lang=${lang}; Max-Age=${languageCookieAge}; Path=/; SameSite=Lax`;
}

/** A label with what it is about, as the language writes the two: 'Title: The river', '片名：海的記憶'. */
export function labelled(label: string, value: string, lang: Lang): string {
  return fill(language[lang].labelled, { label, value });
}

/** The same of two that are more than text, such as a link: they and what the language puts around them, in its order. */
export function labelledParts<T>(label: T, value: T, lang: Lang): (T | string)[] {
  const given = new Map([
    ['{label}', label],
    ['{value}', value],
  ]);
  const parts = language[lang].labelled.split(/(\{label\}|\{value\})/).filter((part) => part !== '');
  return parts.map((part) => (given.has(part) ? (given.get(part) as T) : part)); // asked just before
}
