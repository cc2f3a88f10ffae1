/** A campaign's own styles, one for each state that has one, as files whose address changes with their content. */

import { createHash } from 'node:crypto';
import type { WindowKind, WindowState } from '#application/campaign/rules/window.ts';
import type { ScopedCss } from '#framework/html/scoped-css.ts';
import type { Tools } from '#framework/tools.ts';
import type { Campaign } from '#generated/objects.ts';
import { Refusal } from '#rules/words/problem.ts';
import { loadCampaign } from '../data/campaign-site.ts';

/** The name in the address → the field. */
const fields = { 'enrol-before': 'cBeforeCss', 'enrol-after': 'cAfterCss', 'select-before': 'sBeforeCss', 'select-after': 'sAfterCss' } as const;
type StyleName = keyof typeof fields;

/** A cache of sanitised styles, by their text; a site has only a few. */
const most = 50;
const cache = new Map<string, ScopedCss & { hash: string }>();

/** '/site/css/ccdf15/enrol-before-0123456789ab.css'; '' where the state has no style, or nothing of it is allowed. */
export async function styleAddress(
  campaign: Pick<Campaign, 'id' | 'cBeforeCss' | 'cAfterCss' | 'sBeforeCss' | 'sAfterCss'>,
  kind: WindowKind,
  state: WindowState,
): Promise<string> {
  if (state === 'open') return '';
  const name: StyleName = `${kind}-${state === 'not_started' ? 'before' : 'after'}`;
  const style = await styleOf(campaign[fields[name]]);
  return style.css ? `/site/css/${encodeURIComponent(campaign.id)}/${name}-${style.hash}.css` : '';
}

/** @param file 'enrol-before-0123456789ab.css' @returns `isCurrent` false where the campaign has another style now @throws Refusal msg.route */
export async function readStyle(tools: Tools, campaign: string, file: string): Promise<{ css: string; isCurrent: boolean }> {
  const [, name, hash] = /^(enrol-before|enrol-after|select-before|select-after)-([0-9a-f]{12})\.css$/.exec(file) ?? [];
  const model = tools.registry.get('campaign')?.model;
  const row = name && model ? await loadCampaign(tools.db, model, campaign) : undefined;
  if (!row) throw new Refusal('msg.route');
  const style = await styleOf(row[fields[name as StyleName]]); // the pattern allows no other name
  const isCurrent = style.hash === hash;
  if (isCurrent && style.problems.length)
    tools.log.warn({ campaign, style: name, problems: style.problems.slice(0, 5) }, 'rules of a campaign style are left out');
  return { css: style.css, isCurrent };
}

async function styleOf(value: unknown): Promise<ScopedCss & { hash: string }> {
  if (typeof value !== 'string' || value === '') return { css: '', problems: [], hash: '' };
  const known = cache.get(value);
  if (known) return known;
  const { campaignCss } = await import('#application/campaign/style.ts'); // loaded when it is needed, not at every start
  const { css, problems } = campaignCss(value);
  const style = { css, problems, hash: createHash('sha256').update(css).digest('hex').slice(0, 12) };
  if (cache.size >= most) cache.clear();
  cache.set(value, style);
  return style;
}
