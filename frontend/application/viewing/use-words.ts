/** Turns the data of viewing pages into words: names in the page's language, moments, lengths, labels of codes. */

import { useCallback, useMemo } from 'react';
import { useTranslate } from 'react-admin';
import type { Leak } from '#application/viewing/rules/leak.ts';
import { clockText } from '#application/viewing/rules/meetings.ts';
import { useLanguage } from '#client/language.tsx';
import { useObjects } from '#client/objects.tsx';
import type { Lang } from '#codegen/model.ts';
import { localDay, showInstant } from '#fields/show.ts';
import { stampOf } from '#framework/time.ts';
import { inLang } from '#rules/words/language.ts';

interface Named {
  name?: string;
  cname?: string;
  ename?: string;
}

export interface Words {
  lang: Lang;
  name: (named: Named) => string;
  /** ms since 1970 on the reader's clock; '–' for none */
  moment: (at: number | null) => string;
  /** the same without its time */
  day: (at: number | null) => string;
  /** 'YYYY-MM-DD hh:mm:ss' UTC on the reader's clock */
  instant: (stored: string) => string;
  /** s as '1:02:05' */
  clock: (seconds: number) => string;
  percent: (share: number) => string;
  label: (object: string, field: string, value: string) => string;
  material: (code: string) => string;
  /** a video's file name, or the word for 'trailer' */
  video: (name: string) => string;
  leak: (why: Leak['why'][number]) => string;
}

export function useWordsOf(): Words {
  const { lang } = useLanguage();
  const translate = useTranslate();
  const objects = useObjects();
  const label = useCallback(
    (object: string, field: string, value: string) =>
      objects
        .find(({ name }) => name === object)
        ?.model.fields.find(({ name }) => name === field)
        ?.options?.find((option) => String(option.value) === value)?.label[lang] || value,
    [objects, lang],
  );
  return useMemo(
    () => ({
      lang,
      name: ({ name = '', cname = '', ename = '' }) => inLang({ tw: cname || name, en: ename }, lang) || '–',
      moment: (at) => (at ? showInstant(stampOf(at)) : '–'),
      day: (at) => (at ? localDay(at) : '–'),
      instant: showInstant,
      clock: clockText,
      percent: (share) => `${Math.round(share * 100)} %`,
      label,
      material: (code) => translate(`vpman.material.${code}`),
      video: (name) => (name === 'trailer' || name === 'roughCut' ? translate(`vpman.material.${name}`) : name),
      leak: ({ code, values }) => translate(`vpman.leak.why.${code}`, { ...values, smart_count: values.count }),
    }),
    [lang, label, translate],
  );
}
