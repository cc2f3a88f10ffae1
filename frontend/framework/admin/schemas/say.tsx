/** The workbench's own words (locales/{lang}/workbench.json), fetched with its screen, so that no other page carries them. */
import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { useLanguage } from '#client/language.tsx';
import { speak } from '#client/providers/i18n.ts';
import { chain } from '#rules/words/language.ts';

export type Say = (key: string, values?: Record<string, unknown>) => string;

const texts = import.meta.glob<{ default: object }>('../../../../locales/*/workbench.json');
const SayContext = createContext<Say>((key) => key);

/** Sentences of the workbench in the page's language. */
export function useSay(): Say {
  return useContext(SayContext);
}

export function WithWords({ children, pending }: { children: ReactNode; pending: ReactNode }) {
  const { lang } = useLanguage();
  const { data } = useQuery({
    queryKey: ['workbench-words', lang],
    queryFn: async () => (await chain[lang].map((one) => texts[`../../../../locales/${one}/workbench.json`]).find(Boolean)?.())?.default ?? {},
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
  });
  const say = useMemo(() => {
    const provider = speak(data ?? {}, lang);
    return (key: string, values?: Record<string, unknown>) => provider.translate(key, values);
  }, [data, lang]);
  return data ? <SayContext.Provider value={say}>{children}</SayContext.Provider> : pending;
}
