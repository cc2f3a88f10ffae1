/** The messages for a part of the script that does not load or crashes. They are written into the page, because nothing can be fetched then. */
import type { Lang } from '#codegen/model.ts';
import { type Html, html, jsonText } from '#framework/html/escape.ts';
import { readWords } from '#framework/words.ts';
import { inEach } from '#rules/words/language.ts';

const words = inEach((lang) => readWords<object>(lang, 'site-part'));

export function partWords(lang: Lang): Html {
  return html`<script type="application/json" id="part-words">${jsonText(words[lang])}</script>`;
}
