/** The light pages, where enrolments are written and projects are read. The server renders everything around the interactive part. */

import { type Html, html } from '#framework/html/escape.ts';
import { fill } from '#rules/words/fill.ts';
import type { PublicRoute } from '../rules/routes.ts';
import { draftHead } from './draft-head.ts';
import { pageName, panel, pictureFor } from './front.ts';
import type { PageContext, PageParts } from './page-context.ts';
import { backdrop, breadthOn } from './pictures.ts';
import { countdown, messageOf, messageText, stateLine, windowDates, windowOfPage } from './state.ts';

export function appPage(context: PageContext, route: PublicRoute): PageParts {
  const { campaign, lang, text, kind, isWork, isDoor = false, draft } = context;
  if (!campaign) throw new Error('a desk belongs to a campaign');
  const name = pageName(route) as 'enroll_edit' | 'selection_edit'; // the routes for signed-in applicants and jurors
  const picture = pictureFor(campaign, name);
  const window = windowOfPage(campaign, kind);
  const around = draft && ((bones: Html) => draftHead(context, campaign, draft, bones));
  const gate = context.link(route.replace('/edit', ''));
  const main = html`${picture && !isWork && html`<div class="banner">${backdrop(picture, lang, breadthOn(route))}</div>`}
<main id="main" class="desk part-${kind} ${isWork ? 'desk-work' : 'desk-brief'}${isDoor && ' desk-door'}">
<div class="desk-head" id="state" data-live>
<p class="desk-campaign">${gate ? html`<a href="${gate}">${campaign.title[lang]}</a>` : campaign.title[lang]}</p>
<h1>${text.pages[name]}</h1>
<div class="desk-window">${stateLine(context, kind, window)}${windowDates(context, campaign, kind)}</div>
${countdown(context, kind, window)}
${window.state !== 'open' && messageOf(context, campaign, kind)}
</div>
${panel({ part: kind === 'enrol' ? 'enrol-desk' : 'selection-desk', loading: text.loading, noscript: text.script.edit, lang, isDoor, bones: 8, around })}
</main>`;
  return { title: fill(text.titles[name], { title: campaign.title[lang] }), description: messageText(context, campaign, kind), picture, main };
}
