/** Addresses of viewing pages (R34, R35): every part matches [A-Za-z0-9]{1,20}, the language is tw or en. Pure. */

import type { Lang } from '#codegen/model.ts';
import { chain, isLang } from '#rules/words/language.ts';

export interface PageName {
  /** the campaign's id (cp) */
  campaign: string;
  /** the page's code (pg) */
  pg: string;
  lang: Lang;
}

const segment = /^vp-([A-Za-z0-9]{1,20})-([A-Za-z0-9]{1,20})\.([\w-]+)$/;

/** 'vp-ccdf15-1.tw' → its parts; undefined for any other text. */
export function pageNameOf(path: string): PageName | undefined {
  const [, campaign, pg, lang] = segment.exec(path) ?? [];
  return campaign && pg && isLang(lang) ? { campaign, pg, lang } : undefined;
}

/** The composer's path in the back office: '/vpman/vp-ccdf15-1.tw'. */
export function composerPath({ campaign, pg, lang }: PageName): string {
  return `/vpman/vp-${campaign}-${pg}.${lang}`;
}

/** The public address of a page, without the host. */
export function publicPath({ campaign, pg, lang }: PageName): string {
  return `/vp/${campaign}?${new URLSearchParams({ pg, lang })}`;
}

/** The language with which a page is compared: the next one in the order of languages. */
export function otherLang(lang: Lang): Lang {
  return chain[lang][1] ?? lang;
}
