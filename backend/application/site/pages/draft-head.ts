/**
 * The head of an open draft: staff's note, what has to be known of its end, and the first step's heading. They stand where the form draws them again, so
 * nothing moves when it comes; the styles of both are in shell/draft-head.css.
 */
import { steps } from '#application/enrolment/rules/enrolment.ts';
import { endingOf } from '#application/enrolment/rules/times.ts';
import { type Html, html } from '#framework/html/escape.ts';
import { instant, zoneHours } from '#framework/time.ts';
import { fill } from '#rules/words/fill.ts';
import type { CampaignFacts, DraftHead } from '../wire.ts';
import type { PageContext } from './page-context.ts';
import { enrolTexts } from './texts.ts';

/** @param bones what stands for the fields */
export function draftHead({ lang, facts }: PageContext, campaign: CampaignFacts, { owner, until, returnMsg }: DraftHead, bones: Html): Html {
  const t = enrolTexts[lang];
  const name = steps[0]?.name ?? 'programs';
  // The visitor's own zone is the script's to say.
  const ending = endingOf(until, campaign, t.form, instant(facts.now), zoneHours(campaign.zone) * 60);
  return html`<p class="draft-account"></p><div class="enrol-form"><div class="enrol-side draft-side"></div><div class="enrol-main">${
    owner &&
    notice(
      'info',
      html`<span data-typed>${fill(t.writers.isOthers, { owner })}</span>`,
      html`<span data-typed>${fill(t.writers.isOthersLead, { owner })}</span>`,
    )
  }${returnMsg && notice('warn', t.returned.title, html`<p class="enrol-text" data-typed>${returnMsg}</p><p>${t.returned.text}</p>`)}${
    ending && notice(ending.isOver ? 'warn' : 'info', ending.isOver ? t.gate.ended : t.form.ownDeadlineTitle, ending.text)
  }<header class="enrol-step-head" data-step="${name}"><h2>${t.step[name]}</h2> <p class="enrol-lead">${t.stepLead[name]}</p> <p class="ui-help">${t.form.requiredNote}</p></header>${bones}</div></div>`;
}

function notice(tone: string, title: Html | string, text: Html | string): Html {
  return html`<div class="ui-notice is-${tone}"><strong>${title}</strong><div>${text}</div></div>`;
}
