/**
 * Texts of the back office in every language. One provider per language and a new one on a switch: react-admin's own
 * context remounts the whole page on a switch, which would throw away what was typed into a form.
 */

import polyglotI18nProvider from 'ra-i18n-polyglot';
import type { I18nProvider } from 'react-admin';
import type { Lang } from '#codegen/model.ts';
import { chain, language, languageOf, languages, saveLanguage } from '#rules/language.ts';
import { fill, type Values } from '#rules/problem.ts';
import type { Messages } from '#rules/wording.ts';
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

/** form.json is the form's room, files.json that of uploads, operations.json that of the system and one's own account, desk.json the campaign desk's, pairing-board.json the pairing's, vpman.json that of online viewing, forum-day.json the forum day's; the same shape, merged here. */
const texts = import.meta.glob<{ default: Record<string, unknown> }>(
  '../../../../locales/*/{admin,desk,desk-forum,desk-mails,files,form,forum-day,messages,operations,pairing-board,release,vpman}.json',
);

async function build(lang: Lang): Promise<Catalogue> {
  const read = async (name: string) => (await chain[lang].map((one) => texts[`../../../../locales/${one}/${name}.json`]).find(Boolean)?.())?.default ?? {};
  const [admin, desk, deskForum, deskMails, files, form, forumDay, messages, operations, pairingBoard, release, vpman] = await Promise.all(
    ['admin', 'desk', 'desk-forum', 'desk-mails', 'files', 'form', 'forum-day', 'messages', 'operations', 'pairing-board', 'release', 'vpman'].map(read),
  );
  const phrases = {
    ...admin,
    ...desk,
    ...deskForum,
    ...deskMails,
    ...files,
    ...forumDay,
    ...operations,
    ...pairingBoard,
    ...vpman,
    ...release,
    ...(form && 'form' in form ? form : { form }),
  } as never; // nested phrases; react-admin's type asks for its own 'ra' tree by name
  const provider = polyglotI18nProvider(() => phrases, lang, locales, { allowMissing: true });
  return { provider, messages: messages as Messages };
}
