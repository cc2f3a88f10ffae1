/** Why a viewing page is not shown: a page for each reason (issue: viewing, point 5). Pure. */

import type { SitePage } from '#application/site/pages/page-context.ts';
import { backdrop, preloaded } from '#application/site/pages/pictures.ts';
import type { Lang } from '#codegen/model.ts';
import { type Html, html } from '#framework/html/escape.ts';
import { inZone, iso } from '#framework/time.ts';
import { fill } from '#rules/words/fill.ts';
import { refusals, type ViewingRefusal } from '../rules/access.ts';
import { framed, type ViewingFrame } from './frame.ts';

export interface RefusalFacts {
  refusal: ViewingRefusal;
  /** the campaign of the address */
  campaign: string;
  /** the page's title, where it may be shown */
  title?: string;
  /** the start or end of the window, whichever matters, 'YYYY-MM-DD hh:mm:ss' UTC */
  at?: string;
  zone?: string;
  /** tries left, minutes to wait */
  left?: number;
  minutes?: number;
  /** address to which the form is sent */
  action?: string;
  /** the page in the other language */
  other?: { lang: Lang; href: string };
}

export function refusalPage(frame: ViewingFrame, facts: RefusalFacts): SitePage {
  const { site, text } = frame;
  const { refusal, at = '', zone = '' } = facts;
  const words = text.refuse[refusal];
  const said = fill(words.text, { campaign: facts.campaign, left: facts.left ?? 0, minutes: facts.minutes ?? 0 });
  const picture = site.campaign?.images.enroll?.[0];
  const home = site.link('/');
  // A password form is not an error, so it shows no status code.
  const asksPassword = refusal === 'password' || refusal === 'wrong';
  const other = facts.other;
  const when =
    at !== '' &&
    html`<div class="window"><p><span class="window-name">${refusal === 'before' ? text.opens : text.closed}</span> <span class="nowrap"><time datetime="${iso(at)}">${inZone(at, zone)}</time> <span class="zone">${zone}</span></span></p>
<p class="own" data-at="${iso(at)}" data-zone="${zone}" data-label="${site.text.own}"></p></div>`;
  const action = other
    ? html`<a class="ui-button is-solid" href="${other.href}">${text.refuse.language.action}</a>`
    : home && !asksPassword && html`<a class="ui-button is-line" href="${home}">${text.home}</a>`;
  const main = html`<main id="main"><section class="hero viewing-refusal${asksPassword && ' viewing-door'}">${backdrop(picture, site.lang)}<div class="hero-inner"><div class="hero-text">
${!asksPassword && html`<p class="state is-ended">${refusals[refusal]}</p>`}<h1><span class="page-name">${facts.title ?? text.kicker}</span>${words.title}</h1>
<div class="message"><p id="said"${refusal === 'wrong' && html` role="alert"`}>${said}</p></div>${when}
${asksPassword && passwordForm(frame, facts.action ?? '', refusal === 'wrong')}
${action && html`<p class="actions">${action}</p>`}</div></div></section></main>`;
  const title = fill(text.title, { title: words.title });
  return framed(frame, {
    title,
    name: refusal,
    head: html`${picture && preloaded(picture)}<meta name="robots" content="noindex"><meta name="description" content="${said}">`,
    main,
  });
}

function passwordForm({ text }: ViewingFrame, action: string, isWrong: boolean): Html {
  return html`<form class="viewing-enter" method="post" action="${action}"><label for="pw">${text.pw}</label>
<div><input id="pw" name="pw" type="password" required maxlength="128" autocomplete="current-password" autofocus${isWrong && html` aria-invalid="true"`} aria-describedby="said">
<button class="ui-button is-solid" type="submit">${text.enter}</button></div></form>`;
}
