/** Languages as HTML names them (BCP 47). */
import type { Lang } from '#codegen/model.ts';

export const htmlLang: Record<Lang, string> = { tw: 'zh-Hant-TW', en: 'en' };
