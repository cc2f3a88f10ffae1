/**
 * Personal links of people without an account (domain: a decision maker's personal link): made once, shown and mailed as often as needed, revoked
 * with immediate effect.
 */

import type { Executor } from '#framework/data/engine/connect.ts';
import { inPassing } from '#framework/data/engine/in-passing.ts';
import type { Tools } from '#framework/tools.ts';
import { existingLink, findLink, insertLink, type LinkRow, noteOpened } from '../data/links.ts';
import { idOfToken, newLinkId, tokenOf } from './link-token.ts';

export type LinkState = 'open' | 'revoked' | 'expired';

/** The person's open link, or a new one. `endsAt` in ms since 1970, null for a link that does not expire; it applies to a new link only. */
export async function ensureLink(
  tools: Pick<Tools, 'now'>,
  tx: Executor,
  wanted: Pick<LinkRow, 'kind' | 'object' | 'rowId' | 'campaign' | 'page'>,
  { by, endsAt }: { by: string; endsAt: number | null },
): Promise<LinkRow> {
  const at = tools.now().getTime();
  const existing = await existingLink(tx, wanted, at);
  if (existing) return existing;
  const link: LinkRow = { ...wanted, id: newLinkId(), at, by, endsAt, revokedAt: null, openedAt: null, seenAt: null, opens: 0 };
  await insertLink(tx, link);
  return link;
}

/** The link of a token, undefined for an invalid token. `linkState` says whether it may still be used. */
export async function linkOfToken(tools: Pick<Tools, 'config' | 'db'>, token: string): Promise<LinkRow | undefined> {
  const id = idOfToken(tools.config, token);
  return id === undefined ? undefined : findLink(tools.db, id);
}

export function linkState(link: Pick<LinkRow, 'revokedAt' | 'endsAt'>, now: number): LinkState {
  if (link.revokedAt !== null) return 'revoked';
  return link.endsAt !== null && link.endsAt <= now ? 'expired' : 'open';
}

/** Records an opening. */
export async function linkOpened(tools: Pick<Tools, 'db' | 'now'>, link: LinkRow): Promise<void> {
  await inPassing(noteOpened(tools.db, link.id, tools.now().getTime()));
}

/** Path of a personal page: '/my/{token}'; a viewing page takes the token as `?link=`. */
export function linkPath(config: Tools['config'], link: Pick<LinkRow, 'id' | 'kind' | 'campaign' | 'page'>, lang: string): string {
  const token = tokenOf(config, link.id);
  return link.kind === 'my' ? `/my/${token}` : `/vp/${link.campaign}?pg=${link.page}&lang=${lang}&link=${token}`;
}
