/** S02, S03: a window's state in words, its dates in the campaign's zone, and the countdown. An open page replaces them when the state changes. */

import { type CampaignWindow, countdownFrom, type WindowKind } from '#application/campaign/rules/window.ts';
import { type Html, html, trusted } from '#framework/html/escape.ts';
import { plainText } from '#framework/html/plain-text.ts';
import { instant, inZone, iso } from '#framework/time.ts';
import { fill } from '#rules/words/fill.ts';
import type { CampaignFacts } from '../wire.ts';
import type { PageContext } from './page-context.ts';

export function windowOfPage(campaign: CampaignFacts, kind: WindowKind): CampaignWindow {
  return kind === 'enrol' ? campaign.enrol : campaign.select;
}

/** 'Open for enrolment', with the colour of the state. */
export function stateLine({ text }: PageContext, kind: WindowKind, window: CampaignWindow): Html {
  const name = window.isLast ? 'last' : window.state;
  return html`<p class="state is-${name.replace('_', '-')}">${text.state[kind][name]}</p>`;
}

/** Start and end; a script adds the visitor's own zone. */
export function windowDates({ text }: PageContext, campaign: CampaignFacts, kind: WindowKind): Html {
  const { start, end, state } = windowOfPage(campaign, kind);
  const time = (stamp: string) => html`<time datetime="${iso(stamp)}">${inZone(stamp, campaign.zone)}</time>`;
  if (start === '' && end === '') return html`<p class="window"><span class="window-name">${text.window[kind]}</span> ${text.window.undated}</p>`;
  const [one, two] = (start && end ? '' : fill(start ? text.window.from : text.window.until, { at: '\n' })).split('\n');
  const span = start && end ? html`${time(start)} <span class="to">–</span> ${time(end)}` : html`${one}${time(start || end)}${two}`;
  const next = state === 'not_started' ? start : end;
  return html`<div class="window"><p><span class="window-name">${text.window[kind]}</span> <span class="nowrap">${span} <span class="zone">${campaign.zone}</span></span></p>
${next && html`<p class="own" data-at="${iso(next)}" data-zone="${campaign.zone}" data-label="${text.own}"></p>`}</div>`;
}

/** Countdown during the last 72 hours before the start or the end. */
export function countdown({ text, facts }: PageContext, kind: WindowKind, window: CampaignWindow): Html | undefined {
  const target = window.state === 'open' ? window.end : window.state === 'not_started' ? window.start : '';
  if (target === '') return undefined;
  const left = instant(target) - instant(facts.now);
  // Without a visible countdown, the page still changes at that moment.
  if (left > countdownFrom) return left <= longestWait ? html`<div class="countdown" data-until="${iso(target)}" hidden></div>` : undefined;
  const labels = text.countdown;
  const seconds = Math.max(0, Math.floor(left / 1000));
  const cells: [string, number, string][] = [
    ['days', Math.floor(seconds / 86_400), labels.days],
    ['hours', Math.floor(seconds / 3_600) % 24, labels.hours],
    ['minutes', Math.floor(seconds / 60) % 60, labels.minutes],
    ['seconds', seconds % 60, labels.seconds],
  ];
  return html`<div class="countdown" data-until="${iso(target)}" data-over="${labels.over}"><p class="countdown-name">${labels[kind][window.state === 'open' ? 'until' : 'from']}</p>
<p class="countdown-face" role="timer">${cells.map(([unit, value, label]) => html`<span><b data-unit="${unit}">${unit === 'days' ? value : String(value).padStart(2, '0')}</b> ${label}</span> `)}</p></div>`;
}

/** The campaign's message for the state, else the site's own. */
export function messageOf({ lang, text, isDoor, route }: PageContext, campaign: CampaignFacts, kind: WindowKind): Html {
  const { state } = windowOfPage(campaign, kind);
  // On its own pages somebody who is signed in is not told to sign in.
  const isIn = isDoor === false && route?.startsWith(kind === 'enrol' ? '/enroll' : '/selection');
  const words = { ...text.message[kind], ...(isIn && text.message.signedIn[kind]) };
  const own = (kind === 'enrol' ? campaign.enrolMessage : campaign.selectMessage)[lang];
  return html`<div class="message">${own ? trusted(own) : html`<p>${words[state]}</p>`}</div>`;
}

/** The same as plain text, for descriptions. */
export function messageText(context: PageContext, campaign: CampaignFacts, kind: WindowKind): string {
  return plainText(messageOf(context, campaign, kind).toString());
}

/** A browser's timers are limited to about 24 days. */
const longestWait = 20 * 86_400_000;
