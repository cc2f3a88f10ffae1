/** Who looks at a viewing page: what its cookie says, sealed with the server's secret. It holds an anonymous number, the personal link it came with, and proofs of passwords. */

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { linkState } from '#application/personal/actions/personal-links.ts';
import { findLink, type LinkRow } from '#application/personal/data/links.ts';
import type { Lang } from '#codegen/model.ts';
import type { Tools } from '#framework/tools.ts';
import { inLang } from '#rules/words/language.ts';
import { rowsWithFields } from '../data/viewing.ts';
import type { LinkState } from '../rules/access.ts';

/** What a visitor's cookie of a page (campaign and code) holds. */
export interface Pass {
  /** 16 letters of chance */
  anonymous: string;
  /** link id, '' without one */
  link: string;
  /** of each password that was given, 22 letters */
  proofs: string[];
}

export interface Visitor extends Pass {
  /** what is written down as the viewer: the link, else the anonymous number */
  viewer: string;
  /** the link as it stands; undefined without one */
  linkIs?: LinkState;
  row?: LinkRow;
}

/** Stored proofs: a page in two languages has two passwords at most, and each may change. */
const mostProofs = 4;

export function newPass(): Pass {
  return { anonymous: randomBytes(12).toString('base64url'), link: '', proofs: [] };
}

/** The cookie's value: [\w.~-]+ */
export function sealPass(config: Tools['config'], page: string, pass: Pass): string {
  const text = `${pass.anonymous}.${pass.link || '-'}.${pass.proofs.slice(-mostProofs).join('~') || '-'}`;
  return `${text}.${sealOf(config, page, text)}`;
}

/** undefined for what was not sealed here, or for another page. */
export function openPass(config: Tools['config'], page: string, value: string | undefined): Pass | undefined {
  const [, text, anonymous, link, proofs, seal] = /^(([\w-]{16})\.([\w-]{12}|-)\.((?:[\w-]{22}~?){1,4}|-))\.([\w-]{22})$/.exec(value ?? '') ?? [];
  if (!text || !anonymous || !seal) return undefined;
  if (!timingSafeEqual(Buffer.from(seal), Buffer.from(sealOf(config, page, text)))) return undefined;
  return { anonymous, link: link === '-' ? '' : (link ?? ''), proofs: proofs === '-' ? [] : (proofs ?? '').split('~') };
}

/** The stored proof of a password that was right: it ends with the password. */
export function proofOf(config: Tools['config'], page: string, hash: string): string {
  return createHmac('sha256', config.serverSecret).update(`viewing password ${page} ${hash}`).digest('base64url').slice(0, 22);
}

function sealOf(config: Tools['config'], page: string, text: string): string {
  return createHmac('sha256', config.serverSecret).update(`viewing pass ${page} ${text}`).digest('base64url').slice(0, 22);
}

/** The visitor of a pass, with their link as it stands now: revoked where the person is gone or disabled. */
export async function visitorOf(tools: Tools, pass: Pass, page: { campaign: string; pg: string }): Promise<Visitor> {
  const link = pass.link ? await findLink(tools.db, pass.link) : undefined;
  if (link?.kind !== 'view' || link.campaign !== page.campaign || link.page !== page.pg) return { ...pass, link: '', viewer: pass.anonymous };
  return { ...pass, viewer: link.id, row: link, linkIs: linkState(link, tools.now().getTime()) };
}

/** The name of a link's person in a language; undefined where they are gone or disabled, and the link with them. */
export async function nameOfHolder(tools: Tools, link: LinkRow, lang: Lang): Promise<string | undefined> {
  const model = tools.registry.get(link.object)?.model;
  if (!model || !['decision_maker', 'jury', 'pitch'].includes(link.object)) return undefined;
  const [row] = await rowsWithFields(tools.db, model, [link.rowId], ['id', 'name', 'ename', 'cname', 'enabled']);
  if (!row || row.enabled === false) return undefined;
  const [own, english] = [row.name || row.cname, row.ename].map((name) => (typeof name === 'string' ? name : ''));
  return inLang({ tw: own, en: english }, lang) || '–';
}
