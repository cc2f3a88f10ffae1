/** The language of the page: a new i18n context on a switch, nothing remounted, so a half-filled form keeps what was typed. */

import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { I18nContext } from 'react-admin';
import type { Lang, Text } from '#codegen/model.ts';
import type { Values } from '#rules/words/problem.ts';
import type { Messages } from '#rules/words/wording.ts';
import { spokenIn } from '#rules/words/wording.ts';
import { keepLanguage, loadCatalogue, worded } from './providers/i18n.ts';
import { textIn } from './text.ts';

type Catalogue = Awaited<ReturnType<typeof loadCatalogue>>;

interface Language {
  lang: Lang;
  messages: Messages;
  setLang: (lang: Lang) => Promise<void>;
}

export function LanguageProvider({ first, catalogue, children }: { first: Lang; catalogue: Catalogue; children: ReactNode }) {
  const [current, setCurrent] = useState({ lang: first, catalogue });
  const setLang = useCallback(
    async (lang: Lang) => {
      // What is asked while the texts load is answered in the language that was chosen.
      keepLanguage(lang);
      try {
        setCurrent({ lang, catalogue: await loadCatalogue(lang) });
      } catch (error) {
        keepLanguage(current.lang);
        throw error;
      }
    },
    [current.lang],
  );
  const language = useMemo(() => ({ lang: current.lang, messages: current.catalogue.messages, setLang }), [current, setLang]);
  return (
    <LanguageContext.Provider value={language}>
      <I18nContext.Provider value={current.catalogue.provider}>{children}</I18nContext.Provider>
    </LanguageContext.Provider>
  );
}

/** The language, and how to switch it. */
export function useLanguage(): Language {
  const language = useContext(LanguageContext);
  if (!language) throw new Error('useLanguage stands outside LanguageProvider');
  return language;
}

/** Picks a model's text in the page's language. */
export function useText(): (text: Text | undefined) => string {
  const { lang } = useLanguage();
  return useCallback((text) => textIn(text, lang), [lang]);
}

/** Texts of the error catalogue (locales/{lang}/messages.json) in the page's language. */
export function useWords(): (code: string, values?: Values) => string {
  const { messages, lang } = useLanguage();
  return useCallback((code, values) => worded(messages, code, values && spokenIn(values, lang)), [messages, lang]);
}

const LanguageContext = createContext<Language | undefined>(undefined);
