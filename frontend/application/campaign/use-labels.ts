/** Turns what rows hold into words: labels of options, film titles in the page's language, instants and days. */

import { useCallback } from 'react';
import { useTranslate } from 'react-admin';
import { useLanguage } from '#client/language.tsx';
import { useObjects } from '#client/objects.tsx';
import { showInstant } from '#fields/show.ts';
import { inLang } from '#rules/words/language.ts';

/** The label of an option of an object's field. An empty value gets the words for 'not chosen'. */
export function useLabels(object = 'enrolment'): (field: string, value: string) => string {
  const { lang } = useLanguage();
  const translate = useTranslate();
  const model = useObjects().find(({ name }) => name === object)?.model;
  return useCallback(
    (field, value) => {
      if (value === '' || value === '-') return translate('desk.stat.unset');
      const option = model?.fields.find(({ name }) => name === field)?.options?.find((one) => String(one.value) === value);
      return option?.label[lang] || value;
    },
    [model, lang, translate],
  );
}

/** A name in the page's language, or in the other one where the first is empty; the chair of a jury is said to be it. */
export function useName(): (named: { cname?: string; ename?: string; name?: string; chair?: boolean }) => string {
  const { lang } = useLanguage();
  const translate = useTranslate();
  return useCallback(
    ({ cname = '', ename = '', name = '', chair = false }) => {
      const shown = inLang({ tw: cname || name, en: ename }, lang);
      return chair ? translate('desk.jury.chaired', { name: shown }) : shown;
    },
    [lang, translate],
  );
}

/** An instant on the reader's clock, or the words for 'not set'. */
export function useInstants(): (stored: string) => string {
  const translate = useTranslate();
  return useCallback((stored) => (stored ? showInstant(stored) : translate('desk.window.emptyvalue')), [translate]);
}

/** Up to two decimals; a dash for nothing. */
export function figure(value: number | null, digits = 2): string {
  return value === null ? '–' : value.toFixed(digits).replace(/\.?0+$/, '');
}

/** 0.834 → '83 %' */
export function percent(share: number): string {
  const whole = Math.round(share * 100);
  // Rounding never shows 0 % or 100 % unless it is exactly that.
  return `${share > 0 && whole === 0 ? '< 1' : share < 1 && whole === 100 ? '> 99' : whole} %`;
}
