/** A page of the campaign site as the server writes it: what a visitor reads is there before any script (R01-R05). Pure: facts in, HTML out. */
import type { Lang } from '#codegen/model.ts';
import type { CampaignFacts, Picture, SiteFacts } from '#domain/campaign/calls.ts';
import type { WindowKind } from '#domain/campaign/window.ts';
import type { PublicRoute } from '#domain/site.ts';
import { deskPage } from './desk.ts';
import { type Html, html, jsonText } from './escape.ts';
import { footerOf, headerOf } from './frame.ts';
import { frontPage, pageName } from './front.ts';
import { headOf } from './head.ts';
import { missingPage } from './missing.ts';
import { rehearsalBar } from './rehearsal.ts';
import { htmlLang, type SiteTexts, siteTexts } from './texts.ts';

/** What a page is asked for. */
export interface PageQuestion {
  facts: SiteFacts;
  /** undefined for an address that is none of the site's */
  route: PublicRoute | undefined;
  /** as the visitor typed it */
  path: string;
  /** the id of a campaign that does not exist */
  missingCampaign: string | undefined;
  /** 'https://forum.example.com' */
  origin: string;
  /** what links carry on: the campaign and the rehearsal that the address names */
  query: Record<string, string>;
  /** a route's address on this host; undefined where the host does not show it */
  addressOf: (route: string) => string | undefined;
  /** one enrolment is being worked in: the page is its form, and everything else steps back */
  isWork: boolean;
  /** styles and scripts of the part that is worked in, so that they come with the page */
  parts: { scripts: string[]; styles: string[] };
}

/** The same with what every part of a page asks for. */
export interface PageContext extends PageQuestion {
  lang: Lang;
  text: SiteTexts;
  /** which of the campaign's two windows the page is about */
  kind: WindowKind;
  campaign: CampaignFacts | undefined;
  /** the address of a route with the query carried on; '' where the host does not show it */
  link: (route: string, more?: Record<string, string | undefined>) => string;
}

export interface SitePage {
  lang: string;
  theme: 'dark' | 'light';
  title: string;
  head: Html;
  bodyClass: string;
  body: Html;
  isFound: boolean;
}

const editPages: ReadonlySet<string> = new Set(['/enroll/edit', '/selection/edit']);

export function sitePage(question: PageQuestion): SitePage {
  const context = contextOf(question);
  const { facts, route, campaign, kind, lang } = context;
  const isFound = route !== undefined && question.missingCampaign === undefined;
  const isEdit = isFound && campaign !== undefined && editPages.has(route);
  const page = !isFound ? missingPage(context) : isEdit ? deskPage(context, route) : frontPage(context, route);
  const window = campaign && (kind === 'enrol' ? campaign.enrol : campaign.select);
  const classes = ['campaign', `page-${isFound ? pageName(route) : 'missing'}`, window && `is-${window.state.replace('_', '-')}`, window?.isLast && 'is-last'];
  return {
    lang: htmlLang[lang],
    theme: isEdit ? 'light' : 'dark',
    title: page.title,
    head: headOf(context, page, isFound),
    bodyClass: classes.filter(Boolean).join(' '),
    body: html`<a class="skip" href="#main">${context.text.skip}</a>${facts.rehearsal !== undefined && rehearsalBar(context)}${headerOf(context)}${page.main}${footerOf(context)}<script type="application/json" id="facts">${jsonText(facts)}</script>`,
    isFound,
  };
}

/** What a kind of page gives to the frame around it. */
export interface PageParts {
  title: string;
  description: string;
  /** shown large: it is fetched first, and shared links show it */
  picture: Picture | undefined;
  main: Html;
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
