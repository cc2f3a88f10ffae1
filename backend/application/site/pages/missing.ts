/** R42: 'not found' in the public look, for an address without a page, and for a campaign that does not exist. */

import { html } from '#framework/html/escape.ts';
import { fill } from '#rules/words/fill.ts';
import type { PageContext, PageParts } from './page-context.ts';
import { backdrop } from './pictures.ts';

export function missingPage(context: PageContext): PageParts {
  const { text, missingCampaign, lang, path } = context;
  const home = context.link('/', { campaign: undefined });
  const title = missingCampaign === undefined ? text.missing.title : text.missing.campaign;
  const said =
    missingCampaign === undefined
      ? html`<p>${text.missing.text}<br><code>${path}</code></p>`
      : html`<p>${fill(text.missing.campaignText, { id: missingCampaign })}</p>`;
  const main = html`<main id="main"><section class="hero">${backdrop(undefined, lang)}<div class="hero-inner"><div class="hero-text">
<p class="state is-ended">404</p><h1>${title}</h1><div class="message">${said}</div>
${home && html`<p class="actions"><a class="ui-button is-solid" href="${home}">${text.do.back}</a></p>`}</div></div></section></main>`;
  return { title, description: title, picture: undefined, main };
}
