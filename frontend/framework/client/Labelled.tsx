/** A label with what it is about, where either is more than text, as the language writes the two (decision 166). */
import { createElement, Fragment, type ReactNode } from 'react';
import { labelledParts } from '#rules/words/language.ts';
import { useLanguage } from './language.tsx';

export function Labelled({ label, children }: { label: ReactNode; children: ReactNode }) {
  const { lang } = useLanguage();
  return createElement(Fragment, null, ...labelledParts<ReactNode>(label, children, lang));
}
