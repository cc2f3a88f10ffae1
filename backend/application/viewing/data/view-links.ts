/** Personal links of a viewing page in bulk: a statement for each hundred people. Times are ms since 1970. */

import { type LinkRow, openLinks, storedLink } from '#application/personal/data/links.ts';
import type { Executor } from '#framework/data/engine/connect.ts';
import { padded, table } from '#framework/data/engine/table.ts';

/** Rows in one statement. */
const portion = 64;

export async function insertLinks(tx: Executor, links: readonly LinkRow[]): Promise<void> {
  for (let start = 0; start < links.length; start += portion) {
    await table(tx, '_link').insert(links.slice(start, start + portion).map(storedLink));
  }
}

/** Sets another end for these links; a revoked one stays revoked. */
export async function moveLinkEnds(tx: Executor, ids: readonly string[], endsAt: number | null): Promise<void> {
  if (!ids.length) return;
  await table(tx, '_link').whereIn('id', padded(ids)).update({ ends_at: endsAt });
}

/** Revokes the valid ones of these links of a page, or all without `ids`; returns their number. */
export async function revokeLinks(tx: Executor, campaign: string, page: string, now: number, ids?: readonly string[]): Promise<number> {
  const open = table(tx, '_link').where({ campaign, kind: 'view', page, revoked_at: null });
  return (ids ? open.whereIn('id', padded(ids)) : open).update({ revoked_at: now });
}

/** Number of valid links of viewing pages, by campaign and page. */
export async function countLinks(db: Executor, now: number): Promise<{ campaign: string; page: string; count: number }[]> {
  const rows = await openLinks(db, now).where({ kind: 'view' }).select('campaign', 'page').count({ count: '*' }).groupBy('campaign', 'page');
  return rows.map(({ campaign, page, count }) => ({ campaign: String(campaign), page: String(page), count: Number(count) }));
}
