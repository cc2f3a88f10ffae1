/** What the form of the campaign asks, below the sign-in of applicants: read, printed and prepared without an account and without a script. */
import type { AskedField } from '#application/enrolment/rules/asked.ts';
import { minutesAsked } from '#application/enrolment/rules/demands.ts';
import type { Lang } from '#codegen/model.ts';
import { type Html, html } from '#framework/html/escape.ts';
import { sizeText } from '#rules/records/upload.ts';
import { fill } from '#rules/words/fill.ts';
import { labelled, language } from '#rules/words/language.ts';
import type { CampaignFacts } from '../wire.ts';
import { band } from './home.ts';
import type { PageContext } from './page-context.ts';
import { enrolTexts } from './texts.ts';

export function askedSection(context: PageContext, campaign: CampaignFacts): Html | undefined {
  const { asked, lang, text } = context;
  if (!asked?.length) return undefined;
  const steps = asked.map(
    ({ name, fields }) =>
      html`<h3>${enrolTexts[lang].step[name]}</h3><ul>${fields.map((field) => html`<li${field.asks.every(({ need }) => need !== 'optional') && html` class="is-needed"`}><span class="asked-name">${field.label[lang]}</span><span class="asked-what">${whatOf(context, field)}</span></li>`)}</ul>`,
  );
  const template = campaign.ppurl && html`<p class="asked-template"><a href="${campaign.ppurl}">↓ ${enrolTexts[lang].gate.template}</a></p>`;
  return band('asked', text.asked.heading, html`<p class="lead">${text.asked.lead}</p>${template}${steps}`);
}

/** 'required, at most 300 words', or what each program asks. */
function whatOf({ lang, text }: PageContext, field: AskedField): string {
  const said = field.asks.map(({ programs, need, limits }) => {
    const what = [text.asked[need], limits.words !== undefined && fill(text.asked.words, { count: limits.words }), minutesOf(text.asked.minutes, limits)];
    const names = programs.map((program) => field.programs?.[program]?.[lang] ?? program).join(language[lang].list);
    const listed = what.filter(Boolean).join(language[lang].list);
    return names ? labelled(names, listed, lang) : listed;
  });
  return [...said, ...boundsOf(lang, text.asked, field)].filter(Boolean).join(language[lang].list);
}

function minutesOf(sentence: string, limits: Parameters<typeof minutesAsked>[0]): string {
  const minutes = minutesAsked(limits);
  return minutes && fill(sentence, { minutes });
}

function boundsOf(lang: Lang, text: PageContext['text']['asked'], { characters, choose, file }: AskedField): (string | undefined)[] {
  const { files } = enrolTexts[lang];
  const kind = (['image', 'video', 'pdf'] as const).find((one) => file?.kinds.includes(one)) ?? 'other';
  const limits = file && { kinds: files[kind], size: sizeText(file.size), count: file.count };
  return [
    characters === undefined ? undefined : fill(text.characters, { count: characters.toLocaleString('en') }),
    choose === undefined ? undefined : fill(text.choose, { count: choose }),
    limits && fill(limits.count === 1 ? files.limitOne : files.limits, limits),
  ];
}
