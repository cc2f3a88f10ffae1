/** The dark pages: home, and the start pages of enrolment and jury. */
import type { Lang } from '#codegen/model.ts';
import { type Html, html } from '#framework/html/escape.ts';
import { fill } from '#rules/words/fill.ts';
import type { PublicRoute } from '../rules/routes.ts';
import type { CampaignFacts } from '../wire.ts';
import { askedSection } from './asked.ts';
import { homeSections } from './home.ts';
import type { PageContext, PageParts } from './page-context.ts';
import { partWords } from './part-words.ts';
import { backdrop, breadthOn } from './pictures.ts';
import { countdown, messageOf, messageText, stateLine, windowDates, windowOfPage } from './state.ts';
import { inLines } from './title-lines.ts';

export function frontPage(context: PageContext, route: PublicRoute): PageParts {
  const { campaign, lang, text, kind, isDoor = false } = context;
  const name = pageName(route);
  if (!campaign) return emptyFront(context);
  const title = fill(text.titles[name], { title: campaign.title[lang] });
  const picture = pictureFor(campaign, name);
  const part = name === 'enroll' ? 'enrol-gate' : name === 'selection' ? 'selection-gate' : undefined;
  const window = windowOfPage(campaign, kind);
  const main = html`<main id="main">
<section class="hero${part && ' has-panel'}${part && !isDoor && ' is-in'}">${backdrop(picture, lang, breadthOn(route))}
<div class="hero-inner">
<div class="hero-text" id="state" data-live>
${stateLine(context, kind, window)}
<h1>${part && html`<span class="page-name">${text.pages[name as 'enroll']}</span> `}${inLines(campaign.title[lang])}</h1>
</div>
${part && html`<div class="hero-panel">${panel({ part, loading: text.loading, noscript: text.script.panel, lang, isDoor })}</div>`}
<div class="slate" id="slate" data-live>
<div class="slate-when">${windowDates(context, campaign, kind)}${countdown(context, kind, window)}</div>
${messageOf(context, campaign, kind)}
${!part && buttons(context, campaign)}
</div>
</div></section>
${name === 'home' && homeSections(context, campaign)}${askedSection(context, campaign)}
</main>`;
  return { title, description: messageText(context, campaign, kind), picture, main };
}

/** 'home', 'enroll', 'enroll_edit', 'selection', 'selection_edit': the names of the places of layout images. */
export function pageName(route: PublicRoute): 'home' | 'enroll' | 'enroll_edit' | 'selection' | 'selection_edit' {
  return route === '/' ? 'home' : (route.slice(1).replace('/', '_') as 'enroll'); // the routes are those of the list
}

/** For the time before any campaign is announced. */
function emptyFront({ text, lang }: PageContext): PageParts {
  const main = html`<main id="main"><section class="hero">${backdrop(undefined, lang)}<div class="hero-inner"><div class="hero-text">
<h1>${text.title}</h1><p class="lead">${text.lead}</p><div class="message"><p>${text.none}</p></div></div></div></section></main>`;
  return { title: text.title, description: text.none, picture: undefined, main };
}

/** The main action, by the state, and links to other pages. */
function buttons(context: PageContext, campaign: CampaignFacts): Html {
  const { text } = context;
  const enrol = context.link('/enroll');
  const select = context.link('/selection');
  const template = campaign.ppurl ? { href: campaign.ppurl, name: text.do.proposal } : undefined;
  const first = {
    not_started: { href: enrol, name: text.do.account },
    open: { href: enrol, name: text.do.enrol },
    ended: { href: enrol, name: text.do.enrolled },
  }[campaign.enrol.state];
  const others = [
    campaign.enrol.state === 'ended' ? undefined : template,
    campaign.select.state === 'not_started' ? undefined : { href: select, name: text.do.select },
  ];
  const button = (look: string, to: typeof template) => to?.href && html`<a class="ui-button is-${look}" href="${to.href}">${to.name}</a>`;
  return html`<p class="actions">${button('solid', first)}${others.map((other) => button('line', other))}</p>`;
}

interface PanelPlace {
  part: string;
  loading: string;
  noscript: string;
  lang: Lang;
  /** nobody is signed in: the script need not ask */
  isDoor: boolean;
  bones?: number;
  /** what it says before its script is there, around the bones */
  around?: ((bones: Html) => Html) | undefined;
}

/** The panel. Until its script has loaded, it shows a placeholder of the same size. */
export function panel({ part, loading, noscript, lang, isDoor, bones = 4, around = (one) => one }: PanelPlace): Html {
  const shape = html`${Array.from({ length: bones }, () => html`<span class="bone"></span>`)}`;
  return html`<noscript><p class="noscript">${noscript}</p></noscript><div id="panel" data-part="${part}"${isDoor && html` data-door`} class="panel part-${part}" aria-busy="true"><p class="unseen">${loading}</p>${around(shape)}</div>${partWords(lang)}`;
}

/** The page's own picture, else that of the other page of its kind, else that of enrolment. */
export function pictureFor({ images }: CampaignFacts, name: ReturnType<typeof pageName>) {
  const places = { home: ['enroll'], enroll: ['enroll'], enroll_edit: ['enroll_edit'], selection: ['selection', 'enroll'], selection_edit: ['selection_edit'] }[
    name
  ];
  return places.map((place) => images[place]?.[0]).find((picture) => picture !== undefined);
}
