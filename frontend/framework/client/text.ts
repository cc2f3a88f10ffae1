/** A text of a schema in the page's language, or in the other where it has none. Pure. */
import type { Lang, Text } from '#codegen/model.ts';
import { inLang } from '#rules/words/language.ts';

export const textIn = (text: Text | undefined, lang: Lang): string => inLang(text, lang);
