/** The input of a page of the campaign site, and what its parts return. */

import type { WindowKind } from '#application/campaign/rules/window.ts';
import type { AskedStep } from '#application/enrolment/rules/asked.ts';
import type { Lang } from '#codegen/model.ts';
import type { WrittenPage } from '#framework/html/document.ts';
import type { Html } from '#framework/html/escape.ts';
import type { Brand } from '../rules/brand.ts';
import type { PublicRoute } from '../rules/routes.ts';
import type { CampaignFacts, DraftHead, HomeFacts, InfoFacts, Picture, SiteFacts } from '../wire.ts';
import type { SiteTexts } from './texts.ts';

/** The input of a page. */
export interface PageQuestion {
  facts: SiteFacts;
  /** undefined for an address that belongs to no page */
  route: PublicRoute | undefined;
  /** of an address under /info: the page that stands there */
  info?: InfoFacts;
  /** of the home page */
  home?: HomeFacts | undefined;
  /** of the start page of enrolment, while one may still begin: what the form asks */
  asked?: AskedStep[] | undefined;
  /** the address as the visitor typed it */
  path: string;
  /** id in the address of a campaign that does not exist */
  missingCampaign: string | undefined;
  /** 'https://forum.example.com' */
  origin: string;
  /** the parameters that links carry on: campaign and rehearsal of the address */
  query: Record<string, string>;
  /** a route's address on this host; undefined where the host does not show it */
  addressOf: (route: string) => string | undefined;
  /** one enrolment is open: the page is its form, and other elements are hidden */
  isWork: boolean;
  /** the same, a draft of who is signed in */
  draft?: DraftHead | undefined;
  /** nobody is signed in who could work here: the page is a door, with the panel to sign in */
  isDoor?: boolean;
  /** styles and scripts of the panel, to be loaded with the page, and what it asks the server first */
  parts: { scripts: string[]; styles: string[]; calls?: string[] };
}

/** The same, with values that every part of a page needs. */
export interface PageContext extends PageQuestion {
  lang: Lang;
  text: SiteTexts;
  /** which of the campaign's two windows the page is about */
  kind: WindowKind;
  campaign: CampaignFacts | undefined;
  /** the address of a route with the parameters carried on; '' where this host does not have the route */
  link: (route: string, more?: Record<string, string | undefined>) => string;
}

/** What a kind of page returns to the frame around it. */
export interface PageParts {
  title: string;
  description: string;
  /** its large picture: loaded first, and used by link previews */
  picture: Picture | undefined;
  main: Html;
}

/** A page ready to be sent. */
export interface SitePage extends WrittenPage {
  /** the campaign's look; the product's own without one */
  brand: Brand | undefined;
}
