/** What a page of the campaign site is asked for, and what its parts give. */

import type { WindowKind } from '#application/campaign/rules/window.ts';
import type { Lang } from '#codegen/model.ts';
import type { Html } from '#framework/html/escape.ts';
import type { PublicRoute } from '../rules/routes.ts';
import type { CampaignFacts, Picture, SiteFacts } from '../wire.ts';
import type { SiteTexts } from './texts.ts';

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

/** What a kind of page gives to the frame around it. */
export interface PageParts {
  title: string;
  description: string;
  /** shown large: it is fetched first, and shared links show it */
  picture: Picture | undefined;
  main: Html;
}

export type { WrittenPage as SitePage } from '#framework/html/document.ts';
