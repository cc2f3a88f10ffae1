/** A page of the campaign site as the server renders it, so that it can be read before any script has loaded (R01-R05). Pure: facts in, HTML out. */

import type { WindowKind } from '#application/campaign/rules/window.ts';
import { html, jsonText } from '#framework/html/escape.ts';
import { language } from '#rules/words/language.ts';
import { appPage } from './app-page.ts';
import { footerOf, headerOf } from './frame.ts';
import { frontPage, pageName } from './front.ts';
import { headOf } from './head.ts';
import { infoPage } from './info.ts';
import { missingPage } from './missing.ts';
import type { PageContext, PageQuestion, SitePage } from './page-context.ts';
import { rehearsalBar } from './rehearsal.ts';
import { siteTexts } from './texts.ts';

const editPages: ReadonlySet<string> = new Set(['/enroll/edit', '/selection/edit']);

export function sitePage(question: PageQuestion): SitePage {
  const context = contextOf(question);
  const { facts, route, campaign, kind, lang } = context;
  const { info } = question;
  const isInfo = info !== undefined && campaign !== undefined;
  const isFound = isInfo || (route !== undefined && question.missingCampaign === undefined);
  const isEdit = isFound && campaign !== undefined && route !== undefined && editPages.has(route);
  const page = isInfo
    ? infoPage(context, campaign, info)
    : !isFound || route === undefined
      ? missingPage(context)
      : isEdit
        ? appPage(context, route)
        : frontPage(context, route);
  const window = campaign && (kind === 'enrol' ? campaign.enrol : campaign.select);
  const classes = [
    'campaign',
    `page-${isInfo ? 'info' : isFound && route ? pageName(route) : 'missing'}`,
    window && `is-${window.state.replace('_', '-')}`,
    window?.isLast && 'is-last',
  ];
  return {
    lang: language[lang].html,
    theme: isEdit || isInfo ? 'light' : 'dark',
    title: page.title,
    head: headOf(context, page, isFound),
    bodyClass: classes.filter(Boolean).join(' '),
    body: html`<a class="skip" href="#main">${context.text.skip}</a>${facts.rehearsal !== undefined && rehearsalBar(context)}${headerOf(context)}${page.main}${footerOf(context)}<script type="application/json" id="facts">${jsonText(facts)}</script>`,
    isFound,
    brand: campaign?.brand,
  };
}

function contextOf(question: PageQuestion): PageContext {
  const { facts, route } = question;
  const link: PageContext['link'] = (target, more = {}) => {
    const address = question.addressOf(target);
    if (address === undefined) return '';
    const entries = Object.entries({ ...question.query, ...more }).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const query = new URLSearchParams(entries).toString();
    return query ? `${address}?${query}` : address;
  };
  const kind: WindowKind = route?.startsWith('/selection') ? 'select' : 'enrol';
  return { ...question, lang: facts.lang, text: siteTexts[facts.lang], kind, campaign: facts.campaign, link };
}
