import { useState } from 'react';
import { useLanguage } from '#client/language.tsx';
import { language } from '#rules/words/language.ts';

/** The failure shown on a page about an account, in the language of the answer. */
export function useFailure(): [failure: unknown, setFailure: (error: unknown) => void] {
  const { lang } = useLanguage();
  const [last, setLast] = useState<{ error: unknown; html: string }>();
  const isOfPage = last?.html === language[lang].html;
  return [isOfPage ? last.error : undefined, (error) => setLast(error === undefined ? undefined : { error, html: document.documentElement.lang })];
}
