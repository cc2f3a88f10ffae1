/**
 * The visitor of a viewing page: the content of its cookie, sealed with the server's secret. It has an anonymous number, the personal link with which
 * they came, and proofs of passwords.
 */

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { linkState } from '#application/personal/actions/personal-links.ts';
import { findLink, type LinkRow } from '#application/personal/data/links.ts';
import type { Lang } from '#codegen/model.ts';
import type { Tools } from '#framework/tools.ts';
import { inLang } from '#rules/words/language.ts';
import { rowsWithFields } from '../data/viewing.ts';
import type { LinkState } from '../rules/access.ts';

/** The content of a visitor's cookie for a page (campaign and code). */
export interface Pass {
  /** 16 random hexadecimal digits; earlier cookies: [\w-]{16} */
  anonymous: string;
  /** link id, '' without one */
  link: string;
  /** a proof of each entered password, 22 characters */
  proofs: string[];
}

export interface Visitor extends Pass {
  /** the viewer in the statistics: the link, else the anonymous number */
  viewer: string;
  /** the link as it is now; undefined without one */
  linkIs?: LinkState;
  row?: LinkRow;
}

/** Most stored proofs: a page in two languages has at most two passwords, and each may change. */
const mostProofs = 4;

export function newPass(): Pass {
  // Digits and letters only: the number's beginning names the viewer in the mark and in the statistics, and is read out.
  return { anonymous: randomBytes(8).toString('hex'), link: '', proofs: [] };
}

/** The cookie's value: [\w.~-]+ */
export function sealPass(config: Tools['config'], page: string, pass: Pass): string {
  const text = `${pass.anonymous}.${pass.link || '-'}.${pass.proofs.slice(-mostProofs).join('~') || '-'}`;
  return `${text}.${sealOf(config, page, text)}`;
}

/** undefined where this server did not seal it, or where it belongs to another page. */
export function openPass(config: Tools['config'], page: string, value: string | undefined): Pass | undefined {
  const [, text, anonymous, link, proofs, seal] = /^(([\w-]{16})\.([\w-]{12}|-)\.((?:[\w-]{22}~?){1,4}|-))\.([\w-]{22})$/.exec(value ?? '') ?? [];
  if (!text || !anonymous || !seal) return undefined;
  if (!timingSafeEqual(Buffer.from(seal), Buffer.from(sealOf(config, page, text)))) return undefined;
  return { anonymous, link: link === '-' ? '' : (link ?? ''), proofs: proofs === '-' ? [] : (proofs ?? '').split('~') };
}

/** The proof of a right password; it becomes invalid when the password changes. */
export function proofOf(config: Tools['config'], page: string, hash: string): string {
  return createHmac('sha256', config.serverSecret).update(`viewing password ${page} ${hash}`).digest('base64url').slice(0, 22);
}

function sealOf(config: Tools['config'], page: string, text: string): string {
  return createHmac('sha256', config.serverSecret).update(`viewing pass ${page} ${text}`).digest('base64url').slice(0, 22);
}

/** The visitor of a pass, with their link as it is now: it counts as revoked where the person was deleted or disabled. */
export async function visitorOf(tools: Tools, pass: Pass, page: { campaign: string; pg: string }): Promise<Visitor> {
  const link = pass.link ? await findLink(tools.db, pass.link) : undefined;
  if (link?.kind !== 'view' || link.campaign !== page.campaign || link.page !== page.pg) return { ...pass, link: '', viewer: pass.anonymous };
  return { ...pass, viewer: link.id, row: link, linkIs: linkState(link, tools.now().getTime()) };
}

/** The name of a link's person in a language, and their address; undefined where they were deleted or disabled, which also ends the link. */
export async function holderOf(tools: Tools, link: LinkRow, lang: Lang): Promise<{ name: string; email: string } | undefined> {
  const model = tools.registry.get(link.object)?.model;
  if (!model || !['decision_maker', 'jury', 'pitch'].includes(link.object)) return undefined;
  const [row] = await rowsWithFields(tools.db, model, [link.rowId], ['id', 'name', 'ename', 'cname', 'email', 'enabled']);
  if (!row || row.enabled === false) return undefined;
  const [own, english] = [row.name || row.cname, row.ename].map((name) => (typeof name === 'string' ? name : ''));
  return { name: inLang({ tw: own, en: english }, lang) || '–', email: typeof row.email === 'string' ? row.email : '' };
}
