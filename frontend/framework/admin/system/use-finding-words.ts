import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '#client/language.tsx';
import type { FindingWords } from '#rules/words/finding-words.ts';
import { chain } from '#rules/words/language.ts';

const texts = import.meta.glob<{ default: FindingWords }>('../../../../locales/*/lint.json');

/** The linter's sentences in the page's language, fetched where a file is broken; until they are there, its own. */
export function useFindingWords(): FindingWords {
  const { lang } = useLanguage();
  const { data } = useQuery({
    queryKey: ['finding-words', lang],
    queryFn: async () => (await chain[lang].map((one) => texts[`../../../../locales/${one}/lint.json`]).find(Boolean)?.())?.default ?? {},
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? none;
}

const none: FindingWords = {};
