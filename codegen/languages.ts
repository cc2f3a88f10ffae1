/** The languages: each is a folder of locales/, with its particulars (its name, marks between words, formats) in its language.json. Pure. */
import { folders } from '#languages';
import type { Lang } from './model.ts';

/** locales/{lang}/language.json, completed. */
export interface Language {
  /** in itself: '繁體中文' */
  name: string;
  /** for a switch: '中文' */
  short: string;
  /** as HTML names it (BCP 47) */
  html: string;
  /** for order, weekdays, papers */
  locale: string;
  /** for dates, times and numbers on a screen */
  times: string;
  openGraph: string;
  /** read where this one says nothing */
  fallback?: string;
  /** of a visitor who has not chosen */
  default?: boolean;
  /** titles and names in schema files are written in it */
  schemas?: boolean;
  /** a label with what it is about: '{label}: {value}' */
  labelled: string;
  /** between entries of a list, parts of a sentence */
  list: string;
  comma: string;
  semicolon: string;
  /** brackets, with the text before and after them */
  open: string;
  close: string;
  /** what counts things: '{count} {name}' */
  count: string;
  /** labels begin with a capital, which they lose inside a sentence */
  lowers?: boolean;
  /** a day with its weekday: 'Sat 2026-12-05' on paper, '5 Dec (Sat)' in a line */
  date: string;
  day: string;
  /** a wide space between two parts of a line */
  gap: string;
}

/** Said of a language that says nothing itself. */
const usual = {
  labelled: '{label}: {value}',
  list: ', ',
  comma: ', ',
  semicolon: '; ',
  open: ' (',
  close: ')',
  gap: '  ',
  count: '{count} {name}',
  day: '{day} ({weekday})',
  date: '{weekday} {day}',
};

// The type is made from the same folders.
const names = Object.keys(folders).sort() as Lang[];

const declared = folders as Record<Lang, Partial<Language>>;

/** Of a visitor who has not chosen. */
export const defaultLang: Lang = names.find((lang) => declared[lang].default) ?? (names[0] as Lang); // there is one

/** Of titles, names and descriptions in schema files. */
export const schemaLang: Lang = names.find((lang) => declared[lang].schemas) ?? defaultLang;

/** All, the default first. */
export const languages: readonly Lang[] = [defaultLang, ...names.filter((lang) => lang !== defaultLang)];

/** For every language what `make` makes. */
export function inEach<T>(make: (lang: Lang) => T): Record<Lang, T> {
  return Object.fromEntries(languages.map((lang) => [lang, make(lang)])) as Record<Lang, T>; // every language is there
}

export const language: Record<Lang, Language> = inEach((lang) => {
  const { name = lang, html = lang, ...own } = declared[lang];
  return { ...usual, name, short: name, html, locale: html, times: own.locale ?? html, openGraph: html.replace('-', '_'), ...own };
});

/** A language itself, then where its words are looked for: its fallback, that one's, the default, the rest. */
export const chain: Record<Lang, readonly Lang[]> = inEach((lang) => {
  const found: Lang[] = [];
  for (let next: unknown = lang; isLang(next) && !found.includes(next); next = language[next].fallback) found.push(next);
  return [...found, ...languages.filter((one) => !found.includes(one))];
});

/** Is it one of the installation's? */
export function isLang(value: unknown): value is Lang {
  return typeof value === 'string' && Object.hasOwn(folders, value);
}

/** The value where it is a language, else the default. */
export function langOf(value: unknown): Lang {
  return isLang(value) ? value : defaultLang;
}

/** A text with some languages, for a reader of one: the first along its chain that is there. */
export function inLang(texts: Partial<Record<Lang, string>> | undefined, lang: Lang): string {
  for (const one of chain[lang]) if (texts?.[one]) return texts[one];
  return '';
}

/** The same for what is no text. */
export function forLang<T>(each: Partial<Record<Lang, T>>, lang: Lang): T | undefined {
  const found = chain[lang].find((one) => each[one] !== undefined);
  return found && each[found];
}

/** Said in some languages → said in all. */
export function inAll(texts: Partial<Record<Lang, string>>): Record<Lang, string> {
  return inEach((lang) => inLang(texts, lang));
}
