/**
 * Texts of the back office in every language. One provider per language and a new one on a switch: react-admin's own
 * context remounts the whole page on a switch, which would throw away what was typed into a form.
 */

import polyglotI18nProvider from 'ra-i18n-polyglot';
import type { I18nProvider } from 'react-admin';
import type { Lang } from '#codegen/model.ts';
import { Slot } from '#rules/slot.ts';
import { fill, fillTokens } from '#rules/words/fill.ts';
import { chain, language, languageOf, languages, saveLanguage } from '#rules/words/language.ts';
import { over } from '#rules/words/over.ts';
import type { Values } from '#rules/words/problem.ts';
import type { Messages } from '#rules/words/wording.ts';
import { Fetched } from '#ui/fetched.ts';

interface Catalogue {
  provider: I18nProvider;
  messages: Messages;
}

/** The chosen language (B01). */
export function currentLanguage(): Lang {
  return languageOf(document.cookie);
}

/** A language's texts, fetched apart. */
export function catalogueOf(lang: Lang): Fetched<Catalogue> {
  loaded[lang] ??= new Fetched(() => build(lang));
  return loaded[lang];
}

/** Ends when the texts are there, however long the line is away. */
export function loadCatalogue(lang: Lang): Promise<Catalogue> {
  return catalogueOf(lang).whenThere();
}

/** Keeps the choice for 365 days (B01) and tells the document, so that fonts and screen readers follow. */
export function keepLanguage(lang: Lang): void {
  document.cookie = saveLanguage(lang);
  tellDocument(lang);
}

/** Sets the document's language. */
export function tellDocument(lang: Lang): void {
  document.documentElement.lang = language[lang].html;
}

/** A text of locales/{lang}/messages.json with its values. */
export function worded(messages: Messages, code: string, values: Values = {}): string {
  return fill(messages[code] ?? code, values);
}

const locales = languages.map((locale) => ({ locale, name: language[locale].name }));

const loaded: Partial<Record<Lang, Fetched<Catalogue>>> = {};

type Files = Record<string, () => Promise<unknown>>;

/** Files of words, by their paths, as the build found them: phrases for `translate`, and sentences of refusals. The application's are laid over the framework's. */
export const moreTexts = new Slot<{ phrases: Files; refusals: Files }>({ phrases: {}, refusals: {} });
const texts = {
  phrases: import.meta.glob('../../../../locales/*/{admin,files,form,operations}.json', { import: 'default' }),
  refusals: import.meta.glob('../../../../locales/*/messages.json', { import: 'default' }),
};

/** What the files say in a language; one that it does not have is read in the next of its chain. */
async function wordsOf(lang: Lang, files: Files): Promise<unknown> {
  const nameOf = (path: string) => path.split('/').at(-1);
  const inLang = (one: Lang, name: string | undefined) => Object.entries(files).find(([path]) => path.endsWith(`/${one}/${name}`))?.[1];
  const read = [...new Set(Object.keys(files).map(nameOf))].map((name) => chain[lang].map((one) => inLang(one, name)).find(Boolean)?.());
  return (await Promise.all(read)).reduce(over, {});
}

async function build(lang: Lang): Promise<Catalogue> {
  const [own, phrasesOfMore, ownRefusals, refusalsOfMore] = await Promise.all([
    wordsOf(lang, texts.phrases),
    wordsOf(lang, moreTexts.value.phrases),
    wordsOf(lang, texts.refusals),
    wordsOf(lang, moreTexts.value.refusals),
  ]);
  const phrases = over(phrasesOfMore, own);
  const messages = over(refusalsOfMore, ownRefusals) as Messages; // files of sentences by code, whose shape is proven by a test
  return { provider: speak(phrases, lang), messages };
}

/** What translates into a language by these phrases, with values put in as `fill` puts them. */
export function speak(phrases: unknown, lang: Lang): I18nProvider {
  return polyglotI18nProvider(() => phrases as never, lang, locales, { allowMissing: true, replace: fillPhrase }); // nested phrases; react-admin's type asks for its own 'ra' tree by name
}

/** Polyglot calls it as a method of the text, in the place of String's own `replace`. */
function fillPhrase(this: string, token: RegExp, given: (whole: string, name: string) => unknown): string {
  return fillTokens(this, token, (whole, name) => String(given(whole, name)));
}
