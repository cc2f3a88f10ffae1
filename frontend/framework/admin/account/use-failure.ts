import { useState } from 'react';
import { useLanguage } from '#client/language.tsx';
import { language } from '#rules/language.ts';

/** What failed on a page about an account, for as long as the page stands in the language that it was answered in. */
export function useFailure(): [failure: unknown, setFailure: (error: unknown) => void] {
  const { lang } = useLanguage();
  const [last, setLast] = useState<{ error: unknown; html: string }>();
  const isOfPage = last?.html === language[lang].html;
  return [isOfPage ? last.error : undefined, (error) => setLast(error === undefined ? undefined : { error, html: document.documentElement.lang })];
}
