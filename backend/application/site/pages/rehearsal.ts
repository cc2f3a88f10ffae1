/** The bar over a rehearsed page: the moment, a form for another one, the start and end of both windows, and a link to leave. Links and a form, no script. */
import type { CampaignWindow, WindowKind } from '#application/campaign/rules/window.ts';
import { type Html, html } from '#framework/html/escape.ts';
import { homeZone, instant, inZone, iso, stampOf } from '#framework/time.ts';
import { fill } from '#rules/words/fill.ts';
import type { PageContext } from './page-context.ts';

/** Distance of the buttons' moments from a start or end, ms. */
const beside = 60_000;
/** In the last hours, when the countdown is shown. */
const lastHours = 6 * 3_600_000;

export function rehearsalBar(context: PageContext): Html {
  const { facts, text, campaign, route } = context;
  const zone = campaign?.zone ?? homeZone.value;
  const names = text.rehearsal;
  const here = route ?? '/';
  const shown = inZone(facts.now, zone);
  const hidden = Object.entries(context.query).filter(([name]) => name !== 'at' && name !== 'zone');
  return html`<aside class="rehearsal" aria-label="${names.label}">
<p><strong>${names.label}</strong> ${fill(names.now, { at: shown, zone })}</p>
<form method="get" action="">${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<input type="hidden" name="zone" value="${zone}">
<label>${fill(names.moment, { zone })} <input type="datetime-local" name="at" value="${shown.replace(' ', 'T')}" required></label> <button type="submit">${names.go}</button></form>
${campaign && html`<ul>${(['enrol', 'select'] as const).map((kind) => html`<li>${jumps(context, here, kind, campaign[kind])}</li>`)}</ul>`}
<a class="leave" href="${context.link(here, { at: undefined, zone: undefined })}">${names.leave}</a>
</aside>`;
}

function jumps(context: PageContext, route: string, kind: WindowKind, { start, end }: CampaignWindow): Html {
  const names = context.text.rehearsal;
  const places: [string, number | undefined][] = [
    [names.before, start ? instant(start) - beside : undefined],
    [names.open, start ? instant(start) + beside : undefined],
    [names.last, end ? instant(end) - lastHours : undefined],
    [names.ended, end ? instant(end) + beside : undefined],
  ];
  const known = places.filter((place): place is [string, number] => place[1] !== undefined);
  return html`<span>${names[kind]}</span> ${known.map(([name, at]) => html`<a href="${context.link(route, { at: iso(stampOf(at).slice(0, 16)), zone: undefined })}">${name}</a> `)}`;
}
