import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import type { CodeWords } from '#ui/code/CodeBox.tsx';

/** What the code editor says by itself, and where its words are in the catalogue. */
const phrases = { Completions: 'completions', Diagnostics: 'diagnostics', 'No diagnostics': 'sound', close: 'close', 'Control character': 'control' } as const;

/** The code editor's words in the page's language. */
export function useCodeWords(): CodeWords {
  const translate = useTranslate();
  return useMemo(
    () => ({
      hint: translate('form.code.hint'),
      phrases: Object.fromEntries(Object.entries(phrases).map(([phrase, key]) => [phrase, translate(`form.code.${key}`)])),
    }),
    [translate],
  );
}
