/** Finds the page of an address, and decides whether the visitor may see it now. */

import type { Lang } from '#codegen/model.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import { isLang, langOf } from '#rules/words/language.ts';
import { pagesOfCampaign, type StoredPage } from '../data/viewing.ts';
import { accesses, isViewingCode, type ViewingAccess, type ViewingRefusal, viewingRefusal } from '../rules/access.ts';
import { entriesOf, type WorkEntry } from '../rules/entries.ts';
import { turnOf } from '../rules/window.ts';
import { holderOf, newPass, openPass, proofOf, type Visitor, visitorOf } from './visitor.ts';

export interface ViewingPage {
  id: string;
  ver: number;
  campaign: string;
  pg: string;
  lang: Lang;
  title: string;
  /** HTML as it was saved: sanitise it before it is shown */
  intro: string;
  start: string;
  end: string;
  access: ViewingAccess;
  protect: boolean;
  /** what lies over its protected videos */
  mark: 'name' | 'email' | 'off';
  enabled: boolean;
  works: WorkEntry[];
  /** hash of its password, '' for none */
  hash: string;
}

export interface PageQuestion {
  campaign: string;
  /** the campaign's first page where it is missing */
  pg?: unknown;
  /** a required language; without it the preferred one, or the other */
  lang?: unknown;
  preferred: Lang;
  /** staff may also see disabled pages */
  previews: boolean;
}

export type FoundPage = { page: ViewingPage; siblings: ViewingPage[] } | { refusal: ViewingRefusal; other?: Lang; pg?: string };

/** The page that an address names. The caller, who knows the campaigns, decides between 'no page' and 'no campaign'. */
export async function findPage(tools: Tools, question: PageQuestion): Promise<FoundPage> {
  const { campaign, pg, lang, preferred, previews } = question;
  if (!isViewingCode(campaign) || (pg !== undefined && !isViewingCode(pg)) || (lang !== undefined && !isLang(lang))) return { refusal: 'address' };
  const model = tools.registry.get('viewing_page')?.model;
  if (!model || tools.tables.blocked('viewing_page') !== undefined) return { refusal: 'page' };
  const stored = await pagesOfCampaign(tools.db, model, campaign, pg);
  const pages = stored
    .filter(({ row }) => previews || row.enabled !== false)
    .map(pageOf)
    .filter((page) => isViewingCode(page.pg));
  const first = pg ?? pages.map((page) => page.pg).sort(byNumber)[0];
  const siblings = pages.filter((page) => page.pg === first);
  const page = siblings.find((one) => one.lang === (lang ?? preferred)) ?? (lang === undefined ? siblings[0] : undefined);
  if (page) return { page, siblings };
  const [other] = siblings;
  return other ? { refusal: 'language', other: other.lang, pg: other.pg } : { refusal: 'page' };
}

export interface Visit {
  visitor: Visitor;
  /** the link's person; '' for others */
  name: string;
  email: string;
  /** undefined: the page is shown */
  refusal?: ViewingRefusal;
}

/** The page and its access for the visitor with this cookie. */
export async function visitPage(tools: Tools, page: ViewingPage, cookie: string | undefined, previews: boolean): Promise<Visit> {
  const known = openPass(tools.config, `${page.campaign}/${page.pg}`, cookie);
  const visitor = await visitorOf(tools, known ?? newPass(), page);
  let holder = { name: '', email: '' };
  if (visitor.row && visitor.linkIs === 'open') {
    const held = await holderOf(tools, visitor.row, page.lang);
    if (held === undefined) visitor.linkIs = 'revoked';
    else holder = held;
  }
  const passed = page.hash !== '' && visitor.proofs.includes(proofOf(tools.config, page.id, page.hash));
  const turn = turnOf(page, stampOf(tools.now()));
  const refusal = viewingRefusal({ access: page.access, turn }, { ...(visitor.linkIs && { link: visitor.linkIs }), passed, previews });
  // A link that is no longer valid does not identify anybody; an open page is still shown.
  if (visitor.linkIs !== undefined && visitor.linkIs !== 'open')
    return { visitor: { ...visitor, viewer: visitor.anonymous, link: '' }, name: '', email: '', ...(refusal && { refusal }) };
  return { visitor, ...holder, ...(refusal && { refusal }) };
}

function pageOf({ row, hash }: StoredPage): ViewingPage {
  const text = (name: string): string => (typeof row[name] === 'string' ? row[name] : '');
  return {
    ...{
      id: text('id'),
      ver: Number(row.ver),
      campaign: text('cid'),
      pg: text('pg'),
      title: text('title'),
      intro: text('intro'),
      start: text('start'),
      end: text('end'),
      hash,
    },
    lang: langOf(text('lang')),
    access: accesses.find((one) => one === row.access) ?? 'personal',
    protect: row.protect === true,
    mark: row.mark === 'email' || row.mark === 'off' ? row.mark : 'name',
    enabled: row.enabled !== false,
    works: entriesOf(row.works),
  };
}

/** Sorts '2' before '10', numbers before letters. */
function byNumber(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
