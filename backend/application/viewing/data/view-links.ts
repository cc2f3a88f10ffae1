/** Personal links of a viewing page in bulk: a statement for each hundred people. Times are ms since 1970. */

import type { LinkRow } from '#application/personal/data/links.ts';
import type { Executor } from '#framework/data/engine/connect.ts';
import { inList } from '#framework/data/rows/query.ts';

const columns = '`id`, `kind`, `object`, `row_id`, `campaign`, `page`, `at`, `by`, `ends_at`, `revoked_at`, `opened_at`, `seen_at`, `opens`';
/** Rows in one statement. */
const portion = 64;

export async function insertLinks(tx: Executor, links: readonly LinkRow[]): Promise<void> {
  for (let start = 0; start < links.length; start += portion) {
    const some = links.slice(start, start + portion);
    const rows = some.map(() => '(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)').join(', ');
    const values = some.flatMap(({ id, kind, object, rowId, campaign, page, at, by, endsAt, revokedAt, openedAt, seenAt, opens }) => [
      ...[id, kind, object, rowId, campaign, page, at, by],
      ...[endsAt, revokedAt, openedAt, seenAt, opens],
    ]);
    await tx.run(`INSERT INTO \`_link\` (${columns}) VALUES ${rows}`, values);
  }
}

/** Sets another end for these links; a revoked one stays revoked. */
export async function moveLinkEnds(tx: Executor, ids: readonly string[], endsAt: number | null): Promise<void> {
  if (!ids.length) return;
  const list = inList([...ids]);
  await tx.run(`UPDATE \`_link\` SET \`ends_at\` = ? WHERE \`id\` IN ${list.sql}`, [endsAt, ...list.params]);
}

/** Revokes the valid ones of these links of a page, or all without `ids`; returns their number. */
export async function revokeLinks(tx: Executor, campaign: string, page: string, now: number, ids?: readonly string[]): Promise<number> {
  const list = ids && inList([...ids]);
  const sql = "UPDATE `_link` SET `revoked_at` = ? WHERE `campaign` = ? AND `kind` = 'view' AND `page` = ? AND `revoked_at` IS NULL";
  return (await tx.run(list ? `${sql} AND \`id\` IN ${list.sql}` : sql, [now, campaign, page, ...(list?.params ?? [])])).changes;
}

/** Number of valid links of viewing pages, by campaign and page. */
export async function countLinks(db: Executor, now: number): Promise<{ campaign: string; page: string; count: number }[]> {
  const sql =
    "SELECT `campaign`, `page`, COUNT(*) AS count FROM `_link` WHERE `kind` = 'view' AND `revoked_at` IS NULL AND (`ends_at` IS NULL OR `ends_at` > ?) GROUP BY `campaign`, `page`";
  return db.query<{ campaign: string; page: string; count: number }>(sql, [now]);
}
