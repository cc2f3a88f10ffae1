/** What a page says when a part of its script does not come, or stops: written into the page, for it is needed when nothing can be fetched. */
import type { Lang } from '#codegen/model.ts';
import { type Html, html, jsonText } from '#framework/html/escape.ts';
import en from '#locales/en/site-part.json' with { type: 'json' };
import tw from '#locales/tw/site-part.json' with { type: 'json' };

export function partWords(lang: Lang): Html {
  return html`<script type="application/json" id="part-words">${jsonText({ tw, en }[lang])}</script>`;
}
