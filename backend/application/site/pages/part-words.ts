/** What a page says when a part of its script does not come, or stops: written into the page, for it is needed when nothing can be fetched. */
import type { Lang } from '#codegen/model.ts';
import { type Html, html, jsonText } from '#framework/html/escape.ts';
import { readWords } from '#framework/words.ts';
import { inEach } from '#rules/words/language.ts';

const words = inEach((lang) => readWords<object>(lang, 'site-part'));

export function partWords(lang: Lang): Html {
  return html`<script type="application/json" id="part-words">${jsonText(words[lang])}</script>`;
}
