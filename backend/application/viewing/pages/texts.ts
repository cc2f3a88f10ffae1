/** The viewing pages' texts: locales/{tw,en}/viewing.json. */
import type { Lang } from '#codegen/model.ts';
import en from '#locales/en/viewing.json' with { type: 'json' };
import tw from '#locales/tw/viewing.json' with { type: 'json' };

export type ViewingTexts = typeof tw;

export const viewingTexts: Record<Lang, ViewingTexts> = { tw, en };
