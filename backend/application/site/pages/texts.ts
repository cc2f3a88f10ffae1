/** The public pages' texts: locales/{tw,en}/site.json. */
import type { Lang } from '#codegen/model.ts';
import en from '#locales/en/site.json' with { type: 'json' };
import tw from '#locales/tw/site.json' with { type: 'json' };

export type SiteTexts = typeof tw;

export const siteTexts: Record<Lang, SiteTexts> = { tw, en };
